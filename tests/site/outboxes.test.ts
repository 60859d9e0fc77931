import { type Change, cellKey, type Outbox, type PendingChange } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryOutbox } from "../../site/src/lib/memoryOutbox.ts";
import { createOutbox } from "../../site/src/lib/outbox.ts";
import { createSafeOutbox } from "../../site/src/lib/safeOutbox.ts";

const change = (day: number, done = true): Change => ({ year: 2026, day, source: 1, done });
const shown = (list: readonly PendingChange[]) => list.map(({ day, done }) => [day, done]);

/** A durable outbox that works as long as `disk.works`. */
function breakableOutbox() {
  const inner = createMemoryOutbox();
  const disk = { works: true };
  const working = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!disk.works) throw new Error("disk full");
    return work();
  };
  const outbox: Outbox = {
    put: (uid, changes) => working(() => inner.put(uid, changes)),
    list: (uid) => working(() => inner.list(uid)),
    acknowledge: (uid, changes) => working(() => inner.acknowledge(uid, changes)),
    markUnanswered: (uid, changes, version) => working(() => inner.markUnanswered(uid, changes, version)),
    refuse: (uid, changes, reason) => working(() => inner.refuse(uid, changes, reason)),
  };
  return { outbox, disk };
}

test("a cell that is changed again is one entry, the newer, and keeps what is known of the attempt before", async () => {
  const outbox = createMemoryOutbox();
  const first = await outbox.put("ann", [change(1), change(2)]);
  await outbox.markUnanswered("ann", first, "v1");
  await outbox.put("ann", [change(1, false)]);
  const list = await outbox.list("ann");
  expect(shown(list)).toEqual([
    [2, true],
    [1, false],
  ]);
  expect(list.map(({ unanswered }) => unanswered)).toEqual(["v1", "v1"]);
  await outbox.acknowledge("ann", first);
  expect(shown(await outbox.list("ann"))).toEqual([[1, false]]);
});

test("people do not see each other's changes, and a refused one stays with its reason", async () => {
  const outbox = createMemoryOutbox();
  await outbox.refuse("ann", await outbox.put("ann", [change(1)]), "no");
  expect(await outbox.list("bob")).toEqual([]);
  expect((await outbox.list("ann")).map(({ refused }) => refused)).toEqual(["no"]);
});

test("where the browser keeps no data, changes are taken and it is told", async () => {
  let failures = 0;
  const outbox = createOutbox(() => failures++);
  const put = await outbox.put("ann", [change(1), change(2)]);
  expect(failures).toBeGreaterThan(0);
  await outbox.acknowledge("ann", put.slice(0, 1));
  expect(shown(await outbox.list("ann"))).toEqual([[2, true]]);
});

test("a storage that fails now and then loses no change and brings none back", async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("put" as const), day: fc.integer({ min: 1, max: 4 }), done: fc.boolean() }),
    fc.record({ do: fc.constant("send" as const), count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant("disk" as const), works: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { outbox: durable, disk } = breakableOutbox();
      const outbox = createSafeOutbox(durable, () => {});
      const expected = new Map<string, boolean>();
      const readable = async () => (disk.works ? await outbox.list("ann") : null);
      for (const next of steps) {
        if (next.do === "disk") disk.works = next.works;
        if (next.do === "put") {
          await outbox.put("ann", [change(next.day, next.done)]);
          expected.set(cellKey(change(next.day)), next.done);
        }
        if (next.do === "send") {
          const sent = (await outbox.list("ann")).slice(0, next.count);
          await outbox.acknowledge("ann", sent);
          for (const each of sent) expected.delete(cellKey(each));
        }
        const list = await readable();
        if (list) expect(new Map(list.map((each) => [cellKey(each), each.done]))).toEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});
