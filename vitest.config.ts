import { defineConfig } from "vitest/config";

/**
 * `unit` needs no browser; `e2e` drives a real Chromium, whose path `scripts/test.mjs` hands over.
 * Files of both run two at a time: many of them start processes and servers of their own.
 *
 * What a browser does beside the page (its workers, caches, windows) is not ours to time, so a test in one is tried
 * once more before it fails; the run names each that needed it.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    maxConcurrency: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes at once, but not on a machine that does three other things.
    expect: { poll: { timeout: 15_000 } },
    reporters: ["default", "./scripts/nodeVersions.ts", "./scripts/plainTotals.ts"],
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/**/*.test.ts"], exclude: ["tests/e2e/**"] } },
      { extends: true, test: { name: "e2e", include: ["tests/e2e/**/*.test.ts"], retry: 1 } },
    ],
  },
});
