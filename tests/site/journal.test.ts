import { type NumberedChange, packYear, stateOf, type TickChange } from "@dailyleet/core";
import { beforeEach, expect, test, vi } from "vitest";
import { createJournal } from "../../site/src/replica/journal.ts";
import { readStoredYear, storeYear } from "../../site/src/replica/openReplica.ts";
import { useBrowser } from "./support/browser.ts";

let browser: ReturnType<typeof useBrowser>;
beforeEach(() => {
  browser = useBrowser();
});

const change = (day: number, number: number, done = true): NumberedChange => ({
  year: 2026,
  day,
  source: 3,
  done,
  number,
});
const cells = async (journal: ReturnType<typeof createJournal>) =>
  [...(await journal.leftovers())].map((change) => [(change as TickChange).day, stateOf(change)]);

test("gives a tab that opens what a tab that has died had noted, and never what a living one has", async () => {
  const notes = [change(1, 1), { ...change(2, 2, false), unanswered: "2026-03-05T12:00:00Z" }];
  expect(createJournal("ann").note(notes)).toBe(true);
  expect(await cells(createJournal("ann"))).toEqual([]);
  browser.killTabs();
  expect(await createJournal("ann").leftovers()).toMatchObject([{ day: 1 }, { unanswered: "2026-03-05T12:00:00Z" }]);
  expect(await cells(createJournal("bob"))).toEqual([]);
  expect(await cells(createJournal("ann"))).toEqual([
    [1, true],
    [2, false],
  ]);
});

test("gives what a page in the back/forward cache had noted, and no longer when that page has come back", async () => {
  const resting = createJournal("ann");
  resting.note([change(1, 1)]);
  browser.transit("pagehide");
  expect(await cells(createJournal("ann"))).toEqual([[1, true]]);
  browser.transit("pageshow");
  expect(await cells(createJournal("ann"))).toEqual([]);
});

test("says that it lives before a note can be read, and nothing once the last note has been gone for a moment", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const journal = createJournal("ann");
  expect(browser.held()).toBe(0);
  journal.note([change(1, 1)]);
  expect(browser.heldAtNote()).toEqual([1]);
  journal.note([change(1, 2, false), change(2, 3)]);
  journal.forget([change(1, 1), change(2, 3)]);
  vi.advanceTimersByTime(60_000);
  expect(browser.held()).toBe(1);
  journal.forget([change(1, 2, false)]);
  expect(await cells(createJournal("ann"))).toEqual([]);
  expect(browser.held()).toBe(1);
  vi.advanceTimersByTime(1_000);
  await expect.poll(browser.held).toBe(0);
  vi.useRealTimers();
});

test("never gives what is finished, or noted, while it asks who lives", async () => {
  const [left, finishing] = [createJournal("ann"), createJournal("ann")];
  left.note([change(1, 1)]);
  finishing.note([change(2, 2)]);
  browser.killTabs();
  const given = cells(createJournal("ann"));
  finishing.forget([change(2, 2)]);
  createJournal("ann").note([change(3, 3)]);
  browser.killTabs();
  expect(await given).toEqual([[1, true]]);
});

test("forgets exactly the note that is meant: not a newer one of the cell, nor another tab's", async () => {
  const [first, second] = [createJournal("ann"), createJournal("ann")];
  first.note([change(1, 1)]);
  first.note([change(1, 2, false)]);
  first.forget([change(1, 1)]);
  first.note([change(2, 3)]);
  second.note([change(2, 1, false)]);
  first.forget([change(2, 3)]);
  second.forget([change(1, 2)]);
  browser.killTabs();
  expect(await cells(createJournal("ann"))).toEqual([
    [1, false],
    [2, false],
  ]);
  first.forget([change(1, 2, false)]);
  second.forget([change(2, 1, false)]);
  expect(Object.keys(browser.storage)).toEqual([]);
});

test("passes over what is damaged, and does not throw where the browser keeps nothing", async () => {
  createJournal("ann").note([change(1, 1)]);
  browser.storage["dailyleet/click/ann/2026/2/3"] = "{";
  browser.storage["dailyleet/click/ann/2026/3/3"] = '{"year":2026,"day":366,"source":3,"done":true,"tab":"1"}';
  browser.killTabs();
  expect(await cells(createJournal("ann"))).toEqual([[1, true]]);
  void useBrowser({ isFull: true });
  const journal = createJournal("ann");
  expect([journal.note([]), journal.note([change(1, 1)])]).toEqual([false, false]);
  expect(await cells(journal)).toEqual([]);
});

test("the copy for the first frame gives back the year as it was shown, with what was noted since", () => {
  const ticks = { 1: { 1: true }, 64: { 1: true, 2: true, 3: true, 4: true, 5: true }, 365: { 5: true } };
  storeYear("ann", 2026, packYear(ticks));
  expect(readStoredYear("ann", 2026)).toMatchObject(ticks);
  expect(readStoredYear("ann", 2025)).toBeNull();
  expect(readStoredYear("bob", 2026)).toBeNull();
  createJournal("ann").note([change(2, 1)]);
  expect(readStoredYear("ann", 2026)).toMatchObject({ ...ticks, 2: { 3: true } });
  expect(String(browser.storage["dailyleet/year"]).length).toBeLessThan(420);
});
