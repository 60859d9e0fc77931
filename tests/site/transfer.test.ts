import { createTickStore, NO_TICKS, type PendingChange, saveChanges } from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { expect, test } from "vitest";
import { readAllYears } from "../../site/src/lib/allYears.ts";
import { exportAgeText } from "../../site/src/lib/exportAge.ts";
import { importText } from "../../site/src/lib/importText.ts";
import { tempDatabase, uidOfYou } from "../local/support/database.ts";

const DAY_MS = 86_400_000;

test("all years are read over gaps, with the unsent changes over what the server has", async () => {
  const database = tempDatabase();
  const uid = uidOfYou(database);
  const store = createTickStore(createDocumentStore(database, uid), uid);
  const today = { year: 2026, month: 3, day: 5 };
  await saveChanges(store, [{ year: 2026, day: 64, source: 1, done: true }], today);
  await saveChanges(store, [{ year: 1999, day: 365, source: 5, done: true }], today);
  const pending: PendingChange[] = [
    { year: 2026, day: 64, source: 1, done: false, sequence: 1 },
    { year: 2020, day: 1, source: 2, done: true, sequence: 2 },
  ];
  const years = await readAllYears(store, pending, today);
  expect([years[2026], years[2020], years[1999]]).toEqual([
    { 64: { 1: false } },
    { 1: { 2: true } },
    { 365: { 5: true } },
  ]);
  expect([years[1970], years[2027]]).toEqual([NO_TICKS, undefined]);
});

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
