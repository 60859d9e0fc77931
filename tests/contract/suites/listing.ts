import {
  allYears,
  closedPath,
  closedYearsPath,
  createPersonStore,
  MAX_LISTED,
  openPath,
  readYearDocuments,
} from "@dailyleet/core";
import { expect, test } from "vitest";
import { countReads } from "../guardedStore.ts";
import type { NewPerson, Person } from "./person.ts";
import { dayOf, THIS_YEAR, TODAY, yearOf } from "./samples.ts";

async function plantYears({ plantOpen, plantClosed }: Person) {
  await plantOpen({ ...yearOf(THIS_YEAR), "1": dayOf(1) });
  for (const year of [2024, 2019, 2020]) await plantClosed(year, { ...yearOf(year), "2": dayOf(2) });
}

export function describeListing(newPerson: NewPerson): void {
  test("lists the closed years by their paths, each as it is read alone, and no more than were asked for", async () => {
    const person = newPerson();
    const { uid, documents } = person;
    const list = (limit: number, offset?: number) => documents.list(closedYearsPath(uid), limit, offset);
    expect(await list(MAX_LISTED)).toEqual([]);
    await plantYears(person);
    const paths = [2019, 2020, 2024].map((year) => closedPath(uid, year));
    const alone = await Promise.all(paths.map(async (path) => ({ path, ...(await documents.get(path)) })));
    expect(await list(MAX_LISTED)).toEqual(alone);
    expect(await list(2)).toEqual(alone.slice(0, 2));
    expect(await list(1, 2)).toEqual(alone.slice(2));
    expect(await list(MAX_LISTED, 3)).toEqual([]);
    expect(await list(0)).toEqual([]);
  });

  test("refuses any other list", async () => {
    const { uid, documents } = newPerson();
    const stranger = newPerson();
    await plantYears(stranger);
    const refused: [collection: string, limit: number][] = [
      [closedYearsPath(uid), MAX_LISTED + 1],
      [closedYearsPath(stranger.uid), MAX_LISTED],
      [`${openPath(uid)}/practice`, MAX_LISTED],
      ["dailyleet/v1/data", MAX_LISTED],
    ];
    for (const [collection, limit] of refused) {
      await expect(documents.list(collection, limit)).rejects.toMatchObject({ code: "refused" });
    }
  });

  test("finds all that a person ever ticked with as many reads as there are documents", async () => {
    const person = newPerson();
    await plantYears(person);
    const counted = countReads(person.documents);
    const store = createPersonStore(counted, person.uid);
    const { years, documents } = await readYearDocuments(store, allYears(TODAY), TODAY);
    expect(years).toEqual(allYears(TODAY));
    const found = documents.filter(({ version }) => version !== null).map(({ table }) => table);
    expect(found.sort()).toEqual([2019, 2020, 2024, TODAY.year]);
    expect([counted.requests(), counted.reads()]).toEqual([2, 4]);
  });
}
