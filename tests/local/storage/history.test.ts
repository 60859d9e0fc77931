import type { SavedTick } from "@dailyleet/core";
import { lastDone, lastUndone, markUndone, recordChanges } from "@dailyleet/local";
import { expect, test } from "vitest";
import { tempDatabase } from "../support/database.ts";

const saved = (day: number, was = false, done = true): SavedTick => ({ year: 2026, day, source: 1, done, was });
const TICK = { command: "tick", time: 1_800_000_000_000 };

test("commands are undone from the last to the first and redone the other way, each person's own", () => {
  const database = tempDatabase();
  expect([lastDone(database, "ann"), lastUndone(database, "ann")]).toEqual([null, null]);
  recordChanges(database, "ann", [saved(1), saved(2)], TICK);
  recordChanges(database, "ann", [saved(3)], TICK);
  recordChanges(database, "bob", [saved(9)], { command: "import", time: 1 });
  const days: number[][] = [];
  for (let entry = lastDone(database, "ann"); entry; entry = lastDone(database, "ann")) {
    days.push(entry.changes.map((change) => (change as SavedTick).day));
    expect([markUndone(database, entry, true), markUndone(database, entry, true)]).toEqual([true, false]);
  }
  for (let entry = lastUndone(database, "ann"); entry; entry = lastUndone(database, "ann")) {
    days.push(entry.changes.map((change) => (change as SavedTick).day));
    expect([markUndone(database, entry, false), markUndone(database, entry, false)]).toEqual([true, false]);
  }
  expect(days).toEqual([[3], [1, 2], [1, 2], [3]]);
  expect(lastDone(database, "bob")).toMatchObject({ command: "import", time: 1, changes: [saved(9)] });
});

test("a new change ends what could be redone; a command that changed nothing does not", () => {
  const database = tempDatabase();
  const undo = () => {
    const entry = lastDone(database, "ann");
    if (entry) markUndone(database, entry, true);
  };
  recordChanges(database, "ann", [saved(1)], TICK);
  undo();
  recordChanges(database, "ann", [saved(2, true)], TICK);
  recordChanges(database, "bob", [saved(2)], TICK);
  expect(lastUndone(database, "ann")?.changes).toEqual([saved(1)]);
  recordChanges(database, "ann", [saved(3)], TICK);
  expect(lastUndone(database, "ann")).toBeNull();
  expect(lastDone(database, "ann")?.changes).toEqual([saved(3)]);
});

test("a command that left everything as it was is no step to undo", () => {
  const database = tempDatabase();
  recordChanges(database, "ann", [saved(1, true), saved(2)], TICK);
  recordChanges(database, "ann", [saved(3, true), saved(4, false, false)], TICK);
  expect(lastDone(database, "ann")?.changes).toEqual([saved(2)]);
});

test("what an older version noted can be undone, though not told by name", () => {
  const database = tempDatabase();
  database.run("INSERT INTO history (uid, changes) VALUES (?, ?)", "ann", JSON.stringify([saved(1)]));
  expect(lastDone(database, "ann")).toMatchObject({ command: null, time: null, changes: [saved(1)] });
});

test("the last hundred commands of each person are kept", () => {
  const database = tempDatabase();
  recordChanges(database, "bob", [saved(9)], TICK);
  for (let day = 1; day <= 105; day++) recordChanges(database, "ann", [saved(day)], TICK);
  const rows = database.all<{ uid: string; changes: string }>("SELECT uid, changes FROM history ORDER BY number");
  expect(rows.filter(({ uid }) => uid === "ann")).toHaveLength(100);
  expect(rows.filter(({ uid }) => uid === "bob")).toHaveLength(1);
  expect(JSON.parse(rows[1]?.changes ?? "")).toEqual([saved(6)]);
});
