import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@dailyleet/local";
import { expect, it } from "vitest";
import { tempDirectory } from "../support/tempDirectory.ts";
import type { Home } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

const NOON = new Date(2026, 10, 21, 12).getTime();
const DAY_MS = 86_400_000;
const LOOKS = [
  [],
  ["today"],
  ["today", "--date", "2024-12-31", "--json"],
  ["status"],
  ["stats"],
  ["stats", "2025", "--json"],
  ["year", "2024"],
  ["review"],
  ["questions", "--state", "due"],
];

/** Somebody with a streak over two ends of years, and marks; in process, so many days after 21 November 2026. */
async function startHome(): Promise<(daysLater: number) => Home> {
  const directory = tempDirectory();
  const on = (daysLater: number) => localHome({ now: () => NOON + daysLater * DAY_MS }, directory);
  const all = Object.fromEntries(Array.from({ length: 365 }, (_, day) => [day + 1, { 1: true, 2: day % 2 === 0 }]));
  const file = join(directory, "given.json");
  writeFileSync(file, JSON.stringify({ version: 1, years: { 2024: { 366: {}, 365: { 5: true } }, 2025: all } }));
  await on(0).run(["import", file]);
  for (let day = 1; day <= 325; day += 9) await on(0).out(["tick", "1-3", "--date", String(day)]);
  for (const question of ["1", "2", "3"]) await on(-20).out(["mark", question, "solved"]);
  await on(0).out(["mark", "2", "hint"]);
  return on;
}

/** Runs statements on the file, as another program would. */
function alter({ directory }: Home, statements: string): void {
  const database = openDatabase(join(directory, "dailyleet.db"));
  database.execute(statements);
  database.close();
}

function pathsOf({ directory }: Home, table: string): unknown[] {
  const database = openDatabase(join(directory, "dailyleet.db"));
  const paths = database.all(`SELECT path FROM ${table} ORDER BY path`);
  database.close();
  return paths;
}

async function lookAtAll(home: Home): Promise<string[]> {
  const seen: string[] = [];
  for (const args of LOOKS) seen.push(await home.out(args));
  return seen;
}

it("shows the same from what it has kept of the marks as from the marks", async () => {
  const home = (await startHome())(0);
  const computed = await lookAtAll(home);
  expect(pathsOf(home, "derived")).toHaveLength(1);
  expect(await lookAtAll(home)).toEqual(computed);
  expect(computed.join()).toContain("due");
});

it("uses what it has kept of the marks as long as they are of that version and the scheduler is the same", async () => {
  const home = (await startHome())(0);
  const dueNow = async () => (await home.json(["review"])).due;
  const due = await dueNow();
  expect(due).toBeGreaterThan(0);
  alter(home, `UPDATE derived SET value = json_set(value, '$[1]', json_array())`);
  expect(await dueNow()).toBe(0);
  alter(home, "UPDATE documents SET updated = updated + 1 WHERE path LIKE '%/marks'");
  expect(await dueNow()).toBe(due);
  alter(home, `UPDATE derived SET value = json_array('another scheduler', json_array())`);
  expect(await dueNow()).toBe(due);
  alter(home, "UPDATE derived SET value = 'damaged'");
  expect(await dueNow()).toBe(due);
});

it("closes the year before it reads it", async () => {
  const on = await startHome();
  await on(40).out(["tick", "4", "--date", "2026-12-31"]);
  const newYear = on(41);
  expect(await newYear.json(["status"])).toMatchObject({ date: "2027-01-01", done: 0, streak: 1 });
  expect(await newYear.json(["status"])).toMatchObject({ date: "2027-01-01", done: 0, streak: 1 });
  const { years } = await newYear.json(["export"]);
  expect(years).toMatchObject({ 2026: { 365: { 4: true } } });
});
