import {
  addDays,
  backupDocument,
  DEFAULT_SOURCES,
  expiredBackups,
  exportDocument,
  formatDate,
  parseImport,
  profileIn,
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

describe("a backup of several profiles", () => {
  const you = { uid: "a1", name: "You", ticks: { 2026: { 64: { 3: true } } }, marks: {} };
  const asha = {
    uid: "b2",
    name: "Asha",
    ticks: { 2025: { 1: { 1: true } } },
    marks: { two: { "2025-01-01": 3 } },
  } as const;
  const read = (document: object) =>
    parseImport(Buffer.from(JSON.stringify(document)), "backup", { sources: DEFAULT_SOURCES });

  const origin = { time: Date.UTC(2026, 10, 20, 14, 5), reason: "after import" } as const;

  test("is an export of the first with the others beside it, and gives each back by uid, else by name", () => {
    const document = backupDocument([you, asha], origin);
    expect(document).toMatchObject(exportDocument(you));
    const file = read(document);
    expect(profileIn(file, { uid: "a1", name: "Ravi" })).toMatchObject({ ticks: you.ticks });
    expect(profileIn(file, { uid: "c3", name: "asha" })).toMatchObject({ ticks: asha.ticks, marks: asha.marks });
    expect(profileIn(file, { uid: "c3", name: "Ravi" })).toBeNull();
  });

  test("is an export with its owner's name where there is one, and is anybody's", () => {
    const document = backupDocument([you], origin);
    expect(document).toEqual({
      ...exportDocument(you),
      profiles: [{ uid: "a1", name: "You" }],
      time: "2026-11-20T14:05:00.000Z",
      reason: "after import",
    });
    expect(profileIn(read(document), { uid: "c3", name: "Ravi" })?.ticks).toEqual(you.ticks);
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
    [{ profiles: [you, { uid: "b2", name: "Asha", years: 7 }] }, "in the profile 'Asha' 'years' is 7, but must be"],
  ])("with %j is refused", (broken, said) => {
    expect(failureOf(() => read({ version: 1, years: {}, ...broken }))).toContain(`bad-import: backup: ${said}`);
  });
});
