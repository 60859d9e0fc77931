import fc from "fast-check";
import { createRandom } from "./random.ts";

/** Of this run, from `vitest.config.ts`. */
export const SEED = Number(process.env.TEST_SEED);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

/** One of the numbers from 0 to below `count`, the same for the same seed and name. */
export function choose(name: string, count: number): number {
  const offset = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);
  return Math.floor(createRandom(SEED + offset).next() * count);
}
