import { join } from "node:path";
import { openDatabase } from "@dailyleet/local";
import type { Context } from "../../packages/cli/src/context.ts";
import { run } from "../../packages/cli/src/program.ts";
import type { CliResult } from "./cliProcess.ts";

/** Differences from a person without settings who reads the output through a pipe. */
export interface Environment extends Partial<Context> {
  readonly columns?: number;
  readonly rows?: number;
}

const PROGRAM = join(import.meta.dirname, "../../packages/cli/dist");

/** Runs the command line in this process, without a network. */
export async function runInProcess(
  home: string,
  args: readonly string[],
  environment: Environment = {},
): Promise<CliResult> {
  const told = { stdout: "", stderr: "", code: 0 };
  await run(args, contextOf(home, told, environment));
  return told;
}

/** The context of `runInProcess`. It collects the command's output and exit code in `told`. */
export function contextOf(
  home: string,
  told: { stdout: string; stderr: string; code: number },
  { columns, rows, env, ...more }: Environment = {},
): Context {
  const output = (name: "stdout" | "stderr") => ({
    write(text: string) {
      told[name] += text;
    },
    isTerminal: () => columns !== undefined,
    columns: () => columns ?? Number.POSITIVE_INFINITY,
    rows: () => rows ?? 0,
  });
  return {
    stdout: output("stdout"),
    stderr: output("stderr"),
    env: { DAILYLEET_HOME: home, ...env },
    platform: process.platform,
    home: () => home,
    hostName: () => "desk.example",
    zone: () => "Etc/UTC",
    userId: process.getuid?.(),
    processId: process.pid,
    isRunning: (processId) => processId === process.pid,
    version: "0.0.0",
    nodeVersion: process.versions.node,
    programDirectory: PROGRAM,
    now: Date.now,
    setExitCode: (next) => {
      told.code = next;
    },
    readStdin: () => Buffer.alloc(0),
    ask: async () => null,
    openDatabase,
    transport: () => Promise.reject(new Error("no network")),
    preconnect: async () => {},
    wait: async () => {},
    interruption: () => new AbortController().signal,
    screen: () => null,
    start: async () => false,
    ...more,
  };
}
