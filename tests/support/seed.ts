import fc from "fast-check";

/** Of this run, from `vitest.config.ts`. */
export const SEED = Number(process.env.TEST_SEED);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
