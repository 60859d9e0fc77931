import { spawnSync } from "node:child_process";
import { join } from "node:path";

const MEMORY = join(import.meta.dirname, "../cli/memory.cjs");

/** One way to start a program under the Node that runs the bench. */
export interface Program {
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Exit codes that are no failure. */
  readonly codes?: readonly number[];
}

/** Milliseconds from the start to the end of the process. */
export function timeProgram(program: Program): number {
  const start = performance.now();
  run(program, []);
  return performance.now() - start;
}

/** Megabytes that the process held at its peak. */
export function memoryOf(program: Program): number {
  const kilobytes = run(program, ["--require", MEMORY]).output[3] ?? "";
  return Number(kilobytes) / 1024;
}

function run({ args, env, codes = [0] }: Program, options: readonly string[]) {
  const result = spawnSync(process.execPath, [...options, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  if (result.error) throw result.error;
  if (!codes.includes(result.status ?? -1)) {
    throw new Error(`'${args.join(" ")}' ended with ${result.status}: ${result.stderr}`);
  }
  return result;
}
