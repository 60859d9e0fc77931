import { expect, test } from "vitest";
import { $today } from "../../site/src/app/today.ts";
import { offerText } from "../../site/src/data/offerText.ts";

const TODAY = { year: 2026, month: 3, day: 5 };
const tick = (year: number, day: number) => ({ year, day, source: 1, done: true, was: false }) as const;

test.each([
  [2026, 64, "LeetCode done"],
  [2026, 63, "March 4, LeetCode done"],
  [2025, 64, "March 5, 2025, LeetCode done"],
])("a tick of %i, day %i, is told as '%s'", (year, day, text) => {
  $today.set(TODAY);
  expect(offerText({ kind: "undo", step: [tick(year, day)] })).toBe(text);
});

test("what was taken back is told as it is now", () => {
  $today.set(TODAY);
  expect(offerText({ kind: "redo", step: [tick(2025, 1)] })).toBe("January 1, 2025, LeetCode untried");
});
