import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const REPLICA = "packages/core/src/replica/";

function filesWith(pattern: RegExp, globs: readonly string[]): string[] {
  return globSync([...globs], { cwd: ROOT })
    .map((file) => relative(ROOT, join(ROOT, file)))
    .filter((file) => pattern.test(readFileSync(join(ROOT, file), "utf8")))
    .sort();
}

const SHIPPED = ["packages/*/src/**/*.ts", "site/src/**/*.{ts,tsx}"];

test("only the replica sends what an outbox holds, and only local mode saves without one", () => {
  const saving = filesWith(/\bsaveBatch\(|\bsaveChanges\(|\.acknowledge\(/, SHIPPED);
  const others = saving.filter((file) => !file.startsWith(REPLICA));
  // The module that defines how cells are saved.
  expect(others).toEqual(["packages/cli/src/tracker/openTracker.ts", "packages/core/src/store/saveChanges.ts"]);
});

test("the property test, the simulation, the terminal and the page create the replica that ships", () => {
  const creating = filesWith(/\bcreateReplica\(/, [
    "tests/reliability/**/*.ts",
    "bench/**/*.ts",
    "packages/cli/src/**/*.ts",
    "site/src/**/*.{ts,tsx}",
  ]);
  expect(creating).toEqual([
    "bench/scale/device.ts",
    "packages/cli/src/tracker/cloudTracker.ts",
    "site/src/replica/openReplica.ts",
    "tests/reliability/interleavings.test.ts",
    "tests/reliability/support/program.ts",
    "tests/reliability/underWay.test.ts",
  ]);
});

test("no test and no bench sends in its own way", () => {
  expect(
    filesWith(/\bcreateSync\(|createSyncLoop\(/, ["tests/{reliability,contract,budgets}/**/*.ts", "bench/**/*.ts"]),
  ).toEqual([]);
});
