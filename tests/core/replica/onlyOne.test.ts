import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const REPLICA = "packages/core/src/replica/";

/** Files whose text matches, as paths within the repository. */
function filesWith(pattern: RegExp, globs: readonly string[]): string[] {
  return globSync([...globs], { cwd: ROOT })
    .map((file) => relative(ROOT, join(ROOT, file)))
    .filter((file) => pattern.test(readFileSync(join(ROOT, file), "utf8")))
    .sort();
}

const SHIPPED = ["packages/*/src/**/*.ts", "site/src/**/*.{ts,tsx}"];
/** The page until it has adopted the replica: its own sending, and outboxes made of outboxes. */
const PAGE = ["site/src/lib/outbox.ts", "site/src/lib/safeOutbox.ts", "site/src/stores/exchange.ts"];

test("only the replica sends what an outbox holds", () => {
  const sending = filesWith(/\bflush\(|\bsaveChanges\(|\.acknowledge\(/, SHIPPED);
  const others = sending.filter((file) => !file.startsWith(REPLICA) && !PAGE.includes(file));
  // Where saving cells is defined.
  expect(others).toEqual(["packages/core/src/years.ts"]);
});

test("the property test, the simulation and the terminal create the replica that ships", () => {
  const creating = filesWith(/\bcreateReplica\(/, [
    "tests/reliability/**/*.ts",
    "bench/**/*.ts",
    "packages/cli/src/**/*.ts",
  ]);
  expect(creating).toEqual([
    "bench/scale/device.ts",
    "packages/cli/src/cloud/cloud.ts",
    "packages/cli/src/localTracker.ts",
    "tests/reliability/support/program.ts",
  ]);
});

test("no test and no bench sends in its own way", () => {
  expect(
    filesWith(/\bflush\((?!\))|createSchedule\(/, ["tests/{reliability,contract,budgets}/**/*.ts", "bench/**/*.ts"]),
  ).toEqual([]);
});
