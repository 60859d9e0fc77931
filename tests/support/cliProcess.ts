import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { preloaded } from "./preload.ts";

export const CLI = join(import.meta.dirname, "../../packages/cli/bin/dailyleet.cjs");

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

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
  /** Where it is run; here when left out. */
  readonly cwd?: string;
}

const BUILT: Program = { node: process.execPath, launcher: CLI };

/** Runs a command line as a real process. */
export async function runCli(
  home: string,
  args: readonly string[],
  extra: NodeJS.ProcessEnv = {},
  { node, launcher, cwd }: Program = BUILT,
): Promise<CliResult> {
  const child = spawn(node, [launcher, ...args], {
    cwd,
    env: cliEnvironment(home, extra),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
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
export async function serve(
  home: string,
  extra: NodeJS.ProcessEnv = {},
  { node, launcher, cwd }: Program = BUILT,
): Promise<RunningServer> {
  const child = spawn(node, [launcher, "serve", "--port", "0"], {
    cwd,
    env: cliEnvironment(home, extra),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    process.stderr.write(text);
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const line = await Promise.race([
    once(createInterface(child.stdout), "line").then(([text]) => text as string),
    exited.then(([code]) => {
      throw new Error(`serve ended with ${code} before it was ready`);
    }),
  ]);
  const url = /http:\/\/\S+/.exec(line)?.[0].replace(/\/$/, "");
  if (!url) throw new Error(`no address in '${line}'`);
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
