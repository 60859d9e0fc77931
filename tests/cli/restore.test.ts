import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Owner } from "@dailyleet/core";
import { listProfiles, openDatabase } from "@dailyleet/local";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { dailyBackups, exportIn, timedBackups } from "./support/backups.ts";
import { startDesktop } from "./support/cloud.ts";
import { type Home, refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 10, 12);
const WAY_BACK = "bring them back with: dailyleet restore";

const databaseOf = ({ directory }: Home) => join(directory, "dailyleet.db");

/** The uids and names of the profiles in the database. */
function profilesOf(home: Home): readonly Owner[] {
  const database = openDatabase(databaseOf(home));
  try {
    return listProfiles(database);
  } finally {
    database.close();
  }
}

function removeDatabase(home: Home): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(databaseOf(home) + end, { force: true });
}

/** The result of a command on November 10, with the notice that `Home` leaves out. */
async function wholeStderr({ directory }: Home, args: readonly string[]) {
  const { code, stderr } = await runInProcess(directory, args, { now: () => NOON });
  return [args, code, stderr];
}

/** A person with 1,768 ticks and a mark, whose last backup is of November 10. */
async function longTimeUser(now = () => NOON, more = {}) {
  const home = localHome({ now, ...more });
  const years: Record<string, object> = {};
  for (let year = 2025; year >= 2024; year--) {
    const days = Array.from({ length: year === 2024 ? 354 : 177 }, (_, at) => [at + 1, { 1: true, 2: true, 3: true }]);
    years[year] = Object.fromEntries(days);
  }
  years["2026"] = Object.fromEntries(Array.from({ length: 87 }, (_, at) => [at + 1, { 4: true, 5: true }]));
  writeFileSync(join(home.directory, "given.json"), JSON.stringify({ version: 1, years, practice: {} }));
  await home.run(["import", join(home.directory, "given.json")]);
  await home.out(["mark", "Two Sum", "solved"]);
  for (const name of dailyBackups(home.directory)) rmSync(join(home.directory, "backups", name));
  await home.out(["tick", "1"]);
  return home;
}

describe("a lost database", () => {
  it("is named by every verb before the first write, with the newest backup's counts", async () => {
    const home = await longTimeUser();
    removeDatabase(home);
    const said = `dailyleet: There is no database in ${home.directory}, but 1,768 ticks and 1 mark in the backup of November 10; ${WAY_BACK}\n`;
    for (const args of [["today"], ["status", "--json"], ["config"], ["tick", "3"]]) {
      removeDatabase(home);
      expect(await wholeStderr(home, args)).toEqual([args, 0, said]);
    }
    removeDatabase(home);
    const restore = [
      "restore",
      join(home.directory, "backups", dailyBackups(home.directory).at(-1) ?? ""),
      "--dry-run",
    ];
    expect(await wholeStderr(home, restore)).toEqual([restore, 0, ""]);
    await home.run(["tick", "3"]);
    // After further use, the program still knows what is missing.
    expect(await home.run(["today"])).toMatchObject({ code: 0, stderr: "" });
    const found = await home.out(["doctor"]);
    expect(found.replaceAll(/\s+/g, " ")).toContain("holds 1768 ticks and 1 mark that the database lacks");
    expect(found).toContain("dailyleet restore");
  });

  it("keeps its last full backup, however long a new one is used", async () => {
    let now = NOON;
    const home = await longTimeUser(() => now);
    const [full = ""] = dailyBackups(home.directory);
    removeDatabase(home);
    for (let day = 0; day < 40; day++) {
      now += DAY_MS;
      await home.run(["tick", "1"]);
    }
    expect(dailyBackups(home.directory)).toContain(full);
  });

  it("is nothing to a person without backups, nor while the backups are empty", async () => {
    const home = localHome();
    expect(await home.run(["today"])).toMatchObject({ code: 0, stderr: "" });
    await home.out(["profiles", "add", "Asha"]);
    removeDatabase(home);
    expect(await home.run(["today"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("of another computer in a shared directory is named with it", async () => {
    const home = await longTimeUser();
    const [name = ""] = dailyBackups(home.directory);
    const other = localHome({ now: () => NOON + 60 * DAY_MS, hostName: () => "laptop" });
    mkdirSync(join(other.directory, "backups"));
    copyFileSync(join(home.directory, "backups", name), join(other.directory, "backups", name));
    expect((await other.run(["today"])).stderr).toContain("in the backup of November 10, 2026 of desk; bring");
  });
});

describe("restore", () => {
  it("brings back every profile at once, with an undo step for each", async () => {
    const home = await longTimeUser();
    await home.out(["profiles", "rename", "You", "Ravi"]);
    await home.out(["profiles", "add", "Asha"]);
    for (const [key = "", value = ""] of [
      ["list", "all"],
      ["account.leetcode", "asha"],
    ]) {
      await home.run(["config", key, value, "--profile", "Asha"]);
    }
    for (const name of dailyBackups(home.directory)) rmSync(join(home.directory, "backups", name));
    await home.out(["tick", "5", "--date", "2026-01-02", "--profile", "Asha"]);
    const [before, ofAsha] = [await home.out(["export"]), await home.out(["export", "--profile", "Asha"])];
    removeDatabase(home);
    const file = join(home.directory, "backups", dailyBackups(home.directory)[0] ?? "");
    expect(await home.out(["restore", file, "--dry-run"])).toBe(
      "Would add 1768 ticks and 1 mark to Ravi.\nWould add 1 tick and 2 settings to Asha.\n",
    );
    expect(existsSync(databaseOf(home))).toBe(false);
    const restored = await home.run(["restore", file, "--yes", "--json"]);
    expect(JSON.parse(restored.stdout)).toEqual({
      version: 1,
      file,
      profiles: [
        { name: "Ravi", ticks: 1768, marks: 1, settings: 0, ahead: 0 },
        { name: "Asha", ticks: 1, marks: 0, settings: 2, ahead: 0 },
      ],
      saved: "local",
    });
    expect(restored.stderr).toContain("'dailyleet undo' takes back one profile's part; with --profile that of Asha.");
    expect(await home.out(["profiles"])).toBe("Ravi (active)\nAsha\n");
    expect(await home.out(["export"])).toBe(before);
    expect(await home.out(["export", "--profile", "Asha"])).toBe(ofAsha);
    expect(await home.out(["config", "account.leetcode", "--profile", "Asha"])).toBe("asha\n");
    expect(await home.out(["restore", file])).toBe(
      "Nothing new for Ravi. Already there: 1768 ticks and 1 mark.\nNothing new for Asha. Already there: 1 tick.\n",
    );
    expect((await home.json(["restore", file])).saved).toBeNull();
    expect(JSON.parse(readFileSync(file, "utf8")).profiles).toMatchObject(profilesOf(home));
    expect(await home.run(["undo", "--profile", "Asha"])).toMatchObject({
      stdout: expect.stringContaining("restore of"),
    });
    expect(JSON.parse(await home.out(["export", "--profile", "Asha"])).years).toEqual({});
    expect(await home.out(["export"])).toBe(before);
  });

  it("never clears a tick, and of two marks on one day the lower one stays, after a backup of what was here", async () => {
    const home = await longTimeUser();
    const [name = ""] = dailyBackups(home.directory);
    const file = join(home.directory, "backups", name);
    await home.out(["untick", "1"]);
    await home.out(["tick", "2", "--date", "2026-11-09"]);
    await home.out(["mark", "Two Sum", "hint"]);
    const [before, timed] = [await home.out(["export"]), timedBackups(home.directory).length];
    const { code, stdout, stderr } = await home.run(["restore", file]);
    expect([code, stdout]).toEqual([0, "Added 1 tick to You. Already there: 1767 ticks and 1 mark.\n"]);
    expect(stderr).toMatch(/^dailyleet: Saved a backup to .*\.\n$/);
    expect(timedBackups(home.directory)).toHaveLength(timed + 1);
    const after = JSON.parse(await home.out(["export"]));
    expect(after.practice["leetcode.com/problems/two-sum"]).toEqual({ "2026-11-10": 2 });
    expect(after.years[2026][313]).toMatchObject({ 2: true });
    await home.run(["undo"]);
    expect(await home.out(["export"])).toBe(before);
  });

  it("lists the backups on a terminal, asks which, and once more before it writes", async () => {
    const asked: string[] = [];
    let replies: (string | false)[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return replies.shift() ?? false;
    };
    const home = await longTimeUser(() => NOON, { ask });
    removeDatabase(home);
    replies = ["", "n"];
    expect(await home.run(["restore"])).toMatchObject({ code: 0, stdout: "" });
    expect(asked[0]).toMatch(
      /^ {2}1 {2}2026-11-10 12:00 {2}1768 ticks and 1 mark of You, adds 1769, first of the day, desk\n/,
    );
    expect(asked[0]).toMatch(/\nWhich one\? \[1\] $/);
    expect(existsSync(databaseOf(home))).toBe(false);
    replies = ["7"];
    expect(await home.run(["restore"])).toMatchObject({ code: 2 });
    replies = ["1", "y"];
    expect((await home.run(["restore"])).stdout).toBe("Added 1768 ticks and 1 mark to You.\n");
  });

  it("needs a file where nobody can be asked and something is new, and names the one that adds most", async () => {
    const home = await longTimeUser();
    const [name = ""] = dailyBackups(home.directory);
    expect(await home.run(["restore"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "dailyleet: No backup adds anything to what is here.\n",
    });
    removeDatabase(home);
    const [code, sentence] = await refusal(home, ["restore"]);
    expect([code, sentence]).toEqual([2, expect.stringContaining(`${name} adds most, 1769`)]);
    expect(await refusal(home, ["restore", "--json"])).toEqual([code, sentence]);
    expect((await refusal(localHome(), ["restore"]))[0]).toBe(2);
    writeFileSync(join(home.directory, "table.csv"), "date,1\n2026-01-01,1\n");
    expect((await refusal(home, ["restore", join(home.directory, "table.csv")]))[0]).toBe(1);
  });

  it("adds to the account in cloud mode what the backup holds of it", async () => {
    const { cloud, desktop: computer } = await startDesktop();
    await computer.run(["tick", "3"]);
    const [name = ""] = dailyBackups(computer.directory);
    await computer.run(["untick", "3"]);
    const { code, stdout } = await computer.run(["restore", join(computer.directory, "backups", name), "--json"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { profiles: [{ ticks: 1, marks: 0 }], saved: "cloud" }]);
    expect(cloud.uid).not.toBe("");
  });
});

describe("a damaged database", () => {
  /** Damages the database page that holds the year 2024, and no other page. */
  function damageOldYear(home: Home): void {
    const database = new DatabaseSync(databaseOf(home));
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const bytes = readFileSync(databaseOf(home));
    // The last page that holds only days of that year.
    const at = bytes.indexOf('"300"');
    bytes.fill(0, at - (at % 4096), at - (at % 4096) + 4096);
    writeFileSync(databaseOf(home), bytes);
  }

  it("in a page of old years is named by the tick that goes on, and restore loses neither that tick nor the old year", async () => {
    let now = NOON;
    const home = await longTimeUser(() => now);
    const [name = ""] = dailyBackups(home.directory);
    const before = JSON.parse(await home.out(["export"]));
    damageOldYear(home);
    now += DAY_MS;
    const tick = await home.run(["tick", "3"]);
    expect(tick.code).toBe(0);
    expect(tick.stderr).toMatch(
      /^dailyleet: Saved, but today's backup failed: .*damaged.*'dailyleet restore'[^\n]*\.\n$/,
    );
    expect(await home.run(["export"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'dailyleet restore'"),
    });
    const file = join(home.directory, "backups", name);
    const preview = await home.run(["restore", file, "--dry-run"]);
    expect(preview.stdout).toMatch(/^Would add \d+ ticks to You\. Already there: \d+ ticks and 1 mark\.\n$/);
    expect(preview.stderr).toMatch(
      /^dailyleet: \d+ ticks and 1 mark of the damaged database can be read and will be kept\.\n$/,
    );
    const { code, stderr } = await home.run(["restore", file]);
    expect(code).toBe(0);
    const [aside = ""] = readdirSync(home.directory).filter((each) =>
      /^dailyleet\.db\.damaged-[^-]+-[^-]+-[^-]+-[^-]+-[^-]+-\d+Z$/.test(each),
    );
    expect(stderr).toMatch(/dailyleet: Kept \d+ ticks and 1 mark of the damaged database, which is now /);
    expect(stderr).toContain(`${join(home.directory, aside)}.\n`);
    const after = JSON.parse(await home.out(["export"]));
    expect(after.years[2026]).toEqual({ ...before.years[2026], 315: { 3: true } });
    expect(after).toMatchObject({
      years: { 2024: before.years[2024], 2025: before.years[2025] },
      practice: before.practice,
    });
    expect(await home.out(["doctor"])).not.toContain("damaged");
    expect(await home.run(["undo"])).toMatchObject({ code: 0 });
    expect(await home.run(["undo"])).toMatchObject({ stdout: expect.stringContaining("tick of") });
  });

  it.each([
    ["cut to its first page", (whole: Buffer) => whole.subarray(0, 4096)],
    ["emptied", () => Buffer.alloc(0)],
    ["overwritten", () => Buffer.from("damaged ".repeat(4096))],
  ])("that was %s gives way to the backup", async (_, damage) => {
    const home = await longTimeUser();
    const before = await home.out(["export"]);
    const [name = ""] = dailyBackups(home.directory);
    const file = join(home.directory, "backups", name);
    const damaged = damage(readFileSync(databaseOf(home)));
    for (const end of ["-wal", "-shm"]) rmSync(databaseOf(home) + end, { force: true });
    writeFileSync(databaseOf(home), damaged);
    expect(await home.run(["tick", "1"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'dailyleet restore'"),
    });
    expect((await home.run(["restore", file])).code).toBe(0);
    expect(await home.out(["export"])).toBe(before);
    expect(exportIn(file)).toBe(before);
  });

  it("that was cut keeps what the backup doesn't hold", async () => {
    const home = await longTimeUser();
    const before = await home.out(["export"]);
    rmSync(join(home.directory, "backups"), { recursive: true });
    const database = new DatabaseSync(databaseOf(home));
    // Its pages come last in the file.
    database.exec("INSERT INTO meta (key, value) VALUES ('more', hex(zeroblob(20000)))");
    database.close();
    truncateSync(databaseOf(home), statSync(databaseOf(home)).size - 30_000);
    const { code, stderr } = await home.run(["restore"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("Kept 1768 ticks and 1 mark of the damaged database")]);
    expect(await home.out(["export"])).toBe(before);
  });

  it("without any backup keeps what can be read", async () => {
    const home = await longTimeUser();
    rmSync(join(home.directory, "backups"), { recursive: true });
    damageOldYear(home);
    expect((await home.run(["restore"])).code).toBe(0);
    expect(Object.keys(JSON.parse(await home.out(["export"])).years)).toContain("2026");
  });
});

it("an open database that is deleted or replaced takes no more changes", async () => {
  const file = join(tempDirectory(), "dailyleet.db");
  const database = openDatabase(file);
  database.transaction(() => database.run("INSERT INTO meta (key, value) VALUES ('a', '1')"));
  rmSync(file);
  const write = () => database.transaction(() => database.run("INSERT INTO meta (key, value) VALUES ('b', '1')"));
  expect(write).toThrow("was moved or deleted while it was open");
  await expect(database.transactionAsync(async () => {})).rejects.toThrow("dailyleet restore");
  openDatabase(file).close();
  expect(write).toThrow("was moved or deleted while it was open");
  database.close();
});
