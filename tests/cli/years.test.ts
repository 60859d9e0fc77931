import { join } from "node:path";
import { booleanValue, createPersonStore, type Fields, integerValue, mapValue, openPath } from "@dailyleet/core";
import { createDocumentStore, listProfiles, openDatabase } from "@dailyleet/local";
import { expect, it } from "vitest";
import { today } from "../support/today.ts";
import { newHome } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

/** Stores a document of an earlier year for the profile, as last year's program left it. */
async function leave(directory: string, fields: Fields, now: number): Promise<void> {
  const database = openDatabase(join(directory, "dailyleet.db"));
  const uid = listProfiles(database)[0]?.uid ?? "";
  await createDocumentStore(database, uid, () => now).commit([{ path: openPath(uid), fields }]);
  database.close();
}

const cell = mapValue({ 2: booleanValue(true) });
const lastYear = today.year - 1;

it("closes a year at the first command of the next one, and its days stay to be seen and changed", async () => {
  const home = localHome();
  await leave(home.directory, { 365: cell, year: integerValue(lastYear) }, Date.UTC(lastYear, 11, 31, 12));
  expect(await home.json(["today"])).toMatchObject({
    sources: Array(5).fill({ done: false }),
  });
  expect(await home.out(["tick", "2", "--date", `${lastYear}-12-31`])).toContain("already Done");
  expect(await home.out(["untick", "2", "--date", `${lastYear}-12-31`])).toContain("Untried (was Done)");
  expect(await home.out(["tick", "3", "--date", `${lastYear}-12-30`])).toContain("Done (was Untried)");
  expect(await home.json(["export"])).toMatchObject({
    years: { [lastYear]: { 364: { 3: true } } },
    practice: {},
  });
});

it("closes a year once although three commands come at once", async () => {
  const home = newHome();
  await leave(home.directory, { 10: cell, year: integerValue(lastYear) }, Date.UTC(lastYear, 11, 31, 12));
  const results = await Promise.all([1, 2, 3].map((source) => home.run(["tick", String(source)])));
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  const { years } = await home.json(["export"]);
  expect(years).toMatchObject({ [lastYear]: { 10: { 2: true } } });
  expect(await home.json(["today"])).toMatchObject({
    sources: [1, 2, 3, 4, 5].map((source) => ({ done: source <= 3 })),
  });
  const database = openDatabase(join(home.directory, "dailyleet.db"));
  const uid = listProfiles(database)[0]?.uid ?? "";
  const open = await createPersonStore(createDocumentStore(database, uid), uid).readOpen();
  database.close();
  expect(open.table).toBe(today.year);
});
