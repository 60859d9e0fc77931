import fc from "fast-check";

/** This run's seed, from `vitest.config.ts`. */
export const SEED = Number(process.env.TEST_SEED);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
