import { openDatabase } from "@dailyleet/local";
import type { Context } from "../../../packages/cli/src/context.ts";
import { run } from "../../../packages/cli/src/run.ts";
import type { CliResult } from "../../support/cliProcess.ts";

/** The command line without a process of its own, for thousands of runs. There is no network. */
export async function runInProcess(home: string, args: readonly string[]): Promise<CliResult> {
  const told = { stdout: "", stderr: "" };
  let code = 0;
  const output = (name: "stdout" | "stderr") => ({
    write(text: string) {
      told[name] += text;
    },
    isTerminal: () => false,
    columns: () => 80,
  });
  const context: Context = {
    stdout: output("stdout"),
    stderr: output("stderr"),
    env: { DAILYLEET_HOME: home },
    platform: process.platform,
    home: () => home,
    userId: process.getuid?.(),
    version: "0.0.0",
    nodeVersion: process.versions.node,
    programDirectory: home,
    now: Date.now,
    setExitCode: (next) => {
      code = next;
    },
    readStdin: () => "",
    ask: async () => null,
    openDatabase,
    transport: () => Promise.reject(new Error("no network")),
    connect: async () => {},
    wait: async () => {},
    interruption: () => new AbortController().signal,
    start: async () => false,
  };
  await run(args, context);
  return { code, ...told };
}
