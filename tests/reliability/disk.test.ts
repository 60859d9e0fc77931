import { chmodSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellKey } from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";
import { describe, expect, it } from "vitest";
import { NOTHING_THERE } from "../cli/support/home.ts";
import { localHome } from "../cli/support/localHome.ts";
import type { CliResult } from "../support/cliProcess.ts";
import { isLong } from "../support/long.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today, todayNumber } from "../support/today.ts";
import { newDesktop, STORED, todayCell, useCloud, WAITING } from "./support/desktop.ts";
import { canMount, runOnDisk, type Trouble } from "./support/disk.ts";

const isMountable = canMount();
if (!isMountable) {
  console.warn(
    "\n*** SKIPPED: full and read-only disks. Run as root, or where 'unshare -rm' may mount a disk of its own.\n",
  );
}

/** Free space in KB: a first tick needs about 150 KB for a moment, a later one about 60. */
const FREE = isLong ? Array.from({ length: 48 }, (_, step) => step * 4) : [40, 100];
const day = String(todayNumber);
const cloud = useCloud();

/** Success, or failure with sentences that say why and nothing on stdout. */
function expectDoneOrTold({ code, stdout, stderr }: CliResult): void {
  expect([0, 1]).toContain(code);
  expect(stderr).toMatch(/^(dailyleet: [^\n]+\.\n)*$/);
  if (code === 1) expect(stdout).toBe("");
  if (code === 1) expect(stderr).toMatch(/(disk|space|input\/output|can't write)/i);
}

const doneToday = ({ stdout }: CliResult): object => JSON.parse(stdout).years[today.year]?.[day] ?? {};

describe.runIf(isMountable)("a disk with too little space", () => {
  it.each(FREE)("%d KB: a first tick is made or not", async (freeKilobytes) => {
    const { during, after, files } = await runOnDisk({
      trouble: { freeKilobytes },
      during: [["tick", "3"]],
      after: [["export"], ["tick", "4"], ["export"]],
    });
    expect(files).not.toMatch(/^(-(?!rw-------)|d(?!rwx------))/m);
    const [[tick], [before, second, last]] = [during, after];
    expectDoneOrTold(tick);
    expect([before.code, before.stderr.replace(NOTHING_THERE, "")]).toEqual([0, ""]);
    expect([{}, { 3: true }]).toContainEqual(doneToday(before));
    if (tick.code === 0) expect(doneToday(before)).toEqual({ 3: true });
    expect(second.code).toBe(0);
    expect(doneToday(last)).toEqual({ ...doneToday(before), 4: true });
  });

  it.each(FREE)("%d KB: what is there stays whole while ticks, an import and an export fail", async (freeKilobytes) => {
    const home = localHome();
    await home.out(["tick", "1"]);
    await home.run(["export", join(home.directory, "ticks.json")]);
    const given = { version: 1, years: { [today.year - 1]: { 365: { 5: true } } } };
    writeFileSync(join(home.directory, "given.json"), JSON.stringify(given), { mode: 0o600 });
    const { during, after, files } = await runOnDisk({
      content: home.directory,
      trouble: { freeKilobytes },
      during: [["tick", "2"], ["import", "{home}/given.json"], ["export", "{home}/ticks.json", "--force"], ["today"]],
      after: [["export"], ["import", "{home}/ticks.json", "--dry-run"], ["import", "{home}/given.json"]],
    });
    for (const result of during) expectDoneOrTold(result);
    expect(files).not.toMatch(/^(-(?!rw-------)|d(?!rwx------))|\.tmp$/m);
    const [exported, dryRun, imported] = after;
    expect(doneToday(exported)).toHaveProperty("1");
    if (during[0].code === 0) expect(doneToday(exported)).toHaveProperty("2");
    expect([dryRun.code, dryRun.stderr, imported.code]).toEqual([0, "", 0]);
  });

  it.each([36, 40, 44, 48])(
    "%d KB: a tick that failed has written nothing, and one that was made can be undone",
    async (freeKilobytes) => {
      const home = localHome();
      await home.out(["tick", "1"]);
      const { during, after } = await runOnDisk({
        content: home.directory,
        trouble: { freeKilobytes },
        during: [["tick", "2"]],
        after: [["export"], ["undo"], ["export"]],
      });
      const [exported, , undone] = after;
      const isMade = during[0].code === 0;
      expect(doneToday(exported)).toEqual(isMade ? { 1: true, 2: true } : { 1: true });
      expect(doneToday(undone)).toEqual(isMade ? { 1: true } : {});
    },
  );

  it.each(FREE)("%d KB: a tick for the cloud is accepted or told", async (freeKilobytes) => {
    const desktop = await newDesktop(cloud);
    const { during, after } = await runOnDisk({
      content: desktop.directory,
      trouble: { freeKilobytes },
      env: desktop.env,
      during: [["tick", "3", "--json"], ["login"]],
      after: [["sync"], ["profiles"]],
    });
    const [tick, login] = during;
    expectDoneOrTold(withoutEmulators(tick));
    expect([0, 1]).toContain(login.code);
    expect(after.map(({ code }) => code)).toEqual([0, 0]);
    const stored = await desktop.stored();
    for (const cell of [STORED, WAITING]) expect(stored).toContain(cellKey(cell));
    if (tick.code === 0) expect(stored).toContain(cellKey(todayCell(3)));
  });
});

const SETTINGS = '{"icons":"/icons/"}';

/** A tracker with one tick as closed commands leave it, or with the log of a running or killed command. */
async function trackerWith(ends: readonly string[]): Promise<string> {
  const [home, copy] = [localHome(), tempDirectory()];
  const database = openDatabase(join(home.directory, "dailyleet.db"));
  if (ends.length === 0) database.close();
  await home.out(["tick", "1"]);
  for (const end of ["", ...ends]) {
    cpSync(join(home.directory, `dailyleet.db${end}`), join(copy, `dailyleet.db${end}`));
    chmodSync(join(copy, `dailyleet.db${end}`), 0o600);
  }
  database.close();
  const given = { version: 1, years: { [today.year]: { 1: { 5: true } } } };
  writeFileSync(join(copy, "given.json"), JSON.stringify(given), { mode: 0o600 });
  writeFileSync(join(copy, "dailyleet.json"), SETTINGS, { mode: 0o600 });
  return copy;
}

const FULL: Trouble = { freeKilobytes: 0 };
const TROUBLES: readonly Trouble[] = ["read-only", "no-permission", FULL];
const STATES = [
  ["closed", []],
  ["with a log", ["-wal", "-shm"]],
  ["with a log, but not what processes share", ["-wal"]],
] as const;
const READING = ["export --csv", "import {home}/given.json --dry-run", "today", "review", "profiles", "config"];
const WRITING = [
  ...["tick 2", "mark 1 easy", "undo", "import {home}/given.json", "export {home}/ticks.json"],
  ...["config list all", "serve --port 0"],
];

const CASES = TROUBLES.flatMap((trouble) => STATES.map(([state, ends]) => ({ trouble, state, ends })));

describe.runIf(isMountable)("a disk that cannot be written", () => {
  it.each(CASES)("$trouble: a database $state is read whole, and stays whole", async ({ trouble, ends }) => {
    const content = await trackerWith(ends);
    const { during, after, leftovers } = await runOnDisk({
      content,
      trouble,
      during: [["export"], ["tick", "2"], ["today", "--json"]],
      after: [["export"]],
    });
    const [[exported, tick, shown], [later]] = [during, after];
    for (const result of during) expectDoneOrTold(result);
    expect([exported.code, shown.code]).toEqual([0, 0]);
    expect([exported.stderr, doneToday(exported)]).toEqual(["", { 1: true }]);
    expect(doneToday(later)).toEqual(tick.code === 0 ? { 1: true, 2: true } : { 1: true });
    expect(leftovers).toEqual([]);
  });

  it.each(TROUBLES)(
    "%o: every command that reads answers or says why not, every one that writes says why not",
    async (trouble) => {
      const commands = [...READING, ...WRITING, "doctor"].map((line) => line.split(" "));
      const { during, after } = await runOnDisk({
        content: await trackerWith([]),
        trouble,
        during: commands,
        after: [["export"], ["config", "--json"]],
      });
      for (const [index, result] of during.slice(0, READING.length).entries()) {
        expectDoneOrTold(result);
        if (trouble !== FULL) expect([READING[index], result.code]).toEqual([READING[index], 0]);
      }
      for (const { code, stdout, stderr } of during.slice(READING.length, -1)) {
        expect([code, stdout]).toEqual([1, ""]);
        expect(stderr).toMatch(/^dailyleet: (?!.*\.lock)[^\n]+\.\n$/);
      }
      expect(during.at(-1)).toMatchObject({ code: 1, stdout: expect.stringMatching(/^problem .*(can't be|Can't)/m) });
      if (trouble === "read-only") expect(during.at(-1)?.stdout).not.toContain("chmod");
      expect(doneToday(after[0])).toEqual({ 1: true });
      const { settings } = JSON.parse(after[1].stdout);
      expect(settings).toMatchObject({ icons: { value: "/icons/" }, list: { from: "default" } });
    },
  );

  it.each(TROUBLES)("%o: where nothing is there yet, one sentence says why nothing is made", async (trouble) => {
    const { during, after, files } = await runOnDisk({
      trouble,
      during: [["tick", "2"]],
      after: [["export"]],
    });
    for (const { code, stdout, stderr } of during) {
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^dailyleet: [^\n]+\.\n$/);
    }
    expect(files).not.toContain("dailyleet.db\n");
    expect(doneToday(after[0])).toEqual({});
  });

  it("keeps a sign-in and what waits as they are", async () => {
    const desktop = await newDesktop(cloud);
    const { during, after } = await runOnDisk({
      content: desktop.directory,
      trouble: "read-only",
      env: desktop.env,
      during: [["tick", "3"], ["login"], ["logout"]],
      after: [["sync"]],
    });
    for (const result of during.map(withoutEmulators)) {
      expect(result.code).toBe(1);
      expect(result.stderr).toMatch(/(^|\n)dailyleet: [^\n]+\.\n$/);
    }
    expect(after[0].stdout).toBe("1 sent, 0 waiting, 0 refused\n");
    expect((await desktop.stored()).sort()).toEqual([STORED, WAITING].map(cellKey).sort());
  });
});

function withoutEmulators(result: CliResult): CliResult {
  return { ...result, stderr: result.stderr.replace(/^dailyleet: \w+_HOST is set: .*\n/gm, "") };
}
