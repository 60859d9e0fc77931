import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { addDays, formatDate } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { ask, windowHeaders } from "../local/support/server.ts";
import { CLI, cliEnvironment, serve } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today, todayText } from "../support/today.ts";
import { backupsAfter, dailyBackups, timedBackups } from "./support/backups.ts";
import { startDesktop } from "./support/cloud.ts";
import { type Home, refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

const DAY_MS = 86_400_000;

/** The path of the backup that computer `desk` made on that day. */
const backupOf = ({ directory }: Home, date = todayText) => {
  const name = dailyBackups(directory).find((each) => each.startsWith(`dailyleet-${date}-desk-`));
  return join(directory, "backups", name ?? `no backup of ${date}`);
};
const text = (file: string) => readFileSync(file, "utf8");

describe("odd entries in the backups' directory", () => {
  it("are skipped and named, and nothing waits for a pipe", async () => {
    const home = localHome();
    const directory = join(home.directory, "backups");
    const entry = (name: string) => join(directory, `dailyleet-${todayText}-${name}-01234567.json`);
    mkdirSync(directory, { mode: 0o700 });
    spawnSync("mkfifo", [entry("pipe")]);
    symlinkSync(entry("ring"), entry("ring"));
    mkdirSync(entry("directory"));
    writeFileSync(entry("nobody"), '{"version":1,"years":{},"profiles":[]}');
    // A process of its own, with a timeout: opening a pipe could block for ever.
    const how = { env: cliEnvironment(home.directory), timeout: 20_000 };
    expect(spawnSync(process.execPath, [CLI, "tick", "1"], how).status).toBe(0);
    const odd = ["directory", "pipe", "ring"].map(entry);
    const listed = await home.run(["restore", "--list"]);
    for (const file of odd) {
      expect(listed.stderr).toContain(`dailyleet: Skipped ${file}, which is not a file that can be read.\n`);
    }
    const { findings } = JSON.parse((await home.run(["doctor", "--json"])).stdout);
    const hints = findings.filter(
      ({ check, state }: Record<string, string>) => check === "backups" && state === "hint",
    );
    expect(hints.map(({ found }: { found: string }) => found).sort()).toEqual(
      odd.map((file) => `skipped ${file}, which is not a file that can be read`),
    );
  });
});

describe("the backup of a day", () => {
  it("is what export writes after the first change, and stays as it is", async () => {
    const home = localHome();
    await home.out(["today"]);
    expect(dailyBackups(home.directory)).toEqual([]);
    await home.out(["tick", "3"]);
    const after = await home.json(["export"]);
    const saved = text(backupOf(home));
    expect(JSON.parse(saved)).toEqual({
      ...after,
      time: expect.stringMatching(/Z$/),
      reason: "first of the day",
    });
    await home.out(["mark", "Two Sum", "solved"]);
    await home.out(["tick", "4"]);
    expect(text(backupOf(home))).toBe(saved);
  });

  it("removes what a killed backup left, but nothing of a running process, another computer or the person", async () => {
    let now = Date.now();
    const home = localHome({ now: () => now });
    await home.out(["tick", "1"]);
    const backup = backupOf(home);
    const foreign = backup.replace(/-desk-[0-9a-f]{8}/, "-other-01234567");
    const kept = [
      `${backup}.${process.pid}-abc.tmp`,
      `${foreign}.99999999-abc.tmp`,
      join(home.directory, "backups/my.tmp"),
    ];
    const left = [
      `${backup}.99999999-abc.tmp`,
      join(home.directory, "backups/a1-2025-12-31T12-00-00-000Z.json.99999999-abc.tmp"),
    ];
    for (const file of [...kept, ...left]) writeFileSync(file, "{");
    now += DAY_MS;
    await home.out(["tick", "1"]);
    expect([...kept, ...left].filter((file) => existsSync(file))).toEqual(kept);
  });

  it("is one of seven, and of the first of each month, and leaves other files alone", async () => {
    let now = Date.now();
    const home = localHome({ now: () => now });
    const own = "2020-01-01.json";
    mkdirSync(join(home.directory, "backups"), { mode: 0o700 });
    writeFileSync(join(home.directory, "backups", own), "{}");
    const dates: string[] = [];
    for (let day = 0; day < 12; day++, now += DAY_MS) {
      await home.out(["tick", "1"]);
      dates.push(formatDate(addDays(today, day)));
    }
    const months = new Set(dates.map((date) => date.slice(0, 7)));
    const firsts = [...months].flatMap((month) => dates.find((date) => date.startsWith(month)) ?? []);
    const kept = [...new Set([...firsts, ...dates.slice(-7)])].sort();
    expect(dailyBackups(home.directory).map((name) => name.replace(/-desk-[0-9a-f]{8}/, ""))).toEqual([
      own,
      ...kept.map((date) => `dailyleet-${date}.json`),
    ]);
  });

  it("is kept for good while it holds a tick or mark that no newer one has", async () => {
    let now = Date.now();
    const home = localHome({ now: () => now });
    const tomorrow = () => {
      now += DAY_MS;
      return home.out(["tick", "1"]);
    };
    await tomorrow();
    await home.out(["tick", "2", "--date", "2026-01-05"]);
    await tomorrow();
    await home.out(["mark", "Two Sum", "hint", "--date", "2026-01-05"]);
    await tomorrow();
    const last = backupOf(home, formatDate(addDays(today, 3)));
    await home.out(["untick", "2", "--date", "2026-01-05"]);
    await home.out(["mark", "Two Sum", "none", "--date", "2026-01-05"]);
    const before = text(last);
    for (let day = 0; day < 70; day++) await tomorrow();
    expect(text(last)).toBe(before);
    // At most one for each of three months, the last seven, and the fullest one.
    expect(dailyBackups(home.directory).length).toBeLessThanOrEqual(3 + 7 + 1);
  });

  it("is one of each computer in a shared directory, and each removes its own only", async () => {
    let now = Date.now();
    const shared = tempDirectory();
    const computers = ["desk", "asha's laptop.home"].map((name) => {
      const home = localHome({ now: () => now, hostName: () => name });
      writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ backups: shared }));
      return home;
    });
    const ofDay = (date: string) => readdirSync(shared).filter((name) => name.startsWith(`dailyleet-${date}`));
    const [desk, laptop] = computers as [Home, Home];
    await desk.out(["tick", "1"]);
    // A new computer that finds another computer's backups says so before its first write.
    await laptop.run(["tick", "2"]);
    const of = /^dailyleet-(.*)-[0-9a-f]{8}\.json$/;
    expect(ofDay(todayText).map((name) => of.exec(name)?.[1])).toEqual([
      `${todayText}-asha-s-laptop`,
      `${todayText}-desk`,
    ]);
    for (const [home, source] of [
      [desk, "1"],
      [laptop, "2"],
    ] as const) {
      const file = ofDay(todayText).find((name) => name.includes("desk") === (home === desk)) ?? "";
      expect(JSON.parse(text(join(shared, file)))).toMatchObject(await home.json(["export"]));
      expect(text(join(shared, file))).toContain(`{"${source}":true}`);
    }
    for (let day = 0; day < 40; day++, now += DAY_MS) await desk.out(["tick", "1"]);
    expect(ofDay(todayText)).toHaveLength(2);
    const listed = (await desk.json(["restore", "--list"])).backups as { file: string }[];
    expect(listed.filter(({ file }) => file.includes("laptop"))).toHaveLength(1);
  });

  it("is saved again by the first tick where a profile alone was changed before", async () => {
    const home = localHome();
    await home.out(["profiles", "rename", "You", "Asha"]);
    expect(JSON.parse(text(backupOf(home))).profiles).toMatchObject([{ name: "Asha" }]);
    await home.out(["tick", "1", "--date", "2026-01-01"]);
    expect(JSON.parse(text(backupOf(home))).years).toEqual({ 2026: { 1: { 1: true } } });
  });

  it("holds every profile, is counted, and import gives each its own back on a new computer", async () => {
    const home = localHome();
    await home.out(["profiles", "add", "Asha"]);
    rmSync(backupOf(home));
    await home.out(["tick", "1-2", "--date", "2026-01-01"]);
    rmSync(backupOf(home));
    await home.out(["tick", "5", "--date", "2026-01-02", "--profile", "Asha"]);
    const file = backupOf(home);
    expect(await home.json(["restore", "--list"])).toEqual({
      version: 1,
      directory: join(home.directory, "backups"),
      backups: [
        {
          file,
          date: todayText,
          time: expect.stringMatching(new RegExp(`^${todayText}T\\d\\d:\\d\\d:\\d\\d\\+00:00$`)),
          reason: "first of the day",
          profiles: 2,
          owners: ["You", "Asha"],
          ticks: 3,
          marks: 0,
          adds: 0,
        },
      ],
    });
    const { stdout, stderr } = await home.run(["restore", "--list"]);
    expect(stderr).toBe("dailyleet: A restore clears no tick; 'dailyleet undo' takes it back.\n");
    expect(stdout).toMatch(
      new RegExp(
        `^${todayText} \\d\\d:\\d\\d  3 ticks of You, Asha, adds nothing, first of the day, desk\n {4}${file}\n$`,
      ),
    );

    const other = localHome();
    expect(await other.run(["import", file, "--profile", "Asha"])).toMatchObject({ code: 2 });
    await other.out(["profiles", "add", "asha"]);
    expect(await other.out(["import", file, "--dry-run", "--profile", "asha"])).toBe(
      "2026-01-02 CodeChef: Done\nWould add 1 tick.\n",
    );
    expect(await other.out(["import", file, "--dry-run"])).toContain("Would add 2 ticks.\n");
    await other.out(["profiles", "rename", "You", "Ravi"]);
    const [code, sentence] = await refusal(other, ["import", file, "--dry-run"]);
    expect([code, sentence]).toEqual([
      2,
      `${file} is of You, Asha, not of Ravi; name the one to add with --from NAME.`,
    ]);
    expect(await refusal(other, ["import", file, "--from", "Mira"])).toEqual([
      2,
      `${file} is of You, Asha; use --from with one of these.`,
    ]);
    expect(await other.out(["import", file, "--dry-run", "--from", "you"])).toContain("Would add 2 ticks");
  });

  it("is where the configuration says, or nowhere", async () => {
    const home = localHome();
    const configure = (backups: unknown) =>
      writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ backups }));
    configure(false);
    await home.out(["tick", "1"]);
    expect(dailyBackups(home.directory)).toEqual([]);
    expect(await home.run(["restore", "--list"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "dailyleet: No backup is saved each day, because 'backups' is off.\n",
    });
    expect((await home.json(["restore", "--list"])).directory).toBeNull();
    configure("~/Sync/mine");
    await home.out(["tick", "2"]);
    const [mine = ""] = readdirSync(join(home.directory, "Sync/mine"));
    expect(mine).toMatch(new RegExp(`^dailyleet-${todayText}-desk-`));
    expect(JSON.parse(text(join(home.directory, "Sync/mine", mine)))).toMatchObject(await home.json(["export"]));
    expect(dailyBackups(home.directory)).toEqual([]);
  });

  it("never fails a tick, and that it could not be kept is said once a day", async () => {
    let now = Date.now();
    const home = localHome({ now: () => now });
    writeFileSync(join(home.directory, "backups"), "in the way");
    const first = await home.run(["tick", "1", "--json"]);
    expect([first.code, JSON.parse(first.stdout).saved]).toEqual([0, "local"]);
    expect(first.stderr).toMatch(/^dailyleet: Saved, but today's backup failed: Can't [^\n]+\.\n$/);
    expect(await home.run(["tick", "2"])).toMatchObject({ code: 0, stderr: "" });
    now += DAY_MS;
    expect((await home.run(["tick", "1"])).stderr).toContain("today's backup failed");
    rmSync(join(home.directory, "backups"));
    await home.out(["tick", "2"]);
    expect(dailyBackups(home.directory)).toHaveLength(1);
  });

  it("is also kept of what the page changes", async () => {
    const directory = tempDirectory();
    const server = await serve(directory);
    const headers = await windowHeaders(server);
    expect(await ask("POST", `${server.url}/signin/profiles`, { name: "Asha" }, headers)).toMatchObject({
      status: 200,
    });
    await expect.poll(() => dailyBackups(directory)).toHaveLength(1);
    expect(text(join(directory, "backups", dailyBackups(directory)[0] ?? ""))).toContain('"name":"Asha"');
    await server.stop();
  });

  it("is kept in cloud mode of what this computer knows, also without a network", async () => {
    const { cloud, desktop: computer } = await startDesktop();
    await computer.run(["today"]);
    await cloud.goOffline();
    await computer.run(["tick", "3"]);
    const [name = ""] = dailyBackups(computer.directory);
    expect(name).toMatch(new RegExp(`^dailyleet-\\d{4}-\\d\\d-\\d\\d-.+-[0-9a-f]{8}-${cloud.uid}\\.json$`));
    await cloud.goOnline();
    const saved = JSON.parse(text(join(computer.directory, "backups", name)));
    expect(saved).toMatchObject(JSON.parse((await computer.run(["export"])).stdout));
    expect(saved.profiles).toMatchObject([{ uid: cloud.uid }]);
  });
});

describe("a backup after a write of more than 20 cells", () => {
  const MANY = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [at + 1, { 1: true }]));

  /** The content and the reason of the newest backups that were made after large changes. */
  const afterIn = ({ directory }: Pick<Home, "directory">) =>
    backupsAfter(directory)
      .sort()
      .map((name) => JSON.parse(text(join(directory, "backups", name))))
      .map(({ reason, years }) => [reason, Object.keys(years["2025"] ?? {}).length]);

  it("holds what was moved in and taken back, on the same day", async () => {
    let now = Date.now();
    const home = localHome({ now: () => now++ });
    const file = join(home.directory, "given.json");
    writeFileSync(file, JSON.stringify({ version: 1, years: { 2025: MANY } }));
    await home.out(["tick", "1"]);
    await home.run(["import", file]);
    await home.out(["tick", "2"]);
    expect(afterIn(home)).toEqual([["after import", 30]]);
    await home.run(["undo"]);
    await home.run(["undo"]);
    await home.run(["restore", file]);
    expect(afterIn(home)).toEqual([
      ["after import", 30],
      ["after undo", 0],
      ["after restore", 30],
    ]);
    for (const end of ["", "-wal", "-shm"]) rmSync(join(home.directory, `dailyleet.db${end}`), { force: true });
    expect((await home.run(["today"])).stderr).toContain("but 31 ticks in the backup of ");
  });

  it("is the day's own where that is the first write", async () => {
    const home = localHome();
    const file = join(home.directory, "given.json");
    writeFileSync(file, JSON.stringify({ version: 1, years: { 2025: MANY } }));
    await home.run(["import", file]);
    expect(JSON.parse(text(backupOf(home)))).toMatchObject({ reason: "after import", years: { 2025: MANY } });
    expect(afterIn(home)).toEqual([]);
  });

  it("is also kept of many small writes of the page, by the end of 'serve' at the latest", async () => {
    const home = localHome();
    await home.out(["tick", "1"]);
    const server = await serve(home.directory);
    const headers = await windowHeaders(server);
    expect((await ask("POST", `${server.url}/signin/profiles`, { name: "Asha" }, headers)).status).toBe(200);
    // The terminal's own write is small; together with the page's writes since the last backup it is large.
    for (let day = 1; day <= 6; day++) await home.out(["tick", "2", "3", "4", "5", "--date", `2026-01-0${day}`]);
    expect(await server.stop()).toBe(0);
    expect(backupsAfter(home.directory)).toHaveLength(1);
  });
});

describe("backups", () => {
  it("are listed with those of large changes, the newest first; a broken one too", async () => {
    const home = localHome();
    await home.out(["tick", "1", "--date", "2026-01-01"]);
    await home.run(["import", backupOf(home)]);
    writeFileSync(join(home.directory, "ticks.json"), '{"version":1,"years":{"2026":{"2":{"1":true}}}}');
    await home.run(["import", join(home.directory, "ticks.json")]);
    const [timed = ""] = timedBackups(home.directory);
    const former = join(home.directory, "backups", "a1-2025-12-31T12-00-00-000Z.json");
    renameSync(join(home.directory, "backups", timed), former);
    const broken = join(home.directory, "backups", "dailyleet-2024-02-29-desk-0a1b2c3d.json");
    writeFileSync(broken, "broken");
    writeFileSync(join(home.directory, "backups", "notes.json"), "{}");
    const { backups } = (await home.json(["restore", "--list"])) as { backups: object[] };
    const held = { profiles: 1, owners: ["You"], ticks: 1, marks: 0, adds: 0 };
    expect(backups).toMatchObject([
      { file: backupOf(home), date: todayText, reason: "first of the day", ...held },
      { file: former, date: "2025-12-31", reason: "before import", ...held },
      {
        file: broken,
        date: "2024-02-29",
        time: null,
        reason: null,
        profiles: null,
        owners: null,
        ticks: null,
        adds: null,
      },
    ]);
    expect((await home.run(["restore", "--list"])).stdout).toContain(`2024-02-29  can't be read\n    ${broken}\n`);
  });

  it("say what each adds, and the one that adds most is the default", async () => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return asked.length === 1 ? "" : "y";
    };
    let now = Date.UTC(2026, 5, 1, 12);
    const home = localHome({ now: () => now, ask });
    await home.out(["tick", "1-5"]);
    for (const source of ["2", "3", "4", "5"]) await home.out(["untick", source]);
    now += DAY_MS;
    await home.out(["tick", "1"]);
    await home.out(["untick", "1"]);
    expect((await home.run(["restore"])).stdout).toBe("Added 4 ticks to You. Already there: 1 tick.\n");
    expect(asked[0]?.split("\n")).toEqual([
      "  1  2026-06-02 12:00  2 ticks of You, adds 1, first of the day, desk",
      "  2  2026-06-01 12:00  5 ticks of You, adds 4, first of the day, desk",
      "Which one? [2] ",
    ]);
    const said = { code: 0, stdout: "", stderr: "dailyleet: No backup adds anything to what is here.\n" };
    await home.out(["tick", "1"]);
    expect(await home.run(["restore"])).toEqual(said);
    expect(asked).toHaveLength(2);
  });

  it("in a directory that the configuration no longer names are still found", async () => {
    const home = localHome();
    await home.run(["config", "backups", join(home.directory, "Sync")]);
    await home.out(["tick", "1"]);
    for (const setting of ["off", "on"]) {
      await home.run(["config", "backups", setting]);
      expect((await home.json(["restore", "--list"])).backups).toMatchObject([{ ticks: 1 }]);
    }
    for (const end of ["", "-wal", "-shm"]) rmSync(join(home.directory, `dailyleet.db${end}`), { force: true });
    expect((await home.run(["today"])).stderr).toContain("1 tick in the backup of");
  });

  it("have a verb no more, and the former one names what does the same", async () => {
    const said = "'dailyleet backups' is gone; use 'dailyleet restore --list'.";
    expect(await refusal(localHome(), ["backups", "--json"])).toEqual([2, said]);
  });

  it("are named by doctor, and the way to them by every command once the database is damaged", async () => {
    const home = localHome();
    await home.out(["tick", "1"]);
    expect(await home.out(["doctor", "--json"])).toContain(`the newest is ${backupOf(home)}`);
    writeFileSync(join(home.directory, "dailyleet.db"), "damaged ".repeat(4_096));
    for (const verb of ["tick", "doctor"]) {
      const { code, stdout, stderr } = await home.run([verb, ...(verb === "tick" ? ["1"] : [])]);
      expect(code).toBe(1);
      expect((stdout + stderr).replaceAll(/\s+/g, " ")).toContain("'dailyleet restore' keeps what can be read");
    }
    const { stdout } = await home.run(["restore", "--list", "--json"]);
    expect(JSON.parse(stdout).backups).toHaveLength(1);
  });
});
