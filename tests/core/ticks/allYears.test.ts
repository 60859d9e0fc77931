import {
  allYears,
  createPersonStore,
  createReplica,
  DailyleetError,
  type DocumentStore,
  MAX_LISTED,
  NO_TICKS,
  overlay,
  type PersonStore,
  readBack,
  saveChanges,
  shownTicks,
  yearsUpTo,
} from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { expect, test } from "vitest";
import { countReads } from "../../contract/guardedStore.ts";
import { tempDatabase, uidOfYou } from "../../local/support/database.ts";
import { tick } from "../../support/changes.ts";
import { createMemoryOutbox } from "../../support/memoryOutbox.ts";

const today = { year: 2026, month: 12, day: 31 };

function openPerson(changed: (documents: DocumentStore) => Partial<DocumentStore> = () => ({})) {
  const database = tempDatabase();
  const uid = uidOfYou(database);
  const documents = createDocumentStore(database, uid);
  const counted = countReads({ ...documents, ...changed(documents) });
  return { store: createPersonStore(counted, uid), ...counted };
}

/** The years that a replica shows after it has read them. */
async function read(store: PersonStore, years: readonly number[], date = today) {
  const replica = createReplica({ store, outbox: createMemoryOutbox(), today: () => date });
  const known = await replica.fetchYears(years);
  return { known, ticks: shownTicks(replica, known) };
}

test("all years are read over gaps, with the unsent changes over what the server has", async () => {
  const { store } = openPerson();
  await saveChanges(store, [tick(2026, 64, 1), tick(1999, 365, 1)], today);
  const pending = [tick(2026, 64, 1, false), tick(2020, 1, 2)];
  const { ticks } = await read(store, allYears(today));
  const shown = (year: number) => ticks[year] && overlay(ticks[year], pending, year);
  expect([2026, 2020, 1999].map(shown)).toEqual([{ 64: { 1: false } }, { 1: { 2: true } }, { 365: { 1: true } }]);
  expect([1969, 1970, 2027, 2028].map(shown)).toEqual([undefined, NO_TICKS, NO_TICKS, undefined]);
});

test.each([
  [2027, today],
  [2031, { year: 2020, month: 1, day: 1 }],
])(
  "the year %d, which another device has begun already, is among them although the clock says %j",
  async (begun, date) => {
    const { store } = openPerson();
    await saveChanges(store, [tick(2026, 365, 1)], today);
    await saveChanges(store, [tick(begun, 1, 1)], { year: begun, month: 1, day: 1 });
    const { known, ticks } = await read(store, allYears(date), date);
    expect([ticks[2026], ticks[begun]]).toEqual([{ 365: { 1: true } }, { 1: { 1: true } }]);
    expect(known.filter((year) => year > date.year + 1)).toEqual(date === today ? [] : [2031, 2026]);
  },
);

test("a list that the rules refuse is told, and not replaced by many questions", async () => {
  const { store, requests } = openPerson(() => ({
    list: async () => {
      throw new DailyleetError("refused", "Deploy the rules of this version.");
    },
  }));
  await expect(read(store, allYears(today))).rejects.toMatchObject({ code: "refused", message: /^Deploy the rules/ });
  expect(requests()).toBe(2);
});

test("more years than a list holds cost one more list, also for a streak over all of them", async () => {
  const { store, requests } = openPerson();
  await saveChanges(
    store,
    yearsUpTo(2026).map((year) => tick(year, 64, 1)),
    today,
  );
  const replica = createReplica({ store, outbox: createMemoryOutbox(), today: () => today });
  const before = requests();
  const years = await readBack(async (wanted) => shownTicks(replica, await replica.fetchYears(wanted)), 2026);
  expect([years[1970], years[2025]]).toEqual([{ 64: { 1: true } }, { 64: { 1: true } }]);
  expect(requests() - before).toBe(3);
});

test("a list without an end is no list", async () => {
  const { store } = openPerson(({ list }) => ({
    list: async (collection) => Array(MAX_LISTED).fill((await list(collection, 1))[0]),
  }));
  await saveChanges(store, [tick(2026, 64, 1), tick(1999, 365, 1)], today);
  await expect(read(store, yearsUpTo(2026))).rejects.toMatchObject({ code: "unavailable" });
});

test("a list that gets no answer is told, and not replaced by many questions", async () => {
  const { store, reads } = openPerson(() => ({
    list: async () => {
      throw new DailyleetError("unavailable", "No answer; try again.");
    },
  }));
  await expect(read(store, allYears(today))).rejects.toMatchObject({ code: "unavailable" });
  expect(reads()).toBe(1);
});
