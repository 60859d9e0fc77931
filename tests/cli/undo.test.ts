import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDate, monthDay } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { knownConfig } from "../../packages/cli/src/files/settings.ts";
import { withTracker } from "../../packages/cli/src/tracker/openTracker.ts";
import type { Tracker } from "../../packages/cli/src/tracker/tracker.ts";
import { takeStep } from "../../packages/cli/src/tracker/undo.ts";
import { contextOf } from "../support/inProcess.ts";
import { today, todayNumber, todayText } from "../support/today.ts";
import { timedBackups } from "./support/backups.ts";
import { startDesktop } from "./support/cloud.ts";
import type { Home } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

/** Today's date as JSON has it, where 29 February is 1 March. */
const storedDate = formatDate({ ...today, ...monthDay(todayNumber) });
const AT = /\d{4}-\d\d-\d\d \d\d:\d\d/;
const line = (name: string, news: string) => `${name}, ${todayText}: ${news}\n`;
const withoutTime = (text: string) => text.replace(AT, "TIME");

function manyTicks({ directory }: Home): string {
  const file = join(directory, "many.json");
  const days = Array.from({ length: 5 }, (_, at) => [at + 1, { 1: true, 2: true, 3: true, 4: true, 5: true }]);
  writeFileSync(file, JSON.stringify({ version: 1, years: { 2025: Object.fromEntries(days) } }));
  return file;
}

describe("undo", () => {
  it("takes back command by command and says which", async () => {
    const home = localHome();
    await home.out(["tick", "1", "2"]);
    await home.out(["tick", "2"]);
    await home.out(["untick", "1", "--date", "2026-03-05"]);
    await home.out(["untick", "2"]);
    expect(withoutTime(await home.out(["undo"]))).toBe(
      `Undone: untick of TIME, 1 change\n${line("Code360", "Done (was Untried)")}`,
    );
    expect(await home.json(["undo"])).toEqual({
      version: 1,
      changes: [
        { date: storedDate, day: todayNumber, source: 1, name: "LeetCode", done: false, was: true },
        { date: storedDate, day: todayNumber, source: 2, name: "Code360", done: false, was: true },
      ],
      saved: "local",
    });
    const { code, stdout, stderr } = await home.run(["undo"]);
    const said = "Nothing to undo in the terminal; the page undoes its own changes with Ctrl+Z.";
    expect([code, stdout, stderr]).toEqual([0, "", `dailyleet: ${said}\n`]);
    expect((await home.run(["undo", "--json"])).stdout).toBe('{"version":1,"changes":[],"saved":null}\n');
  });

  it("names the step before when the last command has changed nothing", async () => {
    const home = localHome();
    await home.run(["import", manyTicks(home)]);
    await home.out(["tick", "1", "--date", "2025-01-01"]);
    expect(await home.out(["undo", "--dry-run"])).toMatch(
      new RegExp(`^Would undo: import of ${AT.source}, 25 changes\\n`),
    );
  });

  it("names a question of any list by its name", async () => {
    const home = localHome();
    await home.out(["mark", "Contains Dup", "hint", "--list", "neetcode150"]);
    expect(await home.out(["undo"])).toContain(`\nContains Duplicate, ${todayText}: none (was hint)\n`);
  });

  it("and import, of many cells, answer with their number; a preview lists them", async () => {
    const home = localHome();
    const file = manyTicks(home);
    const told = async (...args: string[]) => withoutTime((await home.run(args)).stdout);
    expect(await told("import", file)).toBe("Added 25 ticks.\n");
    expect((await told("undo", "--dry-run")).split("\n")).toHaveLength(27);
    expect(await told("undo")).toBe("Undone: import of TIME, 25 changes\n");
    expect((await told("import", file, "--dry-run")).split("\n")).toHaveLength(27);
  });

  it("keeps a backup before it changes more than twenty cells", async () => {
    const home = localHome();
    const copies = join(home.directory, "backups");
    await home.run(["import", manyTicks(home)]);
    const before = await home.json(["export"]);
    const names = timedBackups(home.directory);
    const { code, stderr } = await home.run(["undo"]);
    const [name = ""] = timedBackups(home.directory).filter((file) => !names.includes(file));
    expect([code, stderr]).toEqual([0, `dailyleet: Saved a backup to ${join(copies, name)}.\n`]);
    expect(JSON.parse(readFileSync(join(copies, name), "utf8"))).toMatchObject(before);
    expect(await home.json(["export"])).toMatchObject({ years: {}, practice: {} });
    await home.run(["redo"]);
    expect(await home.json(["export"])).toEqual(before);
  });

  it("only lists with --dry-run, by what is there now", async () => {
    const home = localHome();
    await home.out(["tick", "1", "2"]);
    const before = await home.json(["export"]);
    const expected = `Would undo: tick of TIME, 2 changes\n${line("LeetCode", "Untried (was Done)")}${line("Code360", "Untried (was Done)")}`;
    expect(withoutTime(await home.out(["undo", "--dry-run"]))).toBe(expected);
    expect(withoutTime(await home.out(["undo", "--dry-run"]))).toBe(expected);
    expect((await home.json(["undo", "--dry-run"])).saved).toBeNull();
    expect(await home.json(["export"])).toEqual(before);
  });
});

describe("redo", () => {
  it("makes again what was undone, from the last undo to the first", async () => {
    const home = localHome();
    for (const source of ["1", "2"]) await home.out(["tick", source]);
    for (const _ of [1, 2]) await home.out(["undo"]);
    expect(withoutTime(await home.out(["redo", "--dry-run"]))).toBe(
      `Would redo: tick of TIME, 1 change\n${line("LeetCode", "Done (was Untried)")}`,
    );
    expect(withoutTime(await home.out(["redo"]))).toBe(
      `Redone: tick of TIME, 1 change\n${line("LeetCode", "Done (was Untried)")}`,
    );
    expect((await home.json(["redo"])).changes).toMatchObject([{ source: 2, done: true, was: false }]);
    expect((await home.run(["redo"])).stderr).toBe("dailyleet: Nothing to redo.\n");
    expect((await home.json(["undo"])).changes).toMatchObject([{ source: 2, done: false }]);
  });

  it("ends with a new change, not with a command that changed nothing", async () => {
    const home = localHome();
    for (const source of ["1", "2"]) await home.out(["tick", source]);
    await home.out(["undo"]);
    await home.out(["tick", "1"]);
    expect((await home.json(["redo", "--dry-run"])).changes).toHaveLength(1);
    await home.out(["tick", "3"]);
    expect((await home.run(["redo", "--json"])).stdout).toBe('{"version":1,"changes":[],"saved":null}\n');
  });

  it("works in the cloud, also without a network", async () => {
    const { cloud, desktop } = await startDesktop();
    await desktop.run(["tick", "1"]);
    expect(JSON.parse((await desktop.run(["undo", "--json"])).stdout)).toMatchObject({ saved: "cloud" });
    await cloud.goOffline();
    expect(JSON.parse((await desktop.run(["redo", "--json"])).stdout)).toMatchObject({
      changes: [{ source: 1, done: true }],
      saved: "pending",
    });
  });
});

it("changes nothing where another command has undone the same meanwhile", async () => {
  const home = localHome();
  await home.out(["tick", "1"]);
  const context = contextOf(home.directory, { stdout: "", stderr: "", code: 0 });
  await withTracker(context, knownConfig(context), { color: "auto" }, async (tracker) => {
    const overtaken: Tracker = {
      ...tracker,
      async save(...args) {
        await home.out(["undo"]);
        await home.out(["tick", "2"]);
        return tracker.save(...args);
      },
    };
    await expect(takeStep(context, overtaken, "undo", false)).rejects.toMatchObject({ code: "busy" });
  });
  expect((await home.json(["today"])).sources).toMatchObject([{ done: false }, { done: true }, {}, {}, {}]);
});
