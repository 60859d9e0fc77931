import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSheet } from "@dailyleet/core";
import { expect, test } from "vitest";
import { $today } from "../../site/src/app/today.ts";
import { offerText, spokenText } from "../../site/src/data/undo.ts";
import { $questions } from "../../site/src/questions/questions.ts";

const TODAY = { year: 2026, month: 3, day: 5 };
const tick = (year: number, day: number) => ({ year, day, source: 1, done: true, was: false }) as const;

test.each([
  [2026, 64, "LeetCode: done"],
  [2026, 63, "March 4, LeetCode: done"],
  [2025, 64, "March 5, 2025, LeetCode: done"],
])("a tick of %i, day %i, is told as '%s'", (year, day, text) => {
  $today.set(TODAY);
  expect(offerText({ act: "do", step: [tick(year, day)] })).toBe(text);
});

test("what was undone or redone is told as it is now", () => {
  $today.set(TODAY);
  expect(offerText({ act: "undo", step: [tick(2025, 1)] })).toBe("Undone. January 1, 2025, LeetCode: untried");
  expect(offerText({ act: "redo", step: [tick(2026, 64)] })).toBe("Redone. LeetCode: done");
});

test("several are counted, and the undo of many names the backup", () => {
  const mark = { question: "leetcode.com/problems/3sum", date: "2026-03-05", mark: 1, was: 0 } as const;
  const many = Array.from({ length: 21 }, (_, day) => tick(2026, day + 1));
  expect(offerText({ act: "do", step: [tick(2026, 1), tick(2026, 2), mark] })).toBe("2 ticks and 1 mark added");
  expect(offerText({ act: "undo", step: [mark, mark] })).toBe("Undone. 2 marks removed");
  expect(offerText({ act: "undo", step: many })).toBe(
    "Undone. 21 ticks removed. A backup was saved to your downloads.",
  );
});

test.each([
  [2026, "do", "March 5, LeetCode, Done"],
  [2026, "undo", "Undone. March 5, LeetCode, Untried"],
  [2025, "redo", "Redone. March 5, 2025, LeetCode, Done"],
] as const)("a tick of %i is spoken with its day, today's too (%s): '%s'", (year, act, text) => {
  $today.set(TODAY);
  expect(spokenText({ act, step: [tick(year, 64)] })).toBe(text);
});

test.each([
  ["leetcode.com/problems/two-sum", 2, "do", "Two Sum: needed a hint"],
  ["leetcode.com/problems/two-sum", 0, "do", "Two Sum: mark removed"],
  ["leetcode.com/problems/two-sum", 1, "undo", "Undone. Two Sum: mark removed"],
  ["leetcode.com/problems/two-sum", 1, "redo", "Redone. Two Sum: needed the solution"],
  ["example.com/no-longer-listed", 4, "do", "example.com/no-longer-listed: easy"],
] as const)("a mark names its question (%s, %i, %s): '%s'", (question, mark, act, text) => {
  const sheet = readFileSync(join(import.meta.dirname, "../../site/public/questions.gviz.txt"), "utf8");
  $questions.set({ status: "ready", questions: parseSheet(sheet).questions, keptAt: null, fault: "" });
  expect(offerText({ act, step: [{ question, date: "2026-03-05", mark, was: 0 }] })).toBe(text);
});

test("a step that is not there is told", () => {
  expect(offerText({ act: "undo", step: [] })).toBe("Nothing to undo");
  expect(spokenText({ act: "redo", step: [] })).toBe("Nothing to redo");
});
