import {
  applyChanges,
  changesOf,
  NO_SETTINGS,
  type OwnedData,
  type PersonSettings,
  planRestore,
  type Resident,
} from "@dailyleet/core";
import { describe, expect, test } from "vitest";

const TODAY = { year: 2026, month: 6, day: 10 };
const person = (text: string, day = 64): OwnedData => {
  const [uid = "", name = ""] = text.split(" ");
  return { uid, name, ticks: { 2026: { [day]: { 3: true } } }, marks: {} };
};
const used = (text: string): Resident => ({ ...person(text, 1), isUnused: false });
const unused = (text: string): Resident => ({ ...person(text), ticks: {}, isUnused: true });

describe("a restore", () => {
  test.each([
    ["gives a new database's profile the person of the backup", [unused("x1 You")], ["a1 Ravi"], ["x1 → a1 Ravi"]],
    ["gives it the uid that pages know, also under its own name", [unused("x1 You")], ["a1 You"], ["x1 → a1 You"]],
    [
      "makes the others anew with their uids",
      [unused("x1 You")],
      ["a1 Ravi", "b2 Asha"],
      ["x1 → a1 Ravi", "new → b2 Asha"],
    ],
    ["keeps the new name of a profile renamed meanwhile", [used("a1 Ravi")], ["a1 You"], ["a1 → a1 Ravi"]],
    ["leaves a used profile of the same name its uid", [used("x1 You")], ["a1 You"], ["x1 → x1 You"]],
    ["makes a profile for a stranger to a used one", [used("x1 You")], ["a1 Ravi"], ["new → a1 Ravi"]],
    [
      "keeps two people apart on a computer whose 'You' was renamed",
      [unused("x1 Asha")],
      ["a1 Ravi", "b2 Asha"],
      ["new → a1 Ravi", "x1 → b2 Asha"],
    ],
    ["keeps a person apart whom somebody has named", [unused("x1 Asha")], ["a1 Ravi"], ["new → a1 Ravi"]],
    [
      "keeps the name that somebody has given",
      [unused("x1 Asha")],
      ["a1 You", "b2 Ravi"],
      ["x1 → a1 Asha", "new → b2 Ravi"],
    ],
    ["keeps a later profile 'You' apart", [unused("x1 You")], ["a1 Ravi", "c3 You"], ["new → a1 Ravi", "x1 → c3 You"]],
    [
      "numbers a name that another person has",
      [used("a1 Ravi")],
      ["a1 You", "b2 Ravi"],
      ["a1 → a1 Ravi", "new → b2 Ravi 2"],
    ],
  ])("%s", (_, residents, backup, expected) => {
    const gains = planRestore(
      backup.map((text) => person(text)),
      residents,
      TODAY,
    );
    expect(gains.map(({ here, becomes: { uid, name } }) => `${here?.uid ?? "new"} → ${uid} ${name}`)).toEqual(expected);
    expect(gains.map(({ plan }) => plan.changes.length)).toEqual(backup.map(() => 1));
  });

  test("gives each of two people their own settings, and changes none that a person has here", () => {
    const own = (text: string, settings: PersonSettings): OwnedData => ({ ...person(text), settings });
    const backup = [
      own("a1 Ravi", { dayEndsAt: { value: "03:00" }, "account.leetcode": { value: "ravi" } }),
      own("b2 Asha", { plan: { until: "2027-03-31", from: "2026-06-10" }, "account.leetcode": { value: "asha" } }),
    ];
    const here = [{ ...used("a1 Ravi"), settings: { dayEndsAt: { value: "05:00" } } }, used("b2 Asha")];
    const gained = (residents: Resident[]) =>
      planRestore(backup, residents, TODAY).map(({ becomes, plan }) => [
        becomes.name,
        applyChanges(NO_SETTINGS, changesOf(plan.settings)),
      ]);
    expect(gained(here)).toEqual([
      ["Ravi", { "account.leetcode": { value: "ravi" } }],
      ["Asha", backup[1]?.settings],
    ]);
    expect(gained([unused("x1 You")])).toEqual(backup.map(({ name, settings }) => [name, settings]));
  });
});
