import { readFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { BUILT, runCli } from "../../support/cliProcess.ts";
import { CLOCK } from "../../support/preload.ts";

const PROGRAM = join(import.meta.dirname, "../../../packages/cli");

export interface Loads {
  readonly files: readonly string[];
  /**
   * Modules of Node that were loaded beyond those that every Node loads at its start: 'http',
   * 'internal/deps/undici/undici'.
   */
  readonly node: readonly string[];
}

/** Runs the built command line and returns the modules that it loaded. */
export async function loadsOf(home: string, args: readonly string[]): Promise<Loads> {
  const file = join(home, "loads.json");
  const recorder = join(import.meta.dirname, "recordLoads.cjs");
  const program = { ...BUILT, options: ["--require", recorder] };
  const { code, stderr } = await runCli(home, args, { LOADS: file }, program);
  if (code !== 0) throw new Error(`'${args.join(" ")}' ended with ${code}: ${stderr}`);
  const recorded = JSON.parse(readFileSync(file, "utf8")) as { asked: string[]; internal: string[] };
  const files = recorded.asked.filter((name) => isAbsolute(name) && name !== CLOCK);
  return {
    files: files.map((name) => relative(PROGRAM, name)),
    node: recorded.internal.map((name) => name.replace(/^NativeModule /, "")),
  };
}
