import { join } from "node:path";
import { openDatabase } from "@dailyleet/local";
import type { Context } from "../../packages/cli/src/context.ts";
import { run } from "../../packages/cli/src/program.ts";
import type { CliResult } from "./cliProcess.ts";

/** What is different from a person who has set nothing and reads the answer through a pipe. */
export interface Environment extends Partial<Context> {
  readonly columns?: number;
  readonly rows?: number;
}

const PROGRAM = join(import.meta.dirname, "../../packages/cli/dist");

/** The command line without a process of its own. There is no network. */
export async function runInProcess(
  home: string,
  args: readonly string[],
  environment: Environment = {},
): Promise<CliResult> {
  const told = { stdout: "", stderr: "", code: 0 };
  await run(args, contextOf(home, told, environment));
  return told;
}

/** What `runInProcess` runs with; what a command says and ends with is put into `told`. */
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
