import { join } from "node:path";

type Preload = "serverClock" | "crash";

const fileOf = (name: Preload | "clock") => join(import.meta.dirname, `preloads/${name}.cjs`);

/** Every child process of the tests loads this file. */
export const CLOCK = fileOf("clock");

/**
 * The environment of a child that loads the clock of all tests and then these files before the program. `values` are
 * variables for those files; `NOW` starts the clock at another moment.
 */
export function preloaded(names: readonly Preload[], values: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const options = [CLOCK, ...names.map(fileOf)].map((file) => `--require=${JSON.stringify(file)}`);
  return { CLOCK_AHEAD: process.env.CLOCK_AHEAD, NODE_OPTIONS: options.join(" "), ...values };
}
