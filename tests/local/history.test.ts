import type { SavedChange } from "@dailyleet/core";
import { forgetChanges, lastChanges, recordChanges } from "@dailyleet/local";
import { expect, test } from "vitest";
import { tempDatabase } from "./support/database.ts";

const saved = (day: number, was = false, done = true): SavedChange => ({ year: 2026, day, source: 1, done, was });

test("commands are undone from the last to the first, each person's own", () => {
  const database = tempDatabase();
  expect(lastChanges(database, "ann")).toBeNull();
  recordChanges(database, "ann", [saved(1), saved(2)]);
  recordChanges(database, "ann", [saved(3)]);
  recordChanges(database, "bob", [saved(9)]);
  const days: number[][] = [];
  for (let entry = lastChanges(database, "ann"); entry; entry = lastChanges(database, "ann")) {
    days.push(entry.changes.map(({ day }) => day));
    expect(forgetChanges(database, entry)).toBe(true);
    expect(forgetChanges(database, entry)).toBe(false);
  }
  expect(days).toEqual([[3], [1, 2]]);
  expect(lastChanges(database, "bob")?.changes).toEqual([saved(9)]);
});

test("a command that left everything as it was is no step to undo", () => {
  const database = tempDatabase();
  recordChanges(database, "ann", [saved(1, true), saved(2)]);
  recordChanges(database, "ann", [saved(3, true), saved(4, false, false)]);
  expect(lastChanges(database, "ann")?.changes).toEqual([saved(2)]);
});

test("the last hundred commands of each person are kept", () => {
  const database = tempDatabase();
  recordChanges(database, "bob", [saved(9)]);
  for (let day = 1; day <= 105; day++) recordChanges(database, "ann", [saved(day)]);
  const rows = database.all<{ uid: string; changes: string }>("SELECT uid, changes FROM history ORDER BY number");
  expect(rows.filter(({ uid }) => uid === "ann")).toHaveLength(100);
  expect(rows.filter(({ uid }) => uid === "bob")).toHaveLength(1);
  expect(JSON.parse(rows[1]?.changes ?? "")).toEqual([saved(6)]);
});
