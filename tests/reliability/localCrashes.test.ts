import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDate, monthDay } from "@dailyleet/core";
import { expect, it } from "vitest";
import type { ExportDocument } from "../../packages/core/src/transfer/exportDocument.ts";
import { timedBackups } from "../cli/support/backups.ts";
import type { Home } from "../cli/support/home.ts";
import { localHome } from "../cli/support/localHome.ts";
import { today } from "../support/today.ts";
import { copiesOf, crashAtSteps } from "./support/crashes.ts";

const NOTHING = { version: 1, years: {}, practice: {} };

/** The data as the next `export` prints it; the command must succeed with an empty stderr. */
async function exported({ run }: Home): Promise<ExportDocument> {
  const { code, stdout, stderr } = await run(["export"]);
  expect([code, stderr]).toEqual([0, ""]);
  const { profiles: _, ...data } = JSON.parse(stdout);
  return data;
}

/** A year whose days are all past. */
const YEAR = today.year - 1;
const dateOf = (day: number) => formatDate({ year: YEAR, ...monthDay(day) });

it("the very first tick is there or not, and the next command works", async () => {
  const ticked = { version: 1, years: { [YEAR]: { 64: { 3: true } } }, practice: {} };
  await crashAtSteps({
    place: () => localHome(),
    command: () => ["tick", "3", "--date", dateOf(64)],
    async check({ stdout }, place) {
      const found = await exported(place);
      expect([NOTHING, ticked]).toContainEqual(found);
      if (stdout !== "") expect(found).toEqual(ticked);
    },
  });
});

it("a tick among others is there or not, and the others stay", async () => {
  const home = localHome();
  await home.out(["tick", "1", "2", "--date", dateOf(1)]);
  const done: Record<number, object> = { 1: { 1: true, 2: true } };
  await crashAtSteps({
    place: () => home,
    command: (at) => ["tick", "3", "--date", dateOf(at + 2)],
    async check({ stdout }, place, at) {
      const found = (await exported(place)).years[YEAR] ?? {};
      const isThere = Object.hasOwn(found, at + 2);
      if (stdout !== "") expect(isThere).toBe(true);
      if (isThere) done[at + 2] = { 3: true };
      expect(found).toEqual(done);
    },
  });
});

it("the first tick of a year closes the old year whole or not at all", async () => {
  const december = localHome({ now: () => new Date(2027, 11, 31, 23, 50).getTime() });
  await december.out(["tick", "1", "2", "5"]);
  await december.out(["tick", "4", "--date", "2027-02-28"]);
  const now = new Date(2028, 0, 1, 0, 0, 30).getTime();
  const old = { 2027: { 59: { 4: true }, 365: { 1: true, 2: true, 5: true } } };
  await crashAtSteps({
    place: copiesOf(december, { now: () => now }),
    command: () => ["tick", "3"],
    now,
    async check({ stdout }, place) {
      const { years } = await exported(place);
      expect([old, { ...old, 2028: { 1: { 3: true } } }]).toContainEqual(years);
      if (stdout !== "") expect(years).toHaveProperty("2028");
    },
  });
});

it("an undo is done or not, and can be asked for again", async () => {
  const home = localHome();
  await home.out(["tick", "1", "--date", dateOf(1)]);
  await home.out(["tick", "2", "--date", dateOf(1)]);
  const [before, after] = [{ 1: { 1: true, 2: true } }, { 1: { 1: true } }];
  await crashAtSteps({
    place: copiesOf(home),
    command: () => ["undo"],
    async check({ stdout }, place) {
      const found = (await exported(place)).years[YEAR];
      expect([before, after]).toContainEqual(found);
      if (stdout !== "") return expect(found).toEqual(after);
      expect((await place.run(["undo"])).code).toBe(0);
    },
  });
});

it("an import loses nothing, keeps a copy first, and is complete when it is repeated", async () => {
  const home = localHome();
  await home.out(["tick", "5", "--date", dateOf(1)]);
  const before = await exported(home);
  const days = Array.from({ length: 45 }, (_, index) => [String(index + 1), { 1: true, 2: true }] as const);
  const file = join(home.directory, "given.json");
  writeFileSync(file, JSON.stringify({ version: 1, years: { [YEAR]: Object.fromEntries(days) } }), {
    mode: 0o600,
  });
  const whole: Record<string, object> = { ...Object.fromEntries(days), 1: { 1: true, 2: true, 5: true } };
  await crashAtSteps({
    place: copiesOf(home),
    command: (_, { directory }) => ["import", join(directory, "given.json")],
    async check({ stdout }, place) {
      const found: Readonly<Record<string, object>> = (await exported(place)).years[YEAR] ?? {};
      expect([0, 45]).toContain(Object.values(found).filter((day) => Object.hasOwn(day, 1)).length);
      expect(whole).toMatchObject(found);
      expect(found[1]).toHaveProperty("5");
      const backups = timedBackups(place.directory).map((name) =>
        JSON.parse(readFileSync(join(place.directory, "backups", name), "utf8")),
      );
      const first = backups.filter(({ reason }) => reason === "before import");
      if (Object.keys(found).length > 1) expect(first).toHaveLength(1);
      for (const backup of first) expect(backup).toMatchObject(before);
      if (stdout === "") await place.run(["import", join(place.directory, "given.json")]);
      expect((await exported(place)).years[YEAR]).toEqual(whole);
    },
  });
});

it("an exported file is the old one or the new one, whole", async () => {
  const home = localHome();
  await home.out(["tick", "1", "--date", dateOf(1)]);
  const [old, next] = [`${JSON.stringify(NOTHING)}\n`, await home.out(["export"])];
  writeFileSync(join(home.directory, "ticks.json"), old, { mode: 0o600 });
  await crashAtSteps({
    place: copiesOf(home),
    command: (_, { directory }) => ["export", join(directory, "ticks.json"), "--force"],
    async check({ stderr }, { directory }) {
      const found = readFileSync(join(directory, "ticks.json"), "utf8");
      expect([old, next]).toContain(found);
      if (stderr !== "") expect(found).toBe(next);
    },
  });
});
