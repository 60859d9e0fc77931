import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { preloaded } from "./preload.ts";
import { type CliResult, resultOf, waitForOutput } from "./process.ts";

export type { CliResult };

export const CLI = join(import.meta.dirname, "../../packages/cli/bin/dailyleet.cjs");

/** One for all tests: a home of its own is made for each of them, and compiling takes longer than running. */
const XDG_CACHE_HOME = join(import.meta.dirname, "../../.cache/program");

/** The environment of a person who has set nothing, with all files under `home` but those of the cache. */
export function cliEnvironment(home: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const directories = { HOME: home, DAILYLEET_HOME: home, XDG_CACHE_HOME };
  return { PATH: process.env.PATH, ...directories, ...preloaded([]), ...extra };
}

/** A command line, and what runs it. */
export interface Program {
  readonly node: string;
  readonly launcher: string;
  /** Node's own. */
  readonly options?: readonly string[];
  /** Where it is run; here when left out. */
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

/** Runs it to its end. */
export function runCli(...how: Parameters<typeof startCli>): Promise<CliResult> {
  return resultOf(startCli(...how));
}

export interface RunningServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has said beside its address. */
  stderr(): string;
  /** Ends it as Ctrl-C would and answers its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `dailyleet serve --port 0` and waits for the line with its address. */
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

/** The numbers of the sources that are done in an answer of `today --json`. */
export function doneIn(answer: string): number[] {
  const { sources } = JSON.parse(answer) as { sources: { readonly source: number; readonly done: boolean }[] };
  return sources.filter(({ done }) => done).map(({ source }) => source);
}
