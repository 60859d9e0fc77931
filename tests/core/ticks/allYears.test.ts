import { allYears, createPersonStore, NO_TICKS, overlay } from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { expect, test } from "vitest";
import { saveChanges } from "../../../packages/core/src/changes/saveChanges.ts";
import { readYears } from "../../../packages/core/src/ticks/allYears.ts";
import { tempDatabase, uidOfYou } from "../../local/support/database.ts";

const today = { year: 2026, month: 12, day: 31 };

function openPerson() {
  const database = tempDatabase();
  const uid = uidOfYou(database);
  return createPersonStore(createDocumentStore(database, uid), uid);
}

test("all years are read over gaps, with the unsent changes over what the server has", async () => {
  const store = openPerson();
  await saveChanges(store, [{ year: 2026, day: 64, source: 1, done: true }], today);
  await saveChanges(store, [{ year: 1999, day: 365, source: 5, done: true }], today);
  const pending = [
    { year: 2026, day: 64, source: 1, done: false },
    { year: 2020, day: 1, source: 2, done: true },
  ] as const;
  const server = await readYears(store, allYears(today), today);
  const shown = (year: number) => server[year] && overlay(server[year], pending, year);
  expect([2026, 2020, 1999].map(shown)).toEqual([{ 64: { 1: false } }, { 1: { 2: true } }, { 365: { 5: true } }]);
  expect([1969, 1970, 2027, 2028].map(shown)).toEqual([undefined, NO_TICKS, NO_TICKS, undefined]);
});

test("a year that another device has begun already is among them", async () => {
  const store = openPerson();
  await saveChanges(store, [{ year: 2026, day: 365, source: 1, done: true }], today);
  await saveChanges(store, [{ year: 2027, day: 1, source: 2, done: true }], { year: 2027, month: 1, day: 1 });
  const years = await readYears(store, allYears(today), today);
  expect([years[2026], years[2027]]).toEqual([{ 365: { 1: true } }, { 1: { 2: true } }]);
});
