import {
  booleanValue,
  closedPath,
  createPersonStore,
  createReplica,
  DailyleetError,
  type DocumentStore,
  type DocumentWrite,
  formatDate,
  fromEpochDay,
  integerValue,
  isDone,
  mapValue,
  type Outbox,
  openPath,
  type PersonStore,
  type Replica,
  saveChanges,
  stateIn,
} from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { expect, test } from "vitest";
import type { SyncRequest } from "../../../packages/core/src/replica/sync.ts";
import { allCells, change, dayOf, FULL_YEAR, THIS_YEAR, TODAY } from "../../contract/suites/samples.ts";
import { openOutbox, plantDocument, tempDatabase } from "../../local/support/database.ts";
import { mark, pending, setting } from "../../support/changes.ts";
import { createClock } from "../../support/virtualClock.ts";
import { SETTING_CELLS } from "../support/randomSettings.ts";

const LAST_YEAR = THIS_YEAR - 1;
const NEXT_YEAR = THIS_YEAR + 1;

/** A person on a real database; `failure` may make a commit fail according to its writes. */
function openPerson(failure: (write: DocumentWrite) => DailyleetError | null = () => null) {
  const database = tempDatabase();
  const documents = createDocumentStore(database, "ann");
  const failing: DocumentStore = {
    ...documents,
    async commit(writes) {
      const error = writes.map(failure).find((found) => found !== null);
      if (error) throw error;
      return documents.commit(writes);
    },
  };
  const store = createPersonStore(failing, "ann");
  const outbox = openOutbox();
  const open = (parts: Partial<Parameters<typeof createReplica>[0]> = {}) =>
    createReplica({ store, outbox, today: () => TODAY, ...parts });
  const send = async (request: Partial<SyncRequest> = {}, today = TODAY, through: PersonStore = store) => {
    const { saved, error } = await open({ store: through, today: () => today }).sync(request);
    return { saved: saved.length, error, was: saved.map(({ was }) => was) };
  };
  return { store, outbox, database, open, send };
}

test("a year that has not begun waits, and does not keep the others from being sent", async () => {
  const { store, outbox, send } = openPerson();
  await outbox.put("ann", pending(change(1, 3, true, NEXT_YEAR), change(64, 3), change(365, 1, true, LAST_YEAR)));
  const first = await send();
  expect([first.saved, first.error?.code]).toEqual([2, "usage"]);
  expect(await outbox.list("ann")).toMatchObject(pending(change(1, 3, true, NEXT_YEAR)));

  const second = await send({}, { year: NEXT_YEAR, month: 1, day: 1 });
  expect(second).toMatchObject({ saved: 1, error: null });
  expect(await outbox.list("ann")).toEqual([]);
  expect((await store.readOpen()).cells).toEqual({ 1: { 3: true } });
  expect((await store.readClosed(THIS_YEAR)).cells).toEqual({ 64: { 3: true } });
});

test("questions refused together are sent one by one, and only those refused alone are marked as refused", async () => {
  const isRefused = ({ mask = [] }: DocumentWrite) =>
    mask.some(([name, row]) => name === "changed" || row?.startsWith("full/"));
  const { store, outbox, open, send } = openPerson((write) =>
    isRefused(write) ? new DailyleetError("refused", "The rules forbid it.") : null,
  );
  const full = Array.from({ length: 14 }, (_, index) => mark(`full/${index}`, 3));
  const others = Array.from({ length: 31 }, (_, index) => mark(`example.com/${index}`, 3));
  await outbox.put("ann", pending(...others.slice(0, 3)));
  expect(await send()).toMatchObject({ saved: 3, error: null });
  await outbox.put("ann", pending(...full, ...others.slice(3)));
  const after = (_: number, callback: () => void) => {
    const timer = setTimeout(callback);
    return () => clearTimeout(timer);
  };
  const replica = open({ timing: { after, now: () => 0, random: () => 0 } });
  await replica.sync();
  await expect.poll(() => replica.status()).toMatchObject({ waiting: 0, refused: 14, server: "reached" });
  replica.close();
  const left = await outbox.list("ann");
  expect(left).toMatchObject(full.map((change) => ({ change, refused: "The rules forbid it." })));
  expect(Object.keys((await store.readNamed("marks")).cells)).toHaveLength(31);
});

test.each([
  [735, "The document of your marks is full (1 MiB); export your data, and look for a newer version of dailyleet."],
  [720, "The rules forbid it."],
])(
  "where 75 questions with %i marks each and one mark more are refused, it is told that '%s'",
  async (count, reason) => {
    const days = Array.from({ length: count }, (_, day) => [formatDate(fromEpochDay(day)), integerValue(3)] as const);
    const names = Array.from({ length: 75 }, (_, index) => `https://example.com/${100 + index}`);
    const marks = mapValue(Object.fromEntries(names.map((name) => [name, mapValue(Object.fromEntries(days))])));
    const documents: DocumentStore = {
      get: async () => ({ fields: { marks }, updateTime: "2026-01-01T00:00:00Z" }),
      commit: () => Promise.reject(new DailyleetError("refused", "The rules forbid it.")),
      list: async () => [],
    };
    const replica = openPerson().open({ store: createPersonStore(documents, "ann") });
    await replica.change([mark("example.com", 3)]);
    expect((await replica.sync()).error?.message).toBe(reason);
    expect(replica.status()).toMatchObject({ waiting: 0, refused: 1, refusedReason: reason });
  },
);

test("a lost connection is told although a refusal came before it, so that the rest is tried again", async () => {
  let isConnected = true;
  const { outbox, send } = openPerson(({ path }) => {
    if (path.includes("/years/")) return new DailyleetError("refused", "The rules forbid it.");
    return isConnected ? null : new DailyleetError("unavailable", "No answer; try again.");
  });
  await outbox.put("ann", pending(change(63, 3)));
  await send();
  isConnected = false;
  await outbox.put("ann", pending(change(365, 1, true, LAST_YEAR), change(64, 3)));
  const { error } = await send();
  expect(error?.code).toBe("unavailable");
  expect(await outbox.list("ann")).toMatchObject([{ refused: "The rules forbid it." }, ...pending(change(64, 3))]);
});

test("what was refused is tried again only where that is asked for, and keeps nothing else from being sent", async () => {
  let areRulesMended = false;
  const { store, outbox, send } = openPerson(() => (areRulesMended ? null : new DailyleetError("refused", "No.")));
  await outbox.put("ann", pending(change(64, 3)));
  await send();
  await outbox.put("ann", pending(change(65, 3)));
  const again = await send({ isRetry: true });
  expect([again.saved, again.error?.code, (await outbox.list("ann")).length]).toEqual([0, "refused", 2]);

  areRulesMended = true;
  await outbox.put("ann", pending(change(66, 3)));
  expect(await send()).toMatchObject({ saved: 1, error: null });
  expect(await send({ isRetry: true })).toMatchObject({ saved: 2, error: null });
  expect((await store.readOpen()).cells).toEqual({ 64: { 3: true }, 65: { 3: true }, 66: { 3: true } });
});

test("a store that sees a conflict in everything is asked six times with growing pauses, and that is told", async () => {
  let commits = 0;
  const pauses: number[] = [];
  const { store, outbox, send } = openPerson(() => {
    commits++;
    return new DailyleetError("conflict", "It changed.");
  });
  await outbox.put("ann", pending(change(365, 1, true, LAST_YEAR)));
  const backoff = { wait: async (ms: number) => void pauses.push(ms), random: () => 0.5 };
  const { error } = await send({}, TODAY, { ...store, backoff });
  expect([error?.code, commits]).toEqual(["conflict", 6]);
  expect(error?.message).toBe("Somebody else kept changing the same document (6 attempts); try again in a moment.");
  expect(pauses).toEqual([75, 150, 300, 600, 1200]);
  expect(await outbox.list("ann")).toHaveLength(1);
});

test.each([
  ["storage", "reached"],
  ["busy", "unreachable"],
] as const)("a lock that fails with '%s' is told, and the server is %s", async (code, server) => {
  const { outbox, open } = openPerson();
  const replica = open({ lock: () => Promise.reject(new DailyleetError(code, "No lock.")) });
  await replica.change([change(64, 3)]);
  const { error } = await replica.sync({ tables: [THIS_YEAR] });
  expect([error?.code, replica.status().server]).toEqual([code, server]);
  expect(await outbox.list("ann")).toHaveLength(1);
});

test("without an answer nothing is marked and nothing more is tried", async () => {
  let commits = 0;
  const { outbox, send } = openPerson(() => {
    commits++;
    return new DailyleetError("unavailable", "No answer.");
  });
  await outbox.put("ann", pending(change(64, 3), change(365, 1, true, LAST_YEAR)));
  const { saved, error } = await send();
  expect([saved, error?.code, commits]).toEqual([0, "unavailable", 1]);
  const left = await outbox.list("ann");
  expect(left).toHaveLength(2);
  expect(left.some((entry) => entry.refused !== undefined)).toBe(false);
});

test("a fault of the program is not taken for one of the store", async () => {
  const { store, outbox, send } = openPerson();
  await outbox.put("ann", pending(change(64, 3)));
  const broken = { ...store, save: () => Promise.reject(new TypeError("a bug")) };
  await expect(send({}, TODAY, broken)).rejects.toThrow("a bug");
  const unreadable = { ...store, readOpen: () => Promise.reject(new TypeError("another bug")) };
  await outbox.acknowledge("ann", [1]);
  await expect(send({ tables: [THIS_YEAR] }, TODAY, unreadable)).rejects.toThrow("another bug");
});

test("after a lost answer the state before is the one that was found first", async () => {
  const { store, outbox, send } = openPerson();
  await outbox.put("ann", pending(change(64, 3)));
  let isLost = true;
  // A client that repeats a request whose answer was lost: the document then differs because of the first try.
  const repeating: PersonStore = {
    ...store,
    async save(...args) {
      const saved = await store.save(...args);
      if (!isLost) return saved;
      isLost = false;
      throw new DailyleetError("conflict", "It changed.");
    },
  };
  expect(await send({}, TODAY, repeating)).toMatchObject({ saved: 1, error: null, was: [false] });
});

test("what a page sends as it is left, and arrives late, undoes nothing that was changed since", async () => {
  const { store, open } = openPerson();
  await store.save({ ...(await store.readOpen()), table: THIS_YEAR }, [change(1, 1)]);
  const sent: (() => Promise<unknown>)[] = [];
  const slow: PersonStore = {
    ...store,
    save(document, changes) {
      sent.push(() => store.save(document, changes));
      return new Promise(() => {});
    },
  };
  const leave = async (day: number, before: (replica: Replica) => Promise<unknown> = async () => {}) => {
    const replica = open({ store: slow });
    await replica.sync({ tables: [THIS_YEAR] });
    await replica.change([change(day, 3)]);
    await before(replica);
    replica.sendOnExit();
    replica.close();
  };
  await leave(64);
  expect(sent).toHaveLength(1);
  const next = open();
  await next.change([change(64, 3, false)]);
  expect(await next.sync()).toMatchObject({ error: null });
  await expect(sent[0]?.()).rejects.toMatchObject({ code: "conflict" });
  expect(isDone((await store.readOpen()).cells, change(64, 3))).toBe(false);

  // Nothing records that a commit would be based on this newer document.
  await leave(65, async (replica) => {
    await store.save(await store.readOpen(), [change(2, 1)]);
    await replica.fetchYears([THIS_YEAR]);
  });
  expect(sent).toHaveLength(1);
});

test("a site whose rules know no marks yet shows its ticks, and marks wait", async () => {
  const refused = new DailyleetError("refused", "The rules forbid it.");
  const { store, open } = openPerson(({ path }) => (path.endsWith("/marks") ? refused : null));
  await store.save(await store.readOpen(), [change(64, 3)]);
  const replica = open({ store: { ...store, readNamed: () => Promise.reject(refused) } });
  await replica.change([mark("leetcode.com/problems/two-sum", 3)]);
  await replica.sync({ tables: ["marks", THIS_YEAR] });
  expect(replica.year(THIS_YEAR)).toMatchObject({ from: "server", cells: { 64: { 3: true } } });
  expect(replica.marks()).toEqual({
    status: "unknown",
    cells: { "leetcode.com/problems/two-sum": { "2026-03-05": 3 } },
  });
  expect(replica.status()).toMatchObject({ waiting: 0, refused: 1, server: "reached" });
});

test("what is refused before it could be stored is stored as soon as that goes", async () => {
  const { outbox, open } = openPerson(() => new DailyleetError("refused", "The rules forbid it."));
  let isFull = true;
  const put: Outbox["put"] = (...args) =>
    isFull ? Promise.reject(new DailyleetError("storage", "The disk is full.")) : outbox.put(...args);
  const replica = open({ outbox: { ...outbox, put } });
  await expect(replica.change([change(64, 3)])).rejects.toMatchObject({ code: "storage" });
  await replica.sync();
  expect(replica.status()).toMatchObject({ refused: 1, isInMemory: true });
  isFull = false;
  await replica.sync();
  expect(await outbox.list("ann")).toMatchObject(pending(change(64, 3)));
  expect(replica.status()).toMatchObject({ refused: 1, isInMemory: false });
});

test("a closed year is written without reading it again", async () => {
  const { store, open } = openPerson();
  await saveChanges(store, [change(1, 1), change(1, 1, true, LAST_YEAR)], TODAY);
  let reads = 0;
  const readClosed: PersonStore["readClosed"] = (year) => {
    reads++;
    return store.readClosed(year);
  };
  const replica = open({ store: { ...store, readClosed } });
  await replica.sync({ tables: [THIS_YEAR, LAST_YEAR] });
  await replica.change([change(2, 1, true, LAST_YEAR)]);
  expect(await replica.sync()).toMatchObject({ saved: [{ was: false }], error: null });
  expect(reads).toBe(1);
});

test("a year after that of the open document is known to be empty", async () => {
  const replica = openPerson().open();
  await replica.sync({ tables: [NEXT_YEAR] });
  expect(replica.year(NEXT_YEAR)).toEqual({ status: "known", from: "assumption", cells: {} });
});

test.each([
  ["is refused", change(64, 3)],
  ["is of a year that has not begun", change(1, 3, true, NEXT_YEAR)],
])("what %s is not tried again by itself", async (_, made) => {
  const { outbox, open } = openPerson(() => new DailyleetError("refused", "The rules forbid it."));
  let exchanges = 0;
  const list: Outbox["list"] = (uid) => {
    exchanges++;
    return outbox.list(uid);
  };
  const clock = createClock(0);
  const after = (ms: number, callback: () => void) => clock.at(clock.now() + ms, callback);
  const replica = open({ outbox: { ...outbox, list }, timing: { after, now: clock.now, random: () => 0.5 } });
  await replica.change([made]);
  await clock.runUntil(60_000);
  const before = exchanges;
  await clock.runUntil(3_600_000);
  expect([before > 0, exchanges - before]).toEqual([true, 0]);
});

test("what the outbox could not forget is not sent again, and forgotten with the next exchange", async () => {
  let commits = 0;
  const { outbox, open } = openPerson(() => {
    commits++;
    return null;
  });
  let isFailing = true;
  const acknowledge: Outbox["acknowledge"] = async (...args) => {
    if (isFailing) throw new DailyleetError("storage", "The disk is full.");
    await outbox.acknowledge(...args);
  };
  const replica = open({ outbox: { ...outbox, acknowledge } });
  await replica.change([change(64, 3)]);
  expect(await replica.sync()).toMatchObject({ saved: [{ was: false }], error: { code: "storage" } });
  expect([replica.pending(), (await outbox.list("ann")).length]).toEqual([[], 1]);
  isFailing = false;
  await replica.sync();
  expect([commits, await outbox.list("ann")]).toEqual([1, []]);
});

test("after a conflict the batches that follow use the document as it is now", async () => {
  const { store, open } = openPerson();
  let reads = 0;
  const readOpen = () => {
    reads++;
    return store.readOpen();
  };
  await store.save(await store.readOpen(), [change(1, 1)]);
  const replica = open({ store: { ...store, readOpen } });
  await replica.sync({ tables: [THIS_YEAR] });
  await store.save(await store.readOpen(), [change(2, 2)]);
  await replica.change(allCells(25));
  expect(await replica.sync({ tables: [THIS_YEAR] })).toMatchObject({ error: null });
  // One read at first, one for the conflict; none for each batch, and none for a table that was just written.
  expect(reads).toBe(2);
  expect(Object.keys(replica.year(THIS_YEAR).cells)).toHaveLength(25);
});

/** A network that holds commits back without an answer and delivers them later, perhaps out of order. */
function holdBack(store: PersonStore) {
  const held: (() => Promise<unknown>)[] = [];
  let isHolding = true;
  const network: PersonStore = {
    ...store,
    save(document, changes) {
      if (!isHolding) return store.save(document, changes);
      held.push(() => store.save(document, changes));
      return Promise.reject(new DailyleetError("unavailable", "No answer; try again."));
    },
  };
  const deliver = () => Promise.allSettled(held.splice(0).map((commit) => commit()));
  return { network, deliver, heal: () => (isHolding = false) };
}

test.each([
  // The one cell of its year that no change has touched.
  ["tick", change(365, 3), change(365, 3, false)],
  ["mark", mark("a", 3), mark("a", 0)],
  ["setting", setting("list", "all"), setting("list", "")],
] as const)("a %s taken back stays so, though the commit that made it arrives last", async (_, made, taken) => {
  const { store, open, database } = openPerson();
  plantDocument(database, openPath("ann"), { ...FULL_YEAR, 365: dayOf(1, 2, 4, 5) });
  // Leave one setting's cell untouched.
  const settings = SETTING_CELLS.slice(0, -1).map((cell) => ({ ...cell, state: "" }));
  await saveChanges(store, [mark("a", 0, "1970-01-01"), ...settings], TODAY);
  const { network, deliver, heal } = holdBack(store);
  const replica = open({ store: network });
  await replica.change([made]);
  await replica.sync();
  heal();
  // A change by a newly started program.
  const later = open({ store: network });
  await later.change([taken]);
  expect(await later.sync()).toMatchObject({ error: null });
  expect(await deliver()).toMatchObject([{ status: "rejected", reason: { code: "conflict" } }]);
  expect((await store.readOpen()).cells).toMatchObject({ 1: { 1: true } });
  expect(isDone((await store.readOpen()).cells, change(365, 3))).toBe(false);
  expect(Object.values((await store.readNamed("marks")).cells.a ?? {}).filter((mark) => mark !== 0)).toEqual([]);
  expect(stateIn((await store.readNamed("settings")).cells, setting("list", ""))).toBe("");
});

const day5 = (done: boolean) => mapValue({ 1: booleanValue(true), 9: booleanValue(done) });

test.each([
  ["stored twice", { 5: day5(true), year: integerValue(LAST_YEAR) }],
  ["not a whole number", { 5: day5(true), year: { stringValue: "2026" } }],
])("an open document whose day or year is %s is told, and tells why a tick is kept here", async (fault, fields) => {
  const { outbox, open, database } = openPerson();
  plantDocument(database, openPath("ann"), fields);
  plantDocument(database, closedPath("ann", LAST_YEAR), { 5: day5(false), year: integerValue(LAST_YEAR) });
  const replica = open();
  await replica.sync({ tables: [THIS_YEAR] });
  const unreadable = expect.stringMatching(new RegExp(`^The year .*${fault}.*ask whoever runs`));
  expect(replica.status()).toMatchObject({ server: "reached", unreadable });
  await replica.change([change(64, 3)]);
  await replica.sync();
  expect(replica.status()).toMatchObject({ waiting: 0, refused: 1, unreadable: expect.any(String) });
  expect(await outbox.list("ann")).toHaveLength(1);
});
