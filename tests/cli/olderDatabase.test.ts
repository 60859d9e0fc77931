import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { createPersonStore, createReplica, isReal } from "@dailyleet/core";
import { createDocumentStore, createOutbox, lastDone, openDatabase, readKnown } from "@dailyleet/local";
import { expect, it } from "vitest";
import { openForTest, tempDatabase } from "../local/support/database.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { newHome } from "./support/home.ts";

/**
 * A data directory whose database was written by the program of commit 1ed6229, in schema version 4: two profiles and a
 * removed one, three years, marks, commands to undo and one to redo; and of a person of a cloud, the documents as it
 * answered them, and five changes that it has not got.
 */
function olderHome(): string {
  const directory = tempDirectory();
  copyFileSync(join(import.meta.dirname, "../fixtures/storage/database-1ed6229.db"), join(directory, "dailyleet.db"));
  return directory;
}

const TWO_SUM = "leetcode.com/problems/two-sum";
const GROUP_ANAGRAMS = "leetcode.com/problems/group-anagrams";
const UNSENT = [
  { year: 2026, day: 161, source: 1, done: true },
  { year: 2026, day: 161, source: 4, done: true },
  { year: 2026, day: 161, source: 2, done: false },
  { year: 2025, day: 364, source: 3, done: true },
  { question: GROUP_ANAGRAMS, date: "2026-06-10", mark: 3 },
];

it("opens the database of an older version with all that a person of this computer has", async () => {
  const home = newHome(olderHome());
  expect((await home.json(["profiles"])).profiles).toMatchObject([{ name: "Ravi" }, { name: "Asha" }]);
  const years = { 2024: { 60: { 1: true }, 365: { 5: true } }, 2025: { 365: { 1: true, 2: true } } };
  const practice = { [TWO_SUM]: { "2026-06-01": 3 } };
  const exported = async (profile: string) => JSON.parse(await home.out(["export", "--profile", profile]));
  const running = { 160: { 1: true }, 161: { 2: true } };
  expect(await exported("Ravi")).toEqual({ version: 1, years: { ...years, 2026: running }, practice });
  expect(await exported("Asha")).toEqual({ version: 1, years: { 2026: { 161: { 4: true } } }, practice: {} });
  await home.out(["redo", "--profile", "Ravi"]);
  await home.out(["undo", "--profile", "Ravi"]);
  await home.out(["undo", "--profile", "Ravi"]);
  const undone = { 160: { 1: true, 3: true }, 161: { 2: true } };
  expect(await exported("Ravi")).toEqual({ version: 1, years: { ...years, 2026: undone }, practice });
});

it("sends what a computer of an older version had not sent, and shows it until then", async () => {
  const database = openForTest(join(olderHome(), "dailyleet.db"));
  const [{ uid } = { uid: "" }] = database.all<{ uid: string }>("SELECT DISTINCT uid FROM outbox");
  expect(database.all("SELECT name FROM sqlite_schema WHERE type = 'trigger' OR name = 'digests'")).toEqual([]);
  const outbox = createOutbox(database);
  expect(await outbox.list(uid)).toEqual(UNSENT.map((change, index) => ({ ...change, sequence: index + 4 })));
  const known = readKnown(database, uid, `dailyleet/v1/data/${uid}`);
  expect(known?.fields).toMatchObject({ 161: { mapValue: { fields: { 2: { booleanValue: true } } } } });
  expect(lastDone(database, uid)).toMatchObject({ command: "mark", changes: [{ ...UNSENT[4], was: 0 }] });
  expect(lastDone(database, uid)?.changes.every(isReal)).toBe(true);

  const store = createPersonStore(createDocumentStore(tempDatabase(), uid), uid);
  const today = { year: 2026, month: 6, day: 11 };
  const replica = createReplica({ store, outbox, today: () => today });
  await replica.load([]);
  expect(replica.year(2026).ticks).toEqual({ 161: { 1: true, 2: false, 4: true } });
  expect((await replica.sync()).error).toBeNull();
  expect((await store.readOpen()).ticks).toEqual({ 161: { 1: true, 4: true } });
  expect((await store.readClosed(2025)).ticks).toEqual({ 364: { 3: true } });
  expect((await store.readMarks()).marks).toEqual({ [GROUP_ANAGRAMS]: { "2026-06-10": 3 } });
  expect(await outbox.list(uid)).toEqual([]);
});

it("keeps the numbers of the outbox going", async () => {
  const database = openDatabase(join(olderHome(), "dailyleet.db"));
  const [put] = await createOutbox(database).put("ann", [{ year: 2026, day: 1, source: 1, done: true }]);
  database.close();
  expect(put?.sequence).toBe(9);
});
