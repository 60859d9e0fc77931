import { randomInt } from "node:crypto";
import { defineConfig } from "vitest/config";

/** What they test leaves nothing behind in their process. */
const SELF_CONTAINED = ["core", "client", "contract", "local"].map((room) => `tests/${room}/**/*.test.ts`);
const PAGE = "tests/site/**/*.test.ts";
const BROWSER = "tests/e2e/**/*.test.ts";

/**
 * Noon of the day on which all tests run, whatever day it is: one is like another, and none of them ends in a new day.
 * `TEST_DAY=2028-02-29 npm test` runs them on that.
 */
const NOON = new Date(`${process.env.TEST_DAY ?? "2026-06-10"}T12:00`);

/** New at each run; the line printed repeats it. */
const SEED = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
console.log(`Random tests begin with TEST_SEED=${SEED}; 'TEST_SEED=${SEED} npm test -- FILE' repeats a file's.`);

/**
 * `unit`, `page` and `program` need no browser; `e2e` drives a real Chromium, whose path `scripts/test.mjs` hands over.
 * Files of all run three at a time: many of them start processes and servers of their own. A process goes through many
 * files, because starting one for each takes a second or two; only the page's modules, which hold its state, are loaded
 * anew for each file.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    maxConcurrency: 2,
    isolate: false,
    env: { CLOCK_AHEAD: String(NOON.getTime() - Date.now()), TEST_SEED: SEED },
    setupFiles: ["tests/support/setClock.ts", "tests/support/seed.ts"],
    // Limits end what hangs; they are no measure of speed, so a slow or busy machine must not meet them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ["default", "./scripts/nodeVersions.ts", "./scripts/plainTotals.ts"],
    projects: [
      { extends: true, test: { name: "unit", include: SELF_CONTAINED } },
      {
        extends: true,
        // React as it ships: without its checks it needs half the time.
        oxc: { jsx: { development: false } },
        test: {
          name: "page",
          include: [PAGE],
          isolate: true,
          env: { NODE_ENV: "production" },
          // The addresses of style sheets, which components ask for.
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
