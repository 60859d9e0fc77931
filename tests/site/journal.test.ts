import { type Change, changesOf, type JournalEntry, packYear, settingCell } from "@dailyleet/core";
import { beforeEach, expect, test, vi } from "vitest";
import { createJournal } from "../../site/src/replica/journal.ts";
import { readShownLast, storeShownLast } from "../../site/src/replica/openReplica.ts";
import { tick } from "../support/changes.ts";
import { useBrowser } from "./support/browser.ts";

let browser: ReturnType<typeof useBrowser>;
beforeEach(() => {
  browser = useBrowser();
});

const entry = (day: number, number: number, done = true): JournalEntry => ({
  change: tick(2026, day, 3, done),
  number,
});
const cells = async (journal: ReturnType<typeof createJournal>) =>
  changesOf(await journal.leftovers()).map(({ row, state }) => [row, state]);

test("gives a tab that opens what a tab that has died had noted, and never what a living one has", async () => {
  const entries = [entry(1, 1), { ...entry(2, 2, false), attempt: "2026-03-05T12:00:00Z" }];
  expect(createJournal("ann").write(entries)).toBe(true);
  expect(await cells(createJournal("ann"))).toEqual([]);
  browser.killTabs();
  expect(await createJournal("ann").leftovers()).toMatchObject([
    { change: { row: 1 } },
    { attempt: "2026-03-05T12:00:00Z" },
  ]);
  expect(await cells(createJournal("bob"))).toEqual([]);
  expect(await cells(createJournal("ann"))).toEqual([
    [1, true],
    [2, false],
  ]);
});

test("gives what a page in the back/forward cache had noted, and no longer when that page has come back", async () => {
  const resting = createJournal("ann");
  resting.write([entry(1, 1)]);
  browser.transit("pagehide");
  expect(await cells(createJournal("ann"))).toEqual([[1, true]]);
  browser.transit("pageshow");
  expect(await cells(createJournal("ann"))).toEqual([]);
});

test("says that it lives before a note can be read, and nothing once the last note has been gone for a moment", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const journal = createJournal("ann");
  expect(browser.held()).toBe(0);
  journal.write([entry(1, 1)]);
  expect(browser.heldAtNote()).toEqual([1]);
  journal.write([entry(1, 2, false), entry(2, 3)]);
  journal.erase([entry(1, 1), entry(2, 3)]);
  vi.advanceTimersByTime(60_000);
  expect(browser.held()).toBe(1);
  journal.erase([entry(1, 2, false)]);
  expect(await cells(createJournal("ann"))).toEqual([]);
  expect(browser.held()).toBe(1);
  vi.advanceTimersByTime(1_000);
  await expect.poll(browser.held).toBe(0);
  vi.useRealTimers();
});

test("never gives what is finished, or noted, while it asks who lives", async () => {
  const [left, finishing] = [createJournal("ann"), createJournal("ann")];
  left.write([entry(1, 1)]);
  finishing.write([entry(2, 2)]);
  browser.killTabs();
  const given = cells(createJournal("ann"));
  finishing.erase([entry(2, 2)]);
  createJournal("ann").write([entry(3, 3)]);
  browser.killTabs();
  expect(await given).toEqual([[1, true]]);
});

test("forgets exactly the note that is meant: not a newer one of the cell, nor another tab's", async () => {
  const [first, second] = [createJournal("ann"), createJournal("ann")];
  first.write([entry(1, 1)]);
  first.write([entry(1, 2, false)]);
  first.erase([entry(1, 1)]);
  first.write([entry(2, 3)]);
  second.write([entry(2, 1, false)]);
  first.erase([entry(2, 3)]);
  second.erase([entry(1, 2)]);
  browser.killTabs();
  expect(await cells(createJournal("ann"))).toEqual([
    [1, false],
    [2, false],
  ]);
  first.erase([entry(1, 2, false)]);
  second.erase([entry(2, 1, false)]);
  expect(Object.keys(browser.storage)).toEqual([]);
});

test("passes over what is damaged, and does not throw where the browser keeps nothing", async () => {
  createJournal("ann").write([entry(1, 1)]);
  browser.storage["dailyleet/click/ann/2026/2/3"] = "{";
  browser.storage["dailyleet/click/ann/2026/3/3"] =
    '{"change":{"table":2026,"row":366,"column":3,"state":true},"number":1,"tab":"1"}';
  const settings = [
    { ...settingCell("dayEndsAt"), state: "x".repeat(501) },
    { ...settingCell("dayBegins"), state: "03:00" },
  ];
  createJournal("ann").write(settings.map((change: Change, index) => ({ change, number: 2 + index })));
  browser.killTabs();
  expect(await cells(createJournal("ann"))).toEqual([[1, true]]);
  void useBrowser({ isFull: true });
  const journal = createJournal("ann");
  expect([journal.write([]), journal.write([entry(1, 1)])]).toEqual([false, false]);
  expect(await cells(journal)).toEqual([]);
});

test("what was shown last is there for the first frame: the year and the settings, with what was noted since", () => {
  const ticks = { 1: { 1: true }, 64: { 1: true, 2: true, 3: true, 4: true, 5: true }, 365: { 5: true } };
  storeShownLast("ann", { year: 2026, ticks: packYear(ticks) });
  expect(readShownLast("ann", "settings")).toBeNull();
  storeShownLast("ann", { settings: { dayEndsAt: { value: "03:00" } } });
  expect(readShownLast("ann", 2026)).toMatchObject(ticks);
  expect(readShownLast("ann", 2025)).toBeNull();
  expect([readShownLast("bob", 2026), readShownLast("bob", "settings")]).toEqual([null, null]);
  const list: Change = { ...settingCell("list"), state: "all" };
  createJournal("ann").write([entry(2, 1), { change: list, number: 2 }]);
  expect(readShownLast("ann", 2026)).toMatchObject({ ...ticks, 2: { 3: true } });
  expect(readShownLast("ann", "settings")).toEqual({ dayEndsAt: { value: "03:00" }, list: { value: "all" } });
  expect(String(browser.storage["dailyleet/last"]).length).toBeLessThan(480);
  storeShownLast("bob", { settings: {} });
  expect(readShownLast("ann", 2026)).toBeNull();
});
