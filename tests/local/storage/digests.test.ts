import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { closedPath, digestMarks, integerValue, mapValue, marksPath, openPath } from "@dailyleet/core";
import { createDocumentStore, createProfile, type Database, removeProfile } from "@dailyleet/local";
import { expect, onTestFinished, test } from "vitest";
import { APPLICATION_ID, STEPS } from "../../../packages/local/src/storage/database/steps.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { openForTest, tempDatabase, uidOfYou } from "../support/database.ts";
import { cellWrite, closingWrites, dayOf } from "../support/fields.ts";

const PATHS = [openPath("ann"), closedPath("ann", 2025), marksPath("ann")];

const digestedPaths = (database: Database) =>
  database.all<{ path: string }>("SELECT path FROM digests ORDER BY length(path)").map(({ path }) => path);

/** Somebody with an open year, a closed one, and marks. */
async function startDigested(database = tempDatabase()) {
  const store = createDocumentStore(database, "ann", Date.now, async () => digestMarks);
  const fields = { "1": dayOf(1), year: integerValue(2025) };
  await store.commit([{ path: openPath("ann"), fields }]);
  await store.commit(closingWrites("ann", 2025, fields));
  await mark("2026-11-01");
  function mark(date: string) {
    const marks = mapValue({ "a.com/1": mapValue({ [date]: integerValue(3) }) });
    return store.commit([{ path: marksPath("ann"), fields: { marks }, mask: [["marks", "a.com/1", date]] }]);
  }
  return { database, store, mark };
}

test("every document is written with its digest", async () => {
  const { database } = await startDigested();
  expect(digestedPaths(database)).toEqual(PATHS);
});

test("a digest that is there is of the document that is there", async () => {
  const { database, store, mark } = await startDigested();
  const digestOf = (path: string) =>
    database.get<{ digest: string }>("SELECT digest FROM digests WHERE path = ?", path);
  const before = PATHS.map(digestOf);
  await store.commit([cellWrite("ann", 64, 3)]);
  await mark("2026-11-20");
  const [open, closed, marks] = PATHS.map(digestOf);
  expect(open?.digest.slice(5).replaceAll("0", "")).toBe("4");
  expect(closed).toEqual(before[1]);
  expect(marks?.digest).toBe(digestMarks((await store.get(marksPath("ann")))?.fields ?? {}, null));
});

test("what an older program writes, which has had the file open from before there were digests, leaves none", async () => {
  const file = join(tempDirectory(), "dailyleet.db");
  const older = new DatabaseSync(file);
  onTestFinished(() => older.close());
  older.exec(`PRAGMA journal_mode = WAL; ${STEPS.slice(0, 3).join(";")}`);
  older.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 3`);
  // As it writes, every version so far.
  const write = older.prepare(
    `INSERT INTO documents (path, fields, created, updated) VALUES (?, '{}', 1, 1)
     ON CONFLICT (path) DO UPDATE SET fields = excluded.fields, updated = excluded.updated`,
  );
  write.run(openPath("bob"));
  const { database } = await startDigested(openForTest(file));
  for (const [index, path] of PATHS.entries()) {
    write.run(path);
    expect(digestedPaths(database)).toEqual(PATHS.slice(index + 1));
  }
});

test("marks that are written without the scheduler have no digest until they are written with it", async () => {
  const { database, mark } = await startDigested();
  const marks = mapValue({ "a.com/1": mapValue({ "2026-11-02": integerValue(1) }) });
  const bare = createDocumentStore(database, "ann");
  await bare.commit([{ path: marksPath("ann"), fields: { marks }, mask: [["marks", "a.com/1", "2026-11-02"]] }]);
  expect(digestedPaths(database)).not.toContain(marksPath("ann"));
  await mark("2026-11-03");
  expect(digestedPaths(database)).toEqual(PATHS);
});

test("a commit that fails leaves the digests as they were", async () => {
  const { database, store } = await startDigested();
  const before = database.all("SELECT * FROM digests");
  const late = { ...cellWrite("ann", 2, 2), precondition: { exists: false } };
  await expect(store.commit([cellWrite("ann", 1, 1), late])).rejects.toMatchObject({ code: "conflict" });
  expect(database.all("SELECT * FROM digests")).toEqual(before);
});

test("nothing stays of a profile that is removed", async () => {
  const database = tempDatabase();
  const { uid } = createProfile(database, "Asha");
  await createDocumentStore(database, uid).commit([
    { path: openPath(uid), fields: { "1": dayOf(1), year: integerValue(2026) } },
  ]);
  expect(digestedPaths(database)).toEqual([openPath(uid)]);
  removeProfile(database, { uid, name: "Asha" });
  expect(digestedPaths(database)).toEqual([]);
  expect(uidOfYou(database)).not.toBe(uid);
});
