import { join } from "node:path";

export type Preload = "crash" | "hurry" | "clock";

/** The environment of a child that loads these before the program; `values` are what they ask for. */
export function preloaded(names: readonly Preload[], values: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const options = names.map((name) => `--require=${join(import.meta.dirname, `${name}.cjs`)}`);
  return { NODE_OPTIONS: options.join(" "), ...values };
}
