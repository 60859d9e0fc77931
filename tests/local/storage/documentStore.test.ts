import { closedPath, type DocumentStore, openPath } from "@dailyleet/core";
import { createDocumentStore, type Database } from "@dailyleet/local";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openForTest, tempDatabase } from "../support/database.ts";
import { cellWrite, closingWrites, dayOf } from "../support/fields.ts";

const UID = "ann";
const PATH = openPath(UID);
const NOW = Date.UTC(2026, 2, 5, 8);

function startStore(now = () => NOW): { database: Database; store: DocumentStore } {
  const database = tempDatabase();
  return { database, store: createDocumentStore(database, UID, now) };
}

test("a document that was never written is null", async () => {
  expect(await startStore().store.get(PATH)).toBeNull();
});

test("a masked write changes its cells and nothing else", async () => {
  const { store } = startStore();
  await store.commit([{ path: PATH, fields: { "1": dayOf(1), "2": dayOf(2) } }]);
  await store.commit([cellWrite(UID, 1, 3), cellWrite(UID, 2, 2, false)]);
  expect((await store.get(PATH))?.fields).toEqual({
    "1": dayOf(1, 3),
    "2": { mapValue: { fields: { "2": { booleanValue: false } } } },
  });
});

test("a mask over a missing field would drop it, which is refused", async () => {
  const { store } = startStore();
  await store.commit([cellWrite(UID, 1, 3)]);
  const before = await store.get(PATH);
  const dropping = store.commit([{ path: PATH, fields: {}, mask: [["1", "3"]] }]);
  await expect(dropping).rejects.toMatchObject({ code: "refused" });
  expect(await store.get(PATH)).toEqual(before);
});

test("an empty mask makes the document and changes nothing in one that exists", async () => {
  const { store } = startStore();
  const write = { path: PATH, fields: { "9": dayOf(1) }, mask: [] };
  const [made] = await store.commit([write]);
  expect(await store.get(PATH)).toEqual({ fields: {}, updateTime: made });
  expect(await store.commit([write])).toEqual([made]);
});

test("update times have microseconds and grow also while the clock stands still or goes back", async () => {
  let now = NOW;
  const { store } = startStore(() => now);
  const times: string[] = [];
  for (const [index, clock] of [NOW, NOW, NOW - 86_400_000, NOW + 1].entries()) {
    now = clock;
    times.push(...(await store.commit([cellWrite(UID, index + 1, 1)])));
  }
  expect(times).toEqual([
    "2026-03-05T08:00:00.000000Z",
    "2026-03-05T08:00:00.000001Z",
    "2026-03-05T08:00:00.000002Z",
    "2026-03-05T08:00:00.001000Z",
  ]);
});

test("a write that changes nothing keeps the update time", async () => {
  const { store } = startStore(Date.now);
  const first = await store.commit([cellWrite(UID, 1, 3)]);
  expect(await store.commit([cellWrite(UID, 1, 3)])).toEqual(first);
});

test.each([
  ["exists:false on a document that is there", { exists: false }, true],
  ["exists:true on a document that is not there", { exists: true }, false],
  ["an old update time", { updateTime: "2020-01-01T00:00:00.000000Z" }, true],
  ["an update time of a document that is not there", { updateTime: "2020-01-01T00:00:00Z" }, false],
  ["an update time that is no time", { updateTime: "yesterday" }, true],
  ["an update time that is no time, and no document", { updateTime: "yesterday" }, false],
])("%s is a conflict and writes nothing", async (_, precondition, exists) => {
  const { store } = startStore();
  if (exists) await store.commit([cellWrite(UID, 1, 1)]);
  const before = await store.get(PATH);
  const write = { ...cellWrite(UID, 2, 2), precondition };
  await expect(store.commit([write])).rejects.toMatchObject({ code: "conflict" });
  expect(await store.get(PATH)).toEqual(before);
});

test("the update time that was read lets one of two writers through", async () => {
  const { store } = startStore();
  const [updateTime = ""] = await store.commit([{ ...cellWrite(UID, 1, 1), precondition: { exists: false } }]);
  const first = store.commit([{ ...cellWrite(UID, 2, 2), precondition: { updateTime } }]);
  const second = store.commit([{ ...cellWrite(UID, 3, 3), precondition: { updateTime } }]);
  await expect(first).resolves.toHaveLength(1);
  await expect(second).rejects.toMatchObject({ code: "conflict" });
});

test("one failing write undoes the whole commit", async () => {
  const { store } = startStore();
  await store.commit([cellWrite(UID, 1, 1)]);
  const archive = { path: closedPath(UID, 2025), fields: { "1": dayOf(1) } };
  const late = { ...cellWrite(UID, 2, 2), precondition: { exists: false } };
  await expect(store.commit([archive, late])).rejects.toMatchObject({ code: "conflict" });
  expect(await store.get(archive.path)).toBeNull();
});

test("several writes of one document are made one after the other, at one time", async () => {
  const { store } = startStore();
  const times = await store.commit([cellWrite(UID, 1, 1), { ...cellWrite(UID, 1, 2), precondition: { exists: true } }]);
  expect(new Set(times).size).toBe(1);
  expect((await store.get(PATH))?.fields).toEqual({ "1": dayOf(1, 2) });
});

test("a year is closed in one commit, and closing it again is a conflict", async () => {
  const { store } = startStore();
  const fields = { "1": dayOf(1), year: { integerValue: "2026" } };
  await store.commit([{ path: PATH, fields }]);
  await store.commit(closingWrites(UID, 2026, fields));
  expect((await store.get(closedPath(UID, 2026)))?.fields).toEqual(fields);
  expect((await store.get(PATH))?.fields).toEqual({ year: { integerValue: "2027" } });
  await store.commit([cellWrite(UID, 2, 2)]);
  await expect(store.commit(closingWrites(UID, 2026, fields))).rejects.toMatchObject({ code: "conflict" });
});

test.each([
  ["a source that does not exist", cellWrite(UID, 1, 6)],
  ["a day that does not exist", cellWrite(UID, 366, 1)],
  ["a value that is no boolean", { path: PATH, fields: { "1": { stringValue: "x" } }, mask: [["1"]] }],
  ["a field that is no day", { path: PATH, fields: { note: dayOf(1) }, mask: [["note"]] }],
  ["an overwrite that drops days", { path: PATH, fields: { "1": dayOf(1) } }],
  ["a document of somebody else", cellWrite("bob", 1, 1)],
  ["a document that is no tick record", { path: "dailyleet/v2", fields: {} }],
])("%s is refused and writes nothing", async (_, write) => {
  const { store, database } = startStore();
  await store.commit([cellWrite(UID, 5, 5)]);
  const before = database.all("SELECT * FROM documents");
  await expect(store.commit([write])).rejects.toMatchObject({ code: "refused", exitCode: 1 });
  expect(database.all("SELECT * FROM documents")).toEqual(before);
});

test("nobody reads the documents of somebody else, or learns whether they are there", async () => {
  const { store, database } = startStore();
  await createDocumentStore(database, "bob").commit([cellWrite("bob", 1, 1)]);
  for (const exists of [true, false]) {
    const write = { ...cellWrite("bob", 1, 1), precondition: { exists } };
    await expect(store.commit([write])).rejects.toMatchObject({ code: "refused" });
  }
  await expect(store.get(openPath("bob"))).rejects.toMatchObject({ code: "refused" });
});

test("what was committed is there after opening again", async () => {
  const { store, database } = startStore();
  await store.commit([cellWrite(UID, 64, 3)]);
  database.close();
  const again = createDocumentStore(openForTest(database.file), UID);
  expect((await again.get(PATH))?.fields).toEqual({ "64": dayOf(3) });
});

test("fields that the program does not know come back as they were kept", async () => {
  const { store, database } = startStore();
  const junk = JSON.stringify({ note: { stringValue: "\u0000 ' \" 🎯" }, deep: { arrayValue: { values: [] } } });
  database.run("INSERT INTO documents VALUES (?, ?, 1, 1)", PATH, junk);
  await store.commit([cellWrite(UID, 64, 3)]);
  expect((await store.get(PATH))?.fields).toEqual({ ...JSON.parse(junk), "64": dayOf(3) });
});

test("a document whose text was damaged on the disk is named", async () => {
  const { store, database } = startStore();
  database.run("INSERT INTO documents VALUES (?, '{\"1\":', 1, 1)", PATH);
  await expect(store.get(PATH)).rejects.toMatchObject({ code: "not-a-database" });
});

test("any order of single-cell writes leaves each cell as it was written last", async () => {
  const { store } = startStore();
  const expected = new Map<string, boolean>();
  const cell = fc.record({
    day: fc.integer({ min: 1, max: 4 }),
    source: fc.integer({ min: 1, max: 5 }),
    done: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 5 }), async (cells) => {
      await store.commit(cells.map(({ day, source, done }) => cellWrite(UID, day, source, done)));
      for (const { day, source, done } of cells) expected.set(`${day}/${source}`, done);
      const { fields = {} } = (await store.get(PATH)) ?? {};
      const found = Object.entries(fields).flatMap(([day, value]) =>
        Object.entries((value as { mapValue: { fields: object } }).mapValue.fields).map(
          ([source, { booleanValue }]) => [`${day}/${source}`, booleanValue] as const,
        ),
      );
      expect(new Map(found.sort())).toEqual(new Map([...expected].sort()));
    }),
    { numRuns: 60 },
  );
});
