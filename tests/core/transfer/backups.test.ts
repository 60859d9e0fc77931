import {
  addDays,
  backupDocument,
  backupText,
  DEFAULT_SOURCES,
  dataDocument,
  entriesOf,
  expiredBackups,
  formatDate,
  matchProfiles,
  type OwnedData,
  type Owner,
  ownData,
  ownersText,
  parseImport,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failureOf } from "../support/fixtures.ts";

const FIRST = { year: 2024, month: 1, day: 1 };
const dayText = (day: number) => formatDate(addDays(FIRST, day));

test("kept are the last seven days and the first of each of the last twelve months, whenever somebody writes", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(900), { maxLength: 400, size: "max" }), (days) => {
      const written: string[] = [];
      let kept: string[] = [];
      for (const day of days.sort((a, b) => a - b)) {
        const today = dayText(day);
        written.push(today);
        const expired = expiredBackups([...kept, today], today);
        kept = [...kept, today].filter((date) => !expired.includes(date));
      }
      const months = [...Map.groupBy(written, (date) => date.slice(0, 7)).values()].map(([first]) => first);
      expect(kept).toEqual([...new Set([...months.slice(-12), ...written.slice(-7)])].sort());
    }),
  );
});

test("a clock that was wrong pushes no backup out, and what it dated ahead stays", () => {
  const ahead = Array.from({ length: 20 }, (_, day) => `2099-01-${String(day + 1).padStart(2, "0")}`);
  expect(expiredBackups([...ahead, "2026-11-20", "2026-11-21"], "2026-11-21")).toEqual([]);
});

describe("profiles", () => {
  const owner = (text: string): Owner => ({ uid: text.slice(0, 2), name: text.slice(3) });
  test.each([
    ["match by the uid, whatever they are called", ["a1 Ravi"], ["a1 You"], ["a1"]],
    ["match by the name, else", ["x1 You"], ["a1 you"], ["x1"]],
    ["never meet in one: a name that was given to another", ["x1 Asha"], ["a1 Ravi", "b2 Asha"], [undefined, "x1"]],
    ["never meet in one: a later profile", ["a1 Ravi", "x1 You"], ["c3 You", "a1 You"], ["x1", "a1"]],
    ["never meet in one: one name left", ["a1 You"], ["b2 You", "a1 Ravi"], [undefined, "a1"]],
  ])("%s", (_, known, wanted, found) => {
    expect(matchProfiles(known.map(owner), wanted.map(owner)).map((each) => each?.uid)).toEqual(found);
  });
});

describe("a backup of several profiles", () => {
  const you = {
    uid: "a1",
    name: "You",
    ticks: { 2026: { 64: { 3: true } } },
    marks: {},
    settings: { dayEndsAt: { value: "03:00" }, "account.leetcode": { value: "ravi" } },
  };
  const asha = {
    uid: "b2",
    name: "Asha",
    ticks: { 2025: { 1: { 1: true } } },
    marks: { two: { "2025-01-01": 3 } },
    settings: { "account.leetcode": { value: "asha" } },
  } as const;
  const read = (document: object) =>
    parseImport(Buffer.from(JSON.stringify(document)), "backup", { sources: DEFAULT_SOURCES });

  const origin = { time: Date.UTC(2026, 10, 20, 14, 5), reason: "after import" } as const;

  test("is an export of the first with the others beside it, and gives each back by uid, else by name", () => {
    const document = backupDocument([you, asha], origin);
    expect(document).toMatchObject(dataDocument(you));
    const file = read(document);
    const ownOf = (person: Owner, known = [person]) => ownData(file, person, known);
    const { uid: _, name: __, ...yours } = you;
    const { uid: ___, name: ____, ...ashas } = asha;
    expect(ownOf({ uid: "a1", name: "Ravi" })).toMatchObject(yours);
    expect(ownOf({ uid: "c3", name: "asha" })).toMatchObject(ashas);
    expect(ownOf({ uid: "c3", name: "Ravi" })).toBeNull();
    // 'You' has a new name, and a later profile is called 'You'.
    const later = { uid: "c3", name: "You" };
    expect(ownOf(later, [{ uid: "a1", name: "Ravi" }, later])).toBeNull();
  });

  test("is in cloud mode a person's own by the uid alone, and tells namesakes apart", () => {
    const file = read(backupDocument([you, asha], origin));
    expect(ownData(file, { uid: "b2", name: "Asha" }, null)).toMatchObject({ ticks: asha.ticks });
    expect(ownData(file, { uid: "c3", name: "Asha" }, null)).toBeNull();
    expect(ownersText(file, { uid: "c3", name: "Asha" })).toBe("You, another Asha");
  });

  test("is an export with its owner, the time and the reason", () => {
    expect(backupDocument([you], origin)).toEqual({
      ...dataDocument(you),
      profiles: [{ uid: "a1", name: "You" }],
      time: "2026-11-20T14:05:00.000Z",
      reason: "after import",
    });
  });

  test("counts each person's settings among what it holds", () => {
    const counted = (people: OwnedData[]) => new Set(entriesOf(people)).size;
    expect([counted([you]), counted([you, asha])]).toEqual([3, 6]);
    expect(counted([{ ...you, settings: { list: { value: "" } } }])).toBe(1);
  });

  test("without settings says so, for the first person as for the others", () => {
    const file = read(
      backupDocument(
        [
          { ...you, settings: {} },
          { ...asha, settings: {} },
        ],
        origin,
      ),
    );
    expect(file.profiles?.map(({ settings }) => settings)).toEqual([{}, {}]);
    expect(backupDocument([{ ...you, settings: {} }], origin)).not.toHaveProperty("settings");
  });

  test("without an owner is anybody's", () => {
    expect(ownData(read(dataDocument(you)), { uid: "c3", name: "Ravi" }, null)?.ticks).toEqual(you.ticks);
  });

  test("names the keys that this version does not know", () => {
    expect(read({ ...backupDocument([you], origin), notes: {} }).ignored).toEqual(["notes"]);
    expect(read(backupDocument([you], origin)).ignored).toEqual([]);
  });

  test("says when and why it was saved, if both can be read", () => {
    const document = backupDocument([you], origin);
    expect(read(document).origin).toEqual(origin);
    for (const wrong of [{ time: "yesterday" }, { time: 7 }, { reason: "before\u001b[2J" }, { reason: undefined }]) {
      expect(read({ ...document, ...wrong }).origin).toBeNull();
    }
  });

  test.each([
    [{ profiles: {} }, "'profiles' is {}, but must be a list of profiles"],
    [{ profiles: [{ uid: "a1" }] }, "profile 1 has no 'uid' or no 'name'"],
    [{ profiles: [{ uid: "a1/years", name: "You" }] }, "profile 1 has no 'uid' or no 'name'"],
    [{ profiles: [you, { ...asha, uid: "a1", years: {} }] }, "two profiles have the uid 'a1'"],
    [
      { profiles: [you, { uid: "b2", name: "Asha", years: {}, settings: { list: { value: 7 } } }] },
      "in the profile 'Asha' the part 'value' of 'list' in 'settings' is 7, but must be a text",
    ],
    [{ profiles: [you, { uid: "b2", name: "Asha", years: 7 }] }, "in the profile 'Asha' 'years' is 7, but must be"],
  ])("with %j is refused", (broken, said) => {
    expect(failureOf(() => read({ version: 1, years: {}, ...broken }))).toContain(`bad-import: backup: ${said}`);
  });
});

test.each([
  [{}, "412 ticks and 31 marks"],
  [
    { owners: ["Ravi", "Asha"], adds: 12, reason: "before import", computer: "desk" },
    "412 ticks and 31 marks of Ravi, Asha, adds 12, before import, desk",
  ],
  [{ adds: 0 }, "412 ticks and 31 marks, adds nothing"],
  [{ ticks: null, marks: null, computer: "desk" }, "can't be read"],
] as const)("a backup in a list, %j, reads as '%s'", (more, text) => {
  const plain = { ticks: 412, marks: 31, owners: [], adds: null, reason: null, computer: null };
  expect(backupText({ ...plain, ...more })).toBe(text);
});
