import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { $today } from "../../site/src/app/today.ts";
import { offerText, spokenText } from "../../site/src/data/offerText.ts";
import { $sheet } from "../../site/src/questions/sheet.ts";

const TODAY = { year: 2026, month: 3, day: 5 };
const tick = (year: number, day: number) => ({ year, day, source: 1, done: true, was: false }) as const;

test.each([
  [2026, 64, "LeetCode: done"],
  [2026, 63, "March 4, LeetCode: done"],
  [2025, 64, "March 5, 2025, LeetCode: done"],
])("a tick of %i, day %i, is told as '%s'", (year, day, text) => {
  $today.set(TODAY);
  expect(offerText({ kind: "undo", step: [tick(year, day)] })).toBe(text);
});

test("what was taken back is told as it is now", () => {
  $today.set(TODAY);
  expect(offerText({ kind: "redo", step: [tick(2025, 1)] })).toBe("January 1, 2025, LeetCode: untried");
});

test.each([
  [2026, "undo", "March 5, LeetCode, Done"],
  [2026, "redo", "March 5, LeetCode, Untried"],
  [2025, "undo", "March 5, 2025, LeetCode, Done"],
] as const)("a tick of %i is spoken with its day, today's too (%s): '%s'", (year, kind, text) => {
  $today.set(TODAY);
  expect(spokenText({ kind, step: [tick(year, 64)] })).toBe(text);
});

test.each([
  ["leetcode.com/problems/two-sum", 1, "undo", "Two Sum: needed the solution"],
  ["leetcode.com/problems/two-sum", 1, "redo", "Two Sum: mark removed"],
  ["example.com/no-longer-listed", 4, "undo", "example.com/no-longer-listed: easy"],
] as const)("a mark names its question (%s, %i, %s): '%s'", (question, mark, kind, text) => {
  const sheet = readFileSync(join(import.meta.dirname, "../../site/public/questions.gviz.txt"), "utf8");
  $sheet.set({ status: "kept", text: sheet, keptAt: 0 });
  expect(offerText({ kind, step: [{ question, date: "2026-03-05", mark, was: 0 }] })).toBe(text);
});

test("a step that is not there is told", () => {
  expect(offerText({ kind: "undo", step: [] })).toBe("Nothing to undo in this tab.");
  expect(spokenText({ kind: "redo", step: [] })).toBe("Nothing to redo in this tab.");
});
