import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { preloaded } from "./preload.ts";
import { type CliResult, resultOf, waitForOutput } from "./process.ts";

export type { CliResult };

export const CLI = join(import.meta.dirname, "../../packages/cli/bin/dailyleet.cjs");

/** One compile cache for all tests: each test has a new home, and compiling takes longer than running. */
const XDG_CACHE_HOME = join(import.meta.dirname, "../../.cache/program");

/** The environment of a person without settings. All files are under `home`, except the cache. */
export function cliEnvironment(home: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const directories = { HOME: home, DAILYLEET_HOME: home, XDG_CACHE_HOME };
  return { PATH: process.env.PATH, ...directories, ...preloaded([]), ...extra };
}

/** A command line and the Node that runs it. */
export interface Program {
  readonly node: string;
  readonly launcher: string;
  /** Options of Node. */
  readonly options?: readonly string[];
  /** The working directory, by default this process's. */
  readonly cwd?: string;
}

export const BUILT: Program = { node: process.execPath, launcher: CLI };

/** Starts a command line as a real process. */
export function startCli(
  home: string,
  args: readonly string[],
  extra: NodeJS.ProcessEnv = {},
  { node, launcher, options = [], cwd }: Program = BUILT,
) {
  const env = cliEnvironment(home, extra);
  return spawn(node, [...options, launcher, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs a command line as a real process to its end. */
export function runCli(...how: Parameters<typeof startCli>): Promise<CliResult> {
  return resultOf(startCli(...how));
}

export interface RunningServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** The output on stderr so far. */
  stderr(): string;
  /** Interrupts the server as Ctrl-C does and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `dailyleet serve --port 0` and waits for its address. */
export async function serve(home: string, extra?: NodeJS.ProcessEnv, program?: Program): Promise<RunningServer> {
  const child = startCli(home, ["serve", "--port", "0"], extra, program);
  let stderr = "";
  child.stderr.on("data", (part: Buffer) => {
    stderr += part;
    process.stderr.write(part);
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [, url = ""] = await waitForOutput(child, /(http:\/\/\S+?)\/?\s/);
  return {
    url,
    child,
    stderr: () => stderr,
    async stop() {
      child.kill("SIGINT");
      const [code] = await exited;
      return code;
    },
  };
}

/** The numbers of the done sources in the output of `today --json`. */
export function doneIn(answer: string): number[] {
  const { sources } = JSON.parse(answer) as { sources: { readonly source: number; readonly done: boolean }[] };
  return sources.filter(({ done }) => done).map(({ source }) => source);
}
