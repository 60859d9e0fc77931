import {
  type Cache,
  CLOUD_POLICY,
  createPersonStore,
  createReplica,
  DailyleetError,
  keepFresh,
  LOCAL_POLICY,
  type SyncPolicy,
  saveChanges,
  type TableId,
  type TickChange,
  type Ticks,
} from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { expect, test } from "vitest";
import { countReads } from "../../contract/guardedStore.ts";
import { change, THIS_YEAR, TODAY } from "../../contract/suites/samples.ts";
import { tempDatabase } from "../../local/support/database.ts";
import { pending } from "../../support/changes.ts";
import { createMemoryOutbox } from "../../support/memoryOutbox.ts";
import { createClock } from "../../support/virtualClock.ts";

const MINUTE = 60_000;

interface PageOptions {
  readonly kept?: Ticks;
  readonly policy?: SyncPolicy;
  readonly hasNews?: () => Promise<boolean>;
}

/** A person's page and their other devices over one database that counts reads. */
async function openPage({ kept, policy = CLOUD_POLICY, ...options }: PageOptions = {}) {
  const documents = createDocumentStore(tempDatabase(), "ann");
  const elsewhere = (change: TickChange) => saveChanges(createPersonStore(documents, "ann"), [change], TODAY);
  await elsewhere(change(1, 1));
  const world = { isOnline: true, wrongMinutes: 0 };
  const offline = () => Promise.reject(new DailyleetError("unavailable", "There is no network."));
  const counted = countReads({ ...documents, get: (path) => (world.isOnline ? documents.get(path) : offline()) });
  const clock = createClock(1_000 * MINUTE);
  const after = (ms: number, callback: () => void) => clock.at(clock.now() + ms, callback);
  const timing = { after, now: clock.now, random: () => 0.5 };
  const cache: Cache = { read: (table) => (table === "marks" ? null : (kept ?? null)), keep: () => {} };
  const outbox = createMemoryOutbox();
  const store = createPersonStore(counted, "ann");
  const replica = createReplica({ store, outbox, cache, timing, today: () => TODAY });
  await replica.load([THIS_YEAR]);
  const others: TableId[] = [];
  const watched = () => [THIS_YEAR, ...others] as const;
  const now = () => clock.now() + world.wrongMinutes * MINUTE;
  const page = keepFresh({ replica, policy, timing, clock: now, watched, ...options });
  const pass = (minutes: number) => clock.runUntil(clock.now() + minutes * MINUTE);
  await pass(0.5);
  const { reads } = counted;
  expect(reads()).toBe(1);
  const readsAfter = async (minutes: number) => {
    page.hidden();
    await pass(minutes);
    const before = reads();
    page.seen();
    await pass(0.1);
    return reads() - before;
  };
  return { page, replica, outbox, reads, elsewhere, others, pass, world, readsAfter };
}

const KEPT: Ticks = { 1: { 1: true } };

test("a page that comes into view within ten minutes asks nothing, later it does", async () => {
  const { readsAfter } = await openPage({ kept: KEPT });
  expect([await readsAfter(1), await readsAfter(6), await readsAfter(3), await readsAfter(1)]).toEqual([0, 0, 1, 0]);
});

test("a page that goes out of view and comes back in the moment of its look asks nothing more", async () => {
  const { page, reads, pass, readsAfter } = await openPage({ kept: KEPT });
  await readsAfter(10);
  await pass(10);
  page.seen();
  await pass(0);
  const before = reads();
  page.hidden();
  page.seen();
  await pass(0.1);
  expect(reads()).toBe(before);
});

test("a page that has come back into view goes on asking by itself", async () => {
  const { reads, pass, readsAfter } = await openPage({ kept: KEPT });
  expect(await readsAfter(1)).toBe(0);
  await pass(CLOUD_POLICY.rereadMs / MINUTE + 1);
  expect(reads()).toBe(2);
});

test("it asks each time once a look has found what another device has done", async () => {
  const { replica, elsewhere, readsAfter } = await openPage({ kept: KEPT });
  await elsewhere(change(64, 2));
  expect([await readsAfter(1), replica.year(THIS_YEAR).cells[64]]).toEqual([0, undefined]);
  expect([await readsAfter(10), replica.year(THIS_YEAR).cells[64]]).toEqual([1, { 2: true }]);
  await elsewhere(change(64, 3));
  expect([await readsAfter(1), replica.year(THIS_YEAR).cells[64]]).toEqual([1, { 2: true, 3: true }]);
});

test("what was not known of the ticks at the first look is of another device, too", async () => {
  const { readsAfter } = await openPage();
  expect([await readsAfter(1), await readsAfter(1)]).toEqual([1, 1]);
});

test("what this device has done itself is no news", async () => {
  const { replica, pass, readsAfter } = await openPage({ kept: KEPT });
  await replica.change([change(64, 3)]);
  await pass(1);
  expect([replica.status().hasSaved, await readsAfter(1)]).toEqual([true, 0]);
  expect([await readsAfter(10), await readsAfter(1)]).toEqual([1, 0]);
});

test("it asks where the last look failed, was at something else, or the clock was set back", async () => {
  const { others, world, readsAfter } = await openPage({ kept: KEPT });
  world.isOnline = false;
  expect(await readsAfter(10)).toBeGreaterThan(0);
  world.isOnline = true;
  expect([await readsAfter(1), await readsAfter(1)]).toEqual([1, 0]);
  others.push("marks");
  expect([await readsAfter(1), await readsAfter(1)]).toEqual([2, 0]);
  world.wrongMinutes = -60;
  expect([await readsAfter(1), await readsAfter(1)]).toEqual([2, 0]);
});

test("what waits is sent when it comes into view, whether it asks or not", async () => {
  const { replica, outbox, readsAfter } = await openPage({ kept: KEPT });
  expect(await readsAfter(1)).toBe(0);
  await outbox.put("ann", pending(change(64, 3)));
  await readsAfter(1);
  expect([await outbox.list("ann"), replica.status().hasSaved]).toEqual([[], true]);
});

test("what waits is sent when the network is back, and only a page that is seen asks", async () => {
  const { page, outbox, reads, pass } = await openPage({ kept: KEPT });
  page.hidden();
  await outbox.put("ann", pending(change(64, 3)));
  const before = reads();
  page.networkChanged();
  await pass(0.1);
  expect([await outbox.list("ann"), reads() - before]).toEqual([[], 0]);
  page.networkChanged();
  await page.yearChosen();
  await pass(300);
  expect(reads() - before).toBe(0);
  page.seen();
  await pass(11);
  const later = reads();
  page.networkChanged();
  await pass(0.1);
  expect(reads() - later).toBe(1);
});

test("a year that somebody goes to shows what is cached of it, whatever the network does", async () => {
  const { page, replica, others, world } = await openPage({ kept: KEPT });
  world.isOnline = false;
  others.push(THIS_YEAR - 1);
  await page.yearChosen();
  expect(replica.year(THIS_YEAR - 1)).toEqual({ status: "known", from: "cache", cells: KEPT });
});

test("it asks again every four hours, and for a year that has begun within ten minutes; after the end never", async () => {
  const { page, replica, reads, pass } = await openPage({ kept: KEPT });
  await pass(241);
  expect(reads()).toBe(2);
  page.yearBegan();
  expect(replica.year(THIS_YEAR).status).toBe("known");
  await pass(4);
  expect(reads()).toBe(2);
  await pass(2);
  expect(reads()).toBe(3);
  page.yearBegan();
  page.stop();
  await pass(1_000);
  expect(reads()).toBe(3);
});

test("in local mode a page that is seen asks within two seconds of news, and for news only", async () => {
  let [looks, hasNews] = [0, false];
  const { page, pass, reads } = await openPage({
    kept: KEPT,
    policy: LOCAL_POLICY,
    hasNews: async () => {
      looks++;
      return hasNews;
    },
  });
  await pass(10);
  expect([reads(), looks]).toEqual([1, 10.5 * 30]);
  hasNews = true;
  await pass(2 / 60);
  expect(reads()).toBe(2);
  page.hidden();
  const before = looks;
  await pass(10);
  expect([reads(), looks]).toEqual([2, before]);
});

test("in local mode it always asks when it comes into view", async () => {
  const { readsAfter } = await openPage({ kept: KEPT, policy: LOCAL_POLICY, hasNews: async () => false });
  expect([await readsAfter(0.4), await readsAfter(0.4)]).toEqual([1, 1]);
});
