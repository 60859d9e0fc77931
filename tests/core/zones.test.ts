import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("on every day of a leap year, in every zone of the runtime, the civil date is the local one", async () => {
  const script = join(import.meta.dirname, "support/zoneDays.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const { zones, checks, faults, first } = JSON.parse(stdout);
  expect(first).toEqual([]);
  expect(faults).toBe(0);
  expect(zones).toBeGreaterThan(400);
  expect(checks).toBeGreaterThan(zones * 366 * 4);
});
