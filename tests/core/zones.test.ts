import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

async function answerOf(script: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "support", script)]);
  return JSON.parse(stdout);
}

test("on every day of a leap year, in every zone of the runtime, the civil date is the local one", async () => {
  const { zones, checks, faults, first } = await answerOf("zoneDays.ts");
  expect(first).toEqual([]);
  expect(faults).toBe(0);
  expect(zones).toBeGreaterThan(400);
  expect(checks).toBeGreaterThan(zones * 366 * 4);
});

test("wherever the clocks change, the person's day ends when they first show its end, and never begins again", async () => {
  const { zones, checks, repeated, faults, first } = await answerOf("zoneDayEnds.ts");
  expect(first).toEqual([]);
  expect(faults).toBe(0);
  expect(checks).toBeGreaterThan(zones * 4 * 8 * 200);
  expect(repeated).toBeGreaterThan(100);
});
