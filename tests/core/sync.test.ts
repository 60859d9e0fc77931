import { createTickStore, DailyleetError, type DocumentStore, flush, readTicks } from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../contract/localDatabase.ts";
import { openOutbox } from "../contract/suites/outbox.ts";
import { change, THIS_YEAR, TODAY } from "../contract/suites/samples.ts";

const LAST_YEAR = THIS_YEAR - 1;
const NEXT_YEAR = THIS_YEAR + 1;

/** A person on a real database whose commits may be made to fail by the path that they write. */
function openPerson(failure: (path: string) => DailyleetError | null = () => null) {
  const { database, close } = openTestDatabase();
  onTestFinished(close);
  const documents = createDocumentStore(database, "ann");
  const failing: DocumentStore = {
    get: (path) => documents.get(path),
    async commit(writes) {
      const error = writes.map(({ path }) => failure(path)).find((found) => found !== null);
      if (error) throw error;
      return documents.commit(writes);
    },
  };
  const store = createTickStore(failing, "ann");
  return { store, outbox: openOutbox() };
}

test("a year that has not begun waits, and does not keep the others from being sent", async () => {
  const { store, outbox } = openPerson();
  await outbox.put("ann", [change(1, 3, true, NEXT_YEAR), change(64, 3), change(365, 1, true, LAST_YEAR)]);
  const first = await flush({ store, outbox }, "ann", TODAY);
  expect([first.saved, first.error?.code]).toEqual([2, "usage"]);
  expect(await outbox.list("ann")).toMatchObject([change(1, 3, true, NEXT_YEAR)]);

  const second = await flush({ store, outbox }, "ann", { year: NEXT_YEAR, month: 1, day: 1 });
  expect(second).toEqual({ saved: 1, error: null });
  expect(await outbox.list("ann")).toEqual([]);
  expect((await store.readOpen()).ticks).toEqual({ 1: { 3: true } });
  expect((await store.readClosed(THIS_YEAR)).ticks).toEqual({ 64: { 3: true } });
});

test("what is refused for good is marked and kept, and only that", async () => {
  const { store, outbox } = openPerson((path) =>
    path.includes("/years/") ? new DailyleetError("refused", "The rules forbid it.") : null,
  );
  await outbox.put("ann", [change(365, 1, true, LAST_YEAR), change(64, 3)]);
  const { saved, error } = await flush({ store, outbox }, "ann", TODAY);
  expect([saved, error?.code]).toEqual([1, "refused"]);
  const left = await outbox.list("ann");
  expect(left).toMatchObject([{ ...change(365, 1, true, LAST_YEAR), refused: "The rules forbid it." }]);
  expect(readTicks((await store.readOpen()).fields)).toEqual({ 64: { 3: true } });
  expect(await flush({ store, outbox }, "ann", TODAY)).toEqual({ saved: 0, error: null });
});

test("a lost connection is told although a refusal came before it, so that the rest is tried again", async () => {
  let isConnected = true;
  const { store, outbox } = openPerson((path) => {
    if (path.includes("/years/")) return new DailyleetError("refused", "The rules forbid it.");
    return isConnected ? null : new DailyleetError("unavailable", "No answer; try again.");
  });
  await outbox.put("ann", [change(63, 3)]);
  await flush({ store, outbox }, "ann", TODAY);
  isConnected = false;
  await outbox.put("ann", [change(365, 1, true, LAST_YEAR), change(64, 3)]);
  const { error } = await flush({ store, outbox }, "ann", TODAY);
  expect(error?.code).toBe("unavailable");
  expect(await outbox.list("ann")).toMatchObject([{ refused: "The rules forbid it." }, change(64, 3)]);
});

test("what was refused is tried again only where that is asked for, and keeps nothing else from being sent", async () => {
  let areRulesMended = false;
  const { store, outbox } = openPerson(() => (areRulesMended ? null : new DailyleetError("refused", "No.")));
  await outbox.put("ann", [change(64, 3)]);
  await flush({ store, outbox }, "ann", TODAY);
  await outbox.put("ann", [change(65, 3)]);
  const again = await flush({ store, outbox }, "ann", TODAY, { isRetry: true });
  expect([again.saved, again.error?.code, (await outbox.list("ann")).length]).toEqual([0, "refused", 2]);

  areRulesMended = true;
  await outbox.put("ann", [change(66, 3)]);
  expect(await flush({ store, outbox }, "ann", TODAY)).toEqual({ saved: 1, error: null });
  expect(await flush({ store, outbox }, "ann", TODAY, { isRetry: true })).toEqual({ saved: 2, error: null });
  expect((await store.readOpen()).ticks).toEqual({ 64: { 3: true }, 65: { 3: true }, 66: { 3: true } });
});

test("a store that sees a conflict in everything is asked fifty times and no more", async () => {
  let commits = 0;
  const { store, outbox } = openPerson(() => {
    commits++;
    return new DailyleetError("conflict", "It changed.");
  });
  await outbox.put("ann", [change(365, 1, true, LAST_YEAR)]);
  const { error } = await flush({ store, outbox }, "ann", TODAY);
  expect([error?.code, commits]).toEqual(["conflict", 50]);
});

test("without an answer nothing is marked and nothing more is tried", async () => {
  let commits = 0;
  const { store, outbox } = openPerson(() => {
    commits++;
    return new DailyleetError("unavailable", "No answer.");
  });
  await outbox.put("ann", [change(64, 3), change(365, 1, true, LAST_YEAR)]);
  const { saved, error } = await flush({ store, outbox }, "ann", TODAY);
  expect([saved, error?.code, commits]).toEqual([0, "unavailable", 1]);
  const left = await outbox.list("ann");
  expect(left).toHaveLength(2);
  expect(left.some((entry) => entry.refused !== undefined)).toBe(false);
});

test("a fault of the program is not taken for one of the store", async () => {
  const { store, outbox } = openPerson();
  await outbox.put("ann", [change(64, 3)]);
  const broken = { ...store, save: () => Promise.reject(new TypeError("a bug")) };
  await expect(flush({ store: broken, outbox }, "ann", TODAY)).rejects.toThrow("a bug");
});
