import { join } from "node:path";

type Preload = "serverClock" | "crash";

const fileOf = (name: Preload | "clock") => join(import.meta.dirname, `preloads/${name}.cjs`);

/** Every child of the tests loads it. */
export const CLOCK = fileOf("clock");

/**
 * The environment of a child that loads these before the program, after the clock of all tests; `values` are what they
 * ask for. `NOW` starts its clock at another moment.
 */
export function preloaded(names: readonly Preload[], values: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const options = [CLOCK, ...names.map(fileOf)].map((file) => `--require=${JSON.stringify(file)}`);
  return { CLOCK_AHEAD: process.env.CLOCK_AHEAD, NODE_OPTIONS: options.join(" "), ...values };
}
