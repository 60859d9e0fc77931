import { type OwnedData, settingCell } from "@dailyleet/core";
import { expect, test } from "vitest";
import { exportAgeText } from "../../site/src/data/safety.ts";
import { addedText, dataIn, importText } from "../../site/src/data/transfer.ts";
import { mark, tick } from "../support/changes.ts";

const TODAY = { year: 2026, month: 3, day: 5 };
const DAY_MS = 86_400_000;

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

const NO_MARKS = { changes: [], here: 0, there: 0, together: 0, ahead: 0 };
const marked = { change: mark("leetcode.com/problems/two-sum", 1), was: 3 } as const;
const ticked = { change: tick(2026, 64, 1), was: false };

const NOTHING = { changes: [], here: 4, there: 0, together: 4, ahead: 0, practice: NO_MARKS, settings: [] };
const SETTINGS = ["name", "url"].map((part) => ({
  change: { ...settingCell("source.2", part), state: "https://second.example" },
  was: "",
}));

test.each([
  [
    { changes: Array(19).fill(ticked), here: 212, there: 198, together: 231 },
    "Adds 19 ticks. Already here: 179 ticks.",
  ],
  [{ there: 3 }, "Nothing to add. Already here: 3 ticks."],
  [{ changes: Array(3).fill(ticked), there: 3, together: 7 }, "Adds 3 ticks."],
  [
    { changes: [ticked], here: 0, there: 3, together: 1, ahead: 2 },
    "Adds 1 tick. Skipped 2 ticks: 2027 has not begun.",
  ],
  [{ settings: SETTINGS }, "Adds 1 setting."],
  [{ practice: { ...NO_MARKS, here: 1, there: 1, together: 1 } }, "Nothing to add. Already here: 1 mark."],
  [
    { practice: { changes: [{ ...marked, was: 0 as const }, marked], here: 1, there: 3, together: 2, ahead: 1 } },
    "Adds 1 mark. Lowers 1 mark: of two marks on one day the lower one counts. Skipped 1 mark: their days have not come.",
  ],
])("%j reads as a sentence", (plan, sentence) => {
  expect(importText({ ...NOTHING, ...plan }, TODAY)).toBe(sentence);
});

test("what was added is told, marks where there are any", () => {
  const plan = { ...NOTHING, changes: [ticked], here: 0, there: 1, together: 1 };
  expect(addedText(plan)).toBe("Added 1 tick.");
  expect(addedText({ ...plan, practice: { ...NO_MARKS, changes: [marked, marked] } })).toBe(
    "Added 1 tick and 2 marks.",
  );
  expect(addedText({ ...plan, settings: SETTINGS })).toBe("Added 1 tick and 1 setting.");
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
  const plan = { ...NOTHING, changes: [leapDay], here: 0, there: 1, together: 1 };
  expect(importText(plan, TODAY)).toBe("Adds 1 tick. 29 February and 1 March share one tick.");
});

test("names in the file that are none of the sites are said to be skipped", () => {
  const plan = { ...NOTHING, changes: [ticked], here: 0, there: 1, together: 1 };
  expect(importText(plan, TODAY, ["Reading"])).toBe('Adds 1 tick. Skipped "Reading": not one of your five sites.');
  expect(importText(plan, TODAY, ["Gym", "Reading"])).toBe(
    'Adds 1 tick. Skipped "Gym" and "Reading": not any of your five sites.',
  );
});
