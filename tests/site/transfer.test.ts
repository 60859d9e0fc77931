import type { OwnedData } from "@dailyleet/core";
import { expect, test } from "vitest";
import { exportAgeText } from "../../site/src/data/safety.ts";
import { dataIn, importText } from "../../site/src/data/transfer.ts";
import { tick } from "../support/changes.ts";

const DAY_MS = 86_400_000;

const NO_MARKS = { changes: [], here: 0, there: 0, together: 0, ahead: 0 };
const ticked = { change: tick(2026, 64, 1), was: false };
const PLAN = { changes: [ticked], here: 0, there: 1, together: 1, ahead: 0, practice: NO_MARKS, settings: [] };

test.each([
  [0, true, ""],
  [30, true, ""],
  [31, true, "Last export 31 days ago"],
  [30, false, ""],
  [400, false, "Not exported yet"],
  [-5, true, ""],
])("an export %d days old (done: %s) reads as '%s'", (days, isExported, text) => {
  const now = Date.UTC(2026, 2, 5);
  expect(exportAgeText({ at: now - days * DAY_MS, isExported }, now)).toBe(text);
});

test("another's file is named as such, a namesake's in cloud mode, too", () => {
  const ravi: OwnedData = { uid: "a1", name: "Ravi", ticks: { 2026: { 64: { 3: true } } }, marks: {} };
  const asha: OwnedData = { uid: "b2", name: "Asha", ticks: {}, marks: {} };
  const file = { ...ravi, profiles: [ravi], unknown: null };
  const foreign = (person: { uid: string; name: string }, isLocal: boolean, profiles = [ravi]) =>
    dataIn({ ...file, profiles }, "ravi.json", person, isLocal).foreign;
  expect(foreign({ uid: "a1", name: "ravi@example.org" }, false)).toBe("");
  expect(foreign({ uid: "c3", name: "Ravi" }, true)).toBe("");
  expect(foreign({ uid: "c3", name: "Ravi" }, false)).toBe("ravi.json is of another Ravi, not of Ravi.");
  expect(foreign({ uid: "c3", name: "Mira" }, true, [ravi, asha])).toBe(
    "ravi.json is of Ravi, Asha, not of Mira. Only the part of Ravi can be added here.",
  );
});

test("a day that is two of the calendar is told", () => {
  const leapDay = { change: tick(2028, 60, 1), was: false };
  expect(importText({ ...PLAN, changes: [leapDay] })).toBe("Would add 1 tick. 29 February and 1 March share one tick.");
});

test("names in the file that are none of the sites are said to be skipped", () => {
  expect(importText(PLAN, ["Reading"])).toBe('Would add 1 tick. Skipped "Reading": not one of your five sites.');
  expect(importText(PLAN, ["Gym", "Reading"])).toBe(
    'Would add 1 tick. Skipped "Gym" and "Reading": not any of your five sites.',
  );
});
