import { spawnSync } from "node:child_process";
import { defineConfig } from "vitest/config";

/** What they test leaves nothing behind in their process. */
const SELF_CONTAINED = ["core", "client", "contract", "local"].map((room) => `tests/${room}/**/*.test.ts`);
const PAGE = "tests/site/**/*.test.ts";
const BROWSER = "tests/e2e/**/*.test.ts";

/** Browser tests of looks and of second screens: the short run takes every fourth file, others at another commit. */
const IN_TURNS = [
  ...["access", "blockedStorage", "cloudNewYear", "cloudSignIn", "cloudTokens", "colours", "counter", "exchange"],
  ...["hostileSheet", "keyboard", "layout", "ownDay", "ownList", "phone", "picture", "practiceFlow", "questions"],
  ...["stillness", "streaks", "studyList", "today", "translated", "undo", "viewHistory", "wayOn", "weeks"],
  ...["wholeCalendar"],
];

/**
 * Noon of the day on which all tests run, whatever day it is: one is like another, and none of them ends in a new day.
 * `TEST_DAY=2028-02-29 npm test` runs them on that.
 */
const NOON = new Date(`${process.env.TEST_DAY ?? "2026-06-10"}T12:00`);

/** The same chance for all runs of a commit; `TEST_SEED=7 npm test` takes another. */
const SEED = process.env.TEST_SEED ?? String(Number.parseInt(commit().slice(0, 7), 16));
console.log(`Chance begins with TEST_SEED=${SEED}.`);

/** None where the command line (`vitest run …`) chooses. */
const isWholeShortRun = !process.env.DAILYLEET_LONG && process.argv.length === 3;
const LEFT_OUT = IN_TURNS.filter((_, index) => isWholeShortRun && (index + Number(SEED)) % 4 !== 0);
if (LEFT_OUT.length > 0)
  console.log(`NOT CHECKED in a browser at this commit, all are in the long run: ${LEFT_OUT.join(", ")}.`);

function commit(): string {
  return spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).stdout || "1";
}

/**
 * `unit`, `page` and `program` need no browser; `e2e` drives a real Chromium, whose path `scripts/test.mjs` hands over.
 * Files of all run three at a time: many of them start processes and servers of their own. A process goes through many
 * files, because starting one for each takes a second or two; only the page's modules, which hold its state, are loaded
 * anew for each file.
 *
 * What a browser does beside the page (its workers, caches, windows) is not ours to time, so a test in one is tried
 * once more before it fails; the run names each that needed it.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    maxConcurrency: 2,
    isolate: false,
    env: { CLOCK_AHEAD: String(NOON.getTime() - Date.now()), TEST_SEED: SEED },
    setupFiles: ["tests/support/setClock.ts", "tests/support/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes at once, but not on a machine that does three other things.
    expect: { poll: { timeout: 15_000 } },
    reporters: ["default", "./scripts/nodeVersions.ts", "./scripts/plainTotals.ts"],
    projects: [
      { extends: true, test: { name: "unit", include: SELF_CONTAINED } },
      { extends: true, test: { name: "page", include: [PAGE], isolate: true } },
      {
        extends: true,
        test: { name: "program", include: ["tests/**/*.test.ts"], exclude: [...SELF_CONTAINED, PAGE, BROWSER] },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: [BROWSER],
          exclude: LEFT_OUT.map((name) => `tests/e2e/${name}.test.ts`),
          retry: 1,
        },
      },
    ],
  },
});
