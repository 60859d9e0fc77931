import { type DocumentStore, openPath } from "@dailyleet/core";
import { createDocumentStore, type Database } from "@dailyleet/local";
import { expect, test } from "vitest";
import { cellWrite, dayOf, tempDatabase } from "../support/database.ts";

// tests/contract/suites covers what every store does.
const UID = "ann";
const PATH = openPath(UID);
const NOW = Date.UTC(2026, 2, 5, 8);

function startStore(now = () => NOW): { database: Database; store: DocumentStore } {
  const database = tempDatabase();
  return { database, store: createDocumentStore(database, UID, now) };
}

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

test("several writes of one document are made one after the other, at one time", async () => {
  const { store } = startStore();
  const times = await store.commit([cellWrite(UID, 1, 1), { ...cellWrite(UID, 1, 2), precondition: { exists: true } }]);
  expect(new Set(times).size).toBe(1);
  expect((await store.get(PATH))?.fields).toEqual({ "1": dayOf(1, 2) });
});

test("nobody learns whether documents of somebody else are there", async () => {
  const { store, database } = startStore();
  await createDocumentStore(database, "bob").commit([cellWrite("bob", 1, 1)]);
  for (const exists of [true, false]) {
    const write = { ...cellWrite("bob", 1, 1), precondition: { exists } };
    await expect(store.commit([write])).rejects.toMatchObject({ code: "refused" });
  }
  await expect(store.get("dailyleet/v2")).rejects.toMatchObject({ code: "refused" });
});

test("a document whose text was damaged on the disk is named", async () => {
  const { store, database } = startStore();
  database.run("INSERT INTO documents VALUES (?, '{\"1\":', 1)", PATH);
  await expect(store.get(PATH)).rejects.toMatchObject({ code: "not-a-database" });
});
