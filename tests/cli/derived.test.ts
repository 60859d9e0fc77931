import { join } from "node:path";
import { openDatabase } from "@dailyleet/local";
import { expect, it } from "vitest";
import { tempDirectory } from "../support/tempDirectory.ts";
import type { Home } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

const NOON = new Date(2026, 10, 21, 12).getTime();
const DAY_MS = 86_400_000;
const LOOKS = [[], ["today"], ["review"], ["questions", "--state", "due"]];

/** Somebody with marks, in process. */
async function startHome(): Promise<Home> {
  const directory = tempDirectory();
  const on = (daysLater: number) => localHome({ now: () => NOON + daysLater * DAY_MS }, directory);
  for (const question of ["1", "2", "3"]) await on(-20).out(["mark", question, "solved"]);
  await on(0).out(["mark", "2", "hint"]);
  return on(0);
}

/** Runs statements on the file, as another program would. */
function alter({ directory }: Home, statements: string): void {
  const database = openDatabase(join(directory, "dailyleet.db"));
  database.execute(statements);
  database.close();
}

it("shows the same from card states that were kept, as long as they are of these marks and this scheduler", async () => {
  const home = await startHome();
  const looks = async () => {
    const seen: string[] = [];
    for (const args of LOOKS) seen.push(await home.out(args));
    return seen;
  };
  const computed = await looks();
  expect(await looks()).toEqual(computed);
  expect(computed.join()).toContain("due");
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
