import type { YearDocument } from "@dailyleet/core";
import {
  type Change,
  changesOf,
  createReplica,
  DailyleetError,
  type Journal,
  LOCAL_POLICY,
  type Outbox,
  openPath,
  type PendingChange,
  type PersonStore,
  type Replica,
  type TickChange,
  tickCell,
  toggle,
} from "@dailyleet/core";
import { expect, test } from "vitest";
import { createTabs } from "../../reliability/support/tabs.ts";
import { mark, pending, tick } from "../../support/changes.ts";
import { createMemoryOutbox } from "../../support/memoryOutbox.ts";

const TODAY = { year: 2026, month: 3, day: 5 };
const CELL = tickCell(2026, 64, 3);
const never = () => new Promise<never>(() => {});
const SILENT: PersonStore = {
  uid: "ann",
  readOpen: never,
  readClosed: never,
  readNamed: never,
  save: never,
  close: never,
  listClosed: never,
};

const open = (parts: Partial<Parameters<typeof createReplica>[0]> = {}): Replica =>
  createReplica({ store: SILENT, outbox: createMemoryOutbox(), today: () => TODAY, ...parts });
const click = (replica: Replica): TickChange => toggle(replica.year(2026).cells, CELL);

test("a click is shown in the same task, however slow the disk is, and the next asks for the opposite", () => {
  let writes = 0;
  const put = () => {
    writes++;
    return never();
  };
  const replica = open({ outbox: { ...createMemoryOutbox(), put } });
  const shown: unknown[] = [];
  replica.subscribe(2026, () => shown.push([replica.year(2026).cells[64], writes]));
  void replica.change([click(replica)]);
  // The durable write also begins in this task.
  expect(writes).toBe(1);
  void replica.change([click(replica)]);
  expect(shown).toEqual([
    [{ 3: true }, 0],
    [{ 3: false }, 1],
  ]);
});

test("a click is told to those who watch its year or the status, and to nobody else", () => {
  const replica = open();
  const told: string[] = [];
  replica.subscribe(2025, () => told.push("other year"));
  const leave = replica.subscribe(2026, () => told.push("year"));
  replica.subscribe("status", () => told.push("status"));
  void replica.change([click(replica)]);
  expect(told).toEqual(["year", "status"]);
  leave();
  void replica.change([click(replica)]);
  expect(told.filter((topic) => topic === "year")).toHaveLength(1);
  // The number of waiting changes stays one.
  expect(told.filter((topic) => topic === "status")).toHaveLength(1);
});

test("who watches a year is told of what is learnt of it without having looked at it", async () => {
  const cache = { read: () => ({ 1: { 2: true } }), keep: () => {} };
  const replica = open({ cache });
  let times = 0;
  replica.subscribe(2026, () => times++);
  await replica.load([2026]);
  expect(times).toBe(1);
});

test("a year stays the same object as long as it says the same, and a day that a click does not touch", async () => {
  const cache = { read: () => ({ 1: { 2: true } }), keep: () => {} };
  const replica = open({ cache });
  await replica.load([2026]);
  const before = replica.year(2026);
  await replica.change([{ ...CELL, state: false }]);
  expect(replica.year(2026)).toBe(before);
  await replica.change([click(replica)]);
  expect(replica.year(2026)).not.toBe(before);
  expect(replica.year(2026).cells[1]).toBe(before.cells[1]);
});

test("what a slow cache has is shown when it comes, unless the server was faster", async () => {
  const reading = Promise.withResolvers<{ 1: { 2: true } }>();
  const cache = { read: () => reading.promise, keep: () => {} };
  const replica = open({ cache });
  const loaded = replica.load([2026]);
  expect(replica.year(2026).status).toBe("unknown");
  reading.resolve({ 1: { 2: true } });
  await loaded;
  expect(replica.year(2026)).toMatchObject({ status: "known", from: "cache", cells: { 1: { 2: true } } });
});

const full = new DailyleetError("storage", "The disk is full; free some space.");

test.each([
  ["rejects", new Error("the disk is full"), expect.objectContaining({ code: "storage" })],
  ["for a reason that is known rejects with it", full, full],
])("a write that fails %s, and the click stays and is told as unsaved", async (_, failure, error) => {
  const replica = open({ outbox: { ...createMemoryOutbox(), put: () => Promise.reject(failure) } });
  await expect(replica.change([click(replica)])).rejects.toEqual(error);
  expect(replica.year(2026).cells[64]).toEqual({ 3: true });
  expect(replica.status()).toMatchObject({ waiting: 1, isInMemory: true });
});

test.each([true, false])("an unsaved click is in memory alone unless the journal holds it (%s)", async (isHeld) => {
  const journal = { write: () => isHeld, erase: () => {}, leftovers: () => [] };
  const replica = open({ journal, outbox: { ...createMemoryOutbox(), put: () => Promise.reject(full) } });
  await expect(replica.change([click(replica)])).rejects.toEqual(full);
  expect(replica.status()).toMatchObject({ waiting: 1, isInMemory: !isHeld });
});

test("what could not be written is written with the next exchange, though the server says nothing", async () => {
  const memory = createMemoryOutbox();
  let isFull = true;
  const put: Outbox["put"] = (...args) => (isFull ? Promise.reject(full) : memory.put(...args));
  const replica = open({ outbox: { ...memory, put } });
  await expect(replica.change([click(replica)])).rejects.toMatchObject({ code: "storage" });
  isFull = false;
  void replica.sync();
  await expect.poll(() => memory.list("ann")).toMatchObject([{ change: { ...CELL, state: true } }]);
});

test("what could not be written is written with the next change, and told no more", async () => {
  const memory = createMemoryOutbox();
  let isFull = true;
  const put: Outbox["put"] = (...args) => (isFull ? Promise.reject(full) : memory.put(...args));
  const replica = open({ outbox: { ...memory, put } });
  await expect(replica.change([click(replica)])).rejects.toMatchObject({ code: "storage" });
  isFull = false;
  await replica.change([tick(2026, 65, 3)]);
  expect(await memory.list("ann")).toMatchObject([{ change: { row: 64 } }, { change: { row: 65 } }]);
  expect(replica.status()).toMatchObject({ waiting: 2, isInMemory: false });
});

test("a change resolves to the states before it, of ticks and of marks", async () => {
  const replica = open();
  expect(await replica.change([tick(2026, 64, 3), mark("a", 3)])).toMatchObject([{ was: false }, { was: 0 }]);
  const taken = [tick(2026, 64, 3, false), mark("a", 0)];
  expect(await replica.change(taken)).toMatchObject([{ was: true }, { was: 3 }]);
});

test("on exit a click is sent in the same task, without waiting for the disk", async () => {
  const sent: unknown[] = [];
  const empty: YearDocument = { path: openPath("ann"), fields: {}, version: null, table: null, cells: {} };
  const store: PersonStore = {
    ...SILENT,
    readOpen: async () => empty,
    save(_, changes) {
      sent.push(...changes);
      return never();
    },
  };
  const replica = open({ store });
  replica.sendOnExit();
  expect(sent).toEqual([]);
  await replica.sync({ tables: [2026] });
  void replica.change([click(replica)]);
  replica.sendOnExit();
  expect(sent).toMatchObject([{ ...CELL, state: true }]);
});

test("in local mode a click is sent a tenth of a second after the disk has it", async () => {
  const delays: number[] = [];
  const after = (ms: number) => {
    delays.push(ms);
    return () => {};
  };
  const timing = { after, now: () => 0, random: () => 0 };
  const { pace } = LOCAL_POLICY;
  const replica = open({ timing, pace });
  await replica.change([click(replica)]);
  expect(delays).toEqual([100]);
});

test("after the end nobody is told anything, and what was clicked is still written", async () => {
  const outbox = createMemoryOutbox();
  const replica = open({ outbox });
  const told: unknown[] = [];
  const durable = replica.change([click(replica)]);
  replica.subscribe(2026, () => told.push(1));
  replica.close();
  await durable;
  expect(told).toEqual([]);
  expect(await outbox.list("ann")).toHaveLength(1);
});

test("after the end nothing more is asked of the server, and who asks for it gets an answer", async () => {
  const replica = open();
  replica.close();
  expect(await replica.sync({ tables: [2026] })).toEqual({ saved: [], error: null });
});

test("an outbox that failed is told until it answers again", async () => {
  const memory = createMemoryOutbox();
  let isFailing = true;
  const list: Outbox["list"] = (uid) => (isFailing ? Promise.reject(full) : memory.list(uid));
  const replica = open({ outbox: { ...memory, list } });
  await replica.load([]);
  expect(replica.status().isInMemory).toBe(true);
  isFailing = false;
  await replica.sync();
  expect(replica.status().isInMemory).toBe(false);
});

test("a server that another tab has reached is not offline any more", async () => {
  const tab = createTabs();
  const store = { ...SILENT, readOpen: () => Promise.reject(new DailyleetError("unavailable", "No network.")) };
  const replica = open({ store, peers: tab() });
  await replica.sync({ tables: [2026] });
  expect(replica.status()).toMatchObject({ server: "unreachable", hasSaved: false });
  const document = { path: openPath("ann"), table: 2026, cells: {}, fields: {}, version: "2026-03-05T08:00:00Z" };
  tab().broadcast({ kind: "acknowledged", document });
  expect(replica.status()).toMatchObject({ server: "reached", hasSaved: true });
});

test("what a dead replica noted is taken, but not over what was changed here since", async () => {
  const [outbox, noted] = [createMemoryOutbox(), Promise.withResolvers<readonly PendingChange[]>()];
  const erased: Change[] = [];
  const journal: Journal = {
    write: () => true,
    erase: (entries) => void erased.push(...changesOf(entries)),
    leftovers: () => noted.promise,
  };
  const put = Promise.withResolvers<void>();
  const replica = open({
    journal,
    outbox: { ...outbox, put: (...args) => put.promise.then(() => outbox.put(...args)) },
  });
  const written = replica.change([tick(2026, 64, 3, false)]);
  noted.resolve(pending(tick(2026, 64, 3), tick(2026, 65, 3)));
  put.resolve();
  await Promise.all([written, replica.load([])]);
  expect(await outbox.list("ann")).toMatchObject(pending(tick(2026, 64, 3, false), tick(2026, 65, 3)));
  // The replica erases a note as soon as the outbox holds its change.
  expect(erased).toEqual([tick(2026, 64, 3, false), tick(2026, 65, 3)]);
});
