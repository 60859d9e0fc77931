import "fake-indexeddb/auto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { indexedDbOutbox, readCached, writeCached } from "../../site/src/replica/indexedDb.ts";
import { pending, tick } from "../support/changes.ts";

const lost = (name: string) => new DOMException("Connection to Indexed Database server lost. Refresh the page.", name);
const { transaction } = IDBDatabase.prototype;

/** How the connection that is open now behaves from now on; a new connection works. */
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

/** A long write by another tab, which blocks the outbox until `end` is called. */
async function occupyOutbox(): Promise<{ end: () => Promise<void> }> {
  const request = indexedDB.open("dailyleet");
  await new Promise((resolve) => request.addEventListener("success", resolve));
  const long = request.result.transaction("outbox", "readwrite");
  let isOver = false;
  const goOn = () => isOver || long.objectStore("outbox").count().addEventListener("success", goOn);
  goOn();
  return {
    end: () =>
      new Promise((resolve) => {
        isOver = true;
        long.addEventListener("complete", () => resolve(request.result.close()));
      }),
  };
}

/** Runs the database's events and the code that follows from them; the clock does not move. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function pass(ms: number): Promise<void> {
  await settle();
  vi.advanceTimersByTime(ms);
  await settle();
}

describe("a write that is given up", () => {
  test("does not happen later", async () => {
    await indexedDbOutbox.list("given up");
    const other = await occupyOutbox();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const put = indexedDbOutbox.put("given up", pending(tick(2026, 64, 3))).then(() => "stored", String);
    await pass(5_000);
    await pass(5_000);
    expect(await put).toContain("does not answer");
    await other.end();
    await settle();
    expect(await indexedDbOutbox.list("given up")).toEqual([]);
  });

  test("is tried again before the later ones, not behind them", async () => {
    const [tickIt, untickIt] = [pending(tick(2026, 64, 3)), pending(tick(2026, 64, 3, false))];
    await indexedDbOutbox.list("in order");
    const other = await occupyOutbox();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const first = indexedDbOutbox.put("in order", tickIt);
    await pass(1_000);
    const second = indexedDbOutbox.put("in order", untickIt);
    await pass(4_000);
    await other.end();
    await Promise.all([first, second]);
    expect(await indexedDbOutbox.list("in order")).toMatchObject(untickIt);
  });

  test("is taken back where it succeeds after all, because it was being committed", async () => {
    await indexedDbOutbox.list("late");
    const held: (() => void)[] = [];
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...call) {
      const begun = transaction.apply(this, call);
      const listen = begun.addEventListener.bind(begun) as typeof addEventListener;
      vi.spyOn(begun, "addEventListener").mockImplementation((type: string, listener: unknown) =>
        listen(type, type === "complete" ? () => held.push(listener as () => void) : (listener as () => void)),
      );
      return begun;
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const put = indexedDbOutbox.put("late", pending(tick(2026, 64, 3))).then(() => "stored", String);
    await pass(5_000);
    await pass(5_000);
    expect(await put).toContain("does not answer");
    vi.restoreAllMocks();
    expect(await indexedDbOutbox.list("late")).toHaveLength(1);
    for (const complete of held) complete();
    await settle();
    expect(await indexedDbOutbox.list("late")).toEqual([]);
  });
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
