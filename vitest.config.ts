import { randomInt } from "node:crypto";
import { defineConfig } from "vitest/config";

/** Tests that leave nothing behind in their process. */
const SELF_CONTAINED = ["core", "client", "contract", "local"].map((room) => `tests/${room}/**/*.test.ts`);
const PAGE = "tests/site/**/*.test.ts";
const BROWSER = "tests/e2e/**/*.test.ts";

/**
 * All tests run at noon of a fixed day, so that runs are alike and no run crosses midnight. `TEST_DAY=2028-02-29 npm
 * test` sets another day.
 */
const NOON = new Date(`${process.env.TEST_DAY ?? "2026-06-10"}T12:00`);

/** A new seed for each run; the printed line shows how to repeat it. */
const SEED = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
console.log(`Random tests begin with TEST_SEED=${SEED}; 'TEST_SEED=${SEED} npm test -- FILE' repeats a file's.`);

/**
 * `unit`, `page` and `program` need no browser; `e2e` drives a real Chromium, whose path comes from `scripts/test.mjs`.
 * Three files run at a time, because many start processes and servers. A process runs many files, because starting a
 * process for each takes a second or two; only the page's modules, which hold its state, are loaded anew for each file.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    maxConcurrency: 2,
    isolate: false,
    env: { CLOCK_AHEAD: String(NOON.getTime() - Date.now()), TEST_SEED: SEED },
    setupFiles: ["tests/support/setClock.ts", "tests/support/seed.ts"],
    // Timeouts end tests that hang. They do not measure speed, so a slow or busy machine must not reach them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ["default", "./scripts/nodeVersions.ts", "./scripts/plainTotals.ts"],
    projects: [
      { extends: true, test: { name: "unit", include: SELF_CONTAINED } },
      {
        extends: true,
        // React's production build, as it ships: without development checks it takes half the time.
        oxc: { jsx: { development: false } },
        test: {
          name: "page",
          include: [PAGE],
          isolate: true,
          env: { NODE_ENV: "production" },
          // Process the style sheets whose URLs the components import.
          css: { include: [/\?url$/] },
        },
      },
      {
        extends: true,
        test: { name: "program", include: ["tests/**/*.test.ts"], exclude: [...SELF_CONTAINED, PAGE, BROWSER] },
      },
      { extends: true, test: { name: "e2e", include: [BROWSER], globalSetup: "tests/e2e/support/fonts.ts" } },
    ],
  },
});
