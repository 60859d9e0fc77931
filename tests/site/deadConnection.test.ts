import "fake-indexeddb/auto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { indexedDbOutbox, readCached, writeCached } from "../../site/src/replica/indexedDb.ts";
import { pending, tick } from "../support/changes.ts";

const lost = (name: string) => new DOMException("Connection to Indexed Database server lost. Refresh the page.", name);
const { transaction } = IDBDatabase.prototype;

/** How the connection that is open now answers from now on; a new one is well. */
type Death = (connection: IDBDatabase, ...call: Parameters<IDBDatabase["transaction"]>) => IDBTransaction;

async function kill(death: Death): Promise<void> {
  await readCached("any");
  let dead: IDBDatabase | null = null;
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...call) {
    dead ??= this;
    return this === dead ? death(this, ...call) : transaction.apply(this, call);
  });
}
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const throwing =
  (name: string): Death =>
  () => {
    throw lost(name);
  };

describe.each<[how: string, Death]>([
  ["throws InvalidStateError", throwing("InvalidStateError")],
  ["throws UnknownError", throwing("UnknownError")],
  [
    "aborts its writes",
    (connection, ...call) => {
      const begun = transaction.apply(connection, call);
      if (begun.mode === "readwrite") queueMicrotask(() => begun.abort());
      return begun;
    },
  ],
])("a connection that %s", (how, death) => {
  const uid = `person of ${how}`;

  test("is opened anew by a change, which is durable, once", async () => {
    await indexedDbOutbox.put(uid, pending(tick(2026, 64, 3)));
    await kill(death);
    const [stored] = await indexedDbOutbox.put(uid, pending(tick(2026, 64, 3, false)));
    expect(await indexedDbOutbox.list(uid)).toEqual([stored]);
  });

  test("is opened anew by what lists, acknowledges and refuses changes, and by snapshots", async () => {
    const [first] = await indexedDbOutbox.put(uid, pending(tick(2026, 64, 3)));
    await kill(death);
    expect(await indexedDbOutbox.list(uid)).toEqual([first]);
    await kill(death);
    await indexedDbOutbox.refuse(uid, first ? [first.sequence] : [], "no");
    expect(await indexedDbOutbox.list(uid)).toMatchObject([{ refused: "no" }]);
    await kill(death);
    await writeCached("key", 1);
    await kill(death);
    expect(await readCached("key")).toBe(1);
    await kill(death);
    await indexedDbOutbox.acknowledge(uid, first ? [first.sequence] : []);
    expect(await indexedDbOutbox.list(uid)).toEqual([]);
  });
});

test("changes made at once on a dead connection are all durable", async () => {
  await kill(throwing("InvalidStateError"));
  await Promise.all([1, 2, 3].map((day) => indexedDbOutbox.put("at once", pending(tick(2026, day, 3)))));
  expect(await indexedDbOutbox.list("at once")).toHaveLength(3);
});

test("a connection that answers no more is opened anew after a while", async () => {
  const asked = vi.spyOn(IDBIndex.prototype, "get").mockReturnValueOnce(new IDBRequest());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const put = indexedDbOutbox.put("silent", pending(tick(2026, 64, 3)));
  while (asked.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(5_000);
  await put;
  expect(await indexedDbOutbox.list("silent")).toHaveLength(1);
});

test("rejects where the new connection is dead, too", async () => {
  await readCached("any");
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw lost("UnknownError");
  });
  await expect(indexedDbOutbox.put("gone", pending(tick(2026, 64, 3)))).rejects.toThrow("server lost");
  vi.restoreAllMocks();
  expect(await indexedDbOutbox.put("gone", pending(tick(2026, 64, 3)))).toHaveLength(1);
});
