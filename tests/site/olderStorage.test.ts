import "fake-indexeddb/auto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CLOUD_POLICY, createPersonStore, DailyleetError, openPath } from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { expect, onTestFinished, test, vi } from "vitest";
import { $today } from "../../site/src/app/today.ts";
import { indexedDbOutbox } from "../../site/src/replica/indexedDb.ts";
import { openReplica } from "../../site/src/replica/openReplica.ts";
import { tempDatabase } from "../local/support/database.ts";
import { useBrowser } from "./support/browser.ts";

interface StoredPage {
  readonly localStorage: Readonly<Record<string, string>>;
  readonly indexedDb: { readonly version: number; readonly stores: readonly StoredObjects[] };
}

interface StoredObjects {
  readonly name: string;
  readonly keyPath: string | null;
  readonly autoIncrement: boolean;
  readonly indexes: readonly { readonly name: string; readonly keyPath: string | string[]; readonly unique: boolean }[];
  readonly keys: readonly IDBValidKey[];
  readonly values: readonly unknown[];
}

/**
 * What the page of commit 1ed6229 left in Chromium: two ticks and a mark that the server has; without network a mark, a
 * tick and one that was taken back, in the outbox; and two more clicks that the page died in, in the journal.
 */
const LEFT = JSON.parse(
  readFileSync(join(import.meta.dirname, "../fixtures/storage/page-1ed6229.json"), "utf8"),
) as StoredPage;
const UID = JSON.parse(LEFT.localStorage["dailyleet/person"] ?? "").uid as string;
const MARKED = "2026-06-10";

function fill({ version, stores }: StoredPage["indexedDb"]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = indexedDB.open("dailyleet", version);
  request.onerror = () => reject(request.error);
  request.onupgradeneeded = () => {
    for (const { name, keyPath, autoIncrement, indexes, keys, values } of stores) {
      const store = request.result.createObjectStore(name, { keyPath, autoIncrement });
      for (const index of indexes) store.createIndex(index.name, index.keyPath, { unique: index.unique });
      for (const [at, value] of values.entries()) keyPath === null ? store.put(value, keys[at]) : store.put(value);
    }
  };
  request.onsuccess = () => {
    request.result.close();
    resolve();
  };
  return promise;
}

test("shows and sends what an older page left in the outbox and in the journal, over what it kept", async () => {
  const { storage } = useBrowser();
  Object.assign(storage, LEFT.localStorage);
  await fill(LEFT.indexedDb);
  $today.set({ year: 2026, month: 6, day: 11 });
  vi.spyOn(console, "error").mockImplementation(() => {});

  // The server as it was when the page lost it.
  const documents = createDocumentStore(tempDatabase(), UID);
  const server = createPersonStore(documents, UID);
  const kept = LEFT.indexedDb.stores.find(({ name }) => name === "kept");
  const fieldsAt = (key: string) => kept?.values[kept.keys.indexOf(`year/${UID}/${key}`)] as object as never;
  await documents.commit([{ path: openPath(UID), fields: fieldsAt("2026") }]);
  await documents.commit([{ path: `${openPath(UID)}/practice/marks`, fields: fieldsAt("marks") }]);

  let isOnline = false;
  const reached = <T>(work: () => Promise<T>) =>
    isOnline ? work() : Promise.reject(new DailyleetError("unavailable", "No answer; try again."));
  const network = {
    get: (path: string) => reached(() => documents.get(path)),
    commit: (writes: Parameters<typeof documents.commit>[0]) => reached(() => documents.commit(writes)),
    list: (...args: Parameters<typeof documents.list>) => reached(() => documents.list(...args)),
  };
  const replica = openReplica(createPersonStore(network, UID), CLOUD_POLICY);
  onTestFinished(() => replica.close());
  await replica.load([2026, "marks"]);
  const done = { 65: { 5: true }, 66: { 3: true } };
  const ticks = { 64: { 1: false, 2: false }, ...done };
  const marks = {
    "leetcode.com/problems/two-sum": { [MARKED]: 3 },
    "leetcode.com/problems/group-anagrams": { [MARKED]: 4 },
  };
  expect(replica.year(2026)).toMatchObject({ status: "known", from: "cache", ticks });
  expect(replica.marks()).toMatchObject({ status: "known", from: "cache", marks });
  expect((await indexedDbOutbox.list(UID)).length).toBe(5);
  expect(Object.keys(storage).filter((name) => name.startsWith("dailyleet/click/"))).toEqual([]);

  isOnline = true;
  const { error, saved } = await replica.sync({ tables: [2026, "marks"] });
  expect([error, saved.length]).toEqual([null, 5]);
  expect((await server.readOpen()).ticks).toEqual(ticks);
  expect((await server.readMarks()).marks).toEqual(marks);
  expect(await indexedDbOutbox.list(UID)).toEqual([]);
  expect(replica.year(2026)).toMatchObject({ from: "server", ticks });
});
