import { type HistoryEntry, lastDone, lastUndone, markUndone, recordChanges } from "@dailyleet/local";
import { expect, test } from "vitest";
import { tick } from "../../support/changes.ts";
import { tempDatabase } from "../support/database.ts";

// tests/cli/undo.test.ts covers undo and redo.
const saved = (day: number) => ({ change: tick(2026, day, 1), was: false });
const TICK = { command: "tick", time: 1_800_000_000_000 };

test("each person's commands are undone from the last to the first and redone the other way, each once", () => {
  const database = tempDatabase();
  expect([lastDone(database, "ann"), lastUndone(database, "ann")]).toEqual([null, null]);
  recordChanges(database, "ann", [saved(1), saved(2)], TICK);
  recordChanges(database, "ann", [saved(3)], TICK);
  recordChanges(database, "bob", [saved(9)], { command: "import", time: 1 });
  const takeAll = (next: () => HistoryEntry | null, isUndone: boolean) => {
    const taken: HistoryEntry["changes"][] = [];
    for (let entry = next(); entry; entry = next()) {
      taken.push(entry.changes);
      expect([1, 2].map(() => entry && markUndone(database, entry, isUndone))).toEqual([true, false]);
    }
    return taken;
  };
  expect(takeAll(() => lastDone(database, "ann"), true)).toEqual([[saved(3)], [saved(1), saved(2)]]);
  recordChanges(database, "bob", [saved(2)], TICK);
  expect(takeAll(() => lastUndone(database, "ann"), false)).toEqual([[saved(1), saved(2)], [saved(3)]]);
  expect(lastDone(database, "bob")).toMatchObject({ ...TICK, changes: [saved(2)] });
});

test("the last hundred commands of each person are kept", () => {
  const database = tempDatabase();
  recordChanges(database, "bob", [saved(9)], TICK);
  for (let day = 1; day <= 105; day++) recordChanges(database, "ann", [saved(day)], TICK);
  const rows = database.all<{ uid: string; changes: string }>("SELECT uid, changes FROM history ORDER BY number");
  expect(rows.map(({ uid }) => uid)).toEqual(["bob", ...Array(100).fill("ann")]);
  expect(JSON.parse(rows[1]?.changes ?? "")).toEqual([saved(6)]);
});
