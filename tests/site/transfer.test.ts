import { expect, test } from "vitest";
import { exportAgeText } from "../../site/src/data/exportAge.ts";
import { importText } from "../../site/src/data/importText.ts";

const DAY_MS = 86_400_000;

test.each([
  [0, true, ""],
  [30, true, ""],
  [31, true, "last export 31 days ago"],
  [30, false, ""],
  [400, false, "not exported yet"],
  [-5, true, ""],
])("an export %d days old (done: %s) reads as '%s'", (days, isExported, text) => {
  const now = Date.UTC(2026, 2, 5);
  expect(exportAgeText({ at: now - days * DAY_MS, isExported }, now)).toBe(text);
});

const change = { year: 2026, day: 64, source: 1, done: true } as const;

test.each([
  [{ changes: [change], here: 212, there: 198, together: 231, ahead: 0 }, "Here 212, there 198, together 231."],
  [{ changes: [], here: 4, there: 3, together: 4, ahead: 0 }, "Here 4, there 3, together 4: nothing to add."],
  [
    { changes: [change], here: 0, there: 3, together: 1, ahead: 2 },
    "Here 0, there 3, together 1. 2 of years that have not begun are left out.",
  ],
])("%j reads as a sentence", (plan, sentence) => {
  expect(importText(plan)).toBe(sentence);
});

test("habits that are left out are named", () => {
  const plan = { changes: [change], here: 0, there: 1, together: 1, ahead: 0 };
  expect(importText(plan, ["Gym", "Reading"])).toBe(
    "Here 0, there 1, together 1. Left out, as no source has the name: Gym, Reading.",
  );
});
