import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, formatDate } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { ask, windowHeaders } from "../local/support/server.ts";
import { serve } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today, todayText } from "../support/today.ts";
import { dailyBackups, timedBackups } from "./support/backups.ts";
import { startDesktop } from "./support/cloud.ts";
import type { Home } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

const DAY_MS = 86_400_000;

const backupOf = ({ directory }: Home, date = todayText) => join(directory, "backups", `dailyleet-${date}.json`);
const text = (file: string) => readFileSync(file, "utf8");

describe("the backup of a day", () => {
  it("is what export writes after the first change, and stays as it is", async () => {
    const home = localHome();
    await home.out(["today"]);
    expect(dailyBackups(home.directory)).toEqual([]);
    await home.out(["tick", "3"]);
    const after = await home.out(["export"]);
    expect(text(backupOf(home))).toBe(after);
    await home.out(["mark", "Two Sum", "solved"]);
    await home.out(["tick", "4"]);
    expect(text(backupOf(home))).toBe(after);
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
    expect(dailyBackups(home.directory)).toEqual([own, ...kept.map((date) => `dailyleet-${date}.json`)]);
  });

  it("holds every profile, is counted, and import gives each its own back on a new computer", async () => {
    const home = localHome();
    await home.out(["profiles", "add", "Asha"]);
    rmSync(backupOf(home));
    await home.out(["tick", "1-2", "--date", "2026-01-01"]);
    rmSync(backupOf(home));
    await home.out(["tick", "5", "--date", "2026-01-02", "--profile", "Asha"]);
    const file = backupOf(home);
    expect(await home.json(["backups"])).toEqual({
      version: 1,
      directory: join(home.directory, "backups"),
      backups: [{ file, date: todayText, profiles: 2, ticks: 3, marks: 0 }],
    });
    expect(await home.out(["backups"])).toBe(`${todayText}  3 ticks of 2 profiles  ${file}\n`);

    const other = localHome();
    expect(await other.run(["import", file, "--profile", "Asha"])).toMatchObject({ code: 2 });
    await other.out(["profiles", "add", "asha"]);
    expect(await other.out(["import", file, "--dry-run", "--profile", "asha"])).toBe(
      "2026-01-02 CodeChef: Done\nWould add 1 tick (0 already here)\n",
    );
    expect(await other.out(["import", file, "--dry-run"])).toContain("Would add 2 ticks (0 already here)\n");
    await other.out(["profiles", "rename", "You", "Ravi"]);
    expect(await other.run(["import", file, "--dry-run"])).toMatchObject({
      code: 0,
      stderr: `dailyleet: ${file} has no profile Ravi; using You, the first of You, Asha.\n`,
    });
    expect(await other.run(["import", file, "--dry-run", "--profile", "Ravi"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `dailyleet: ${file} has no profile Ravi, only You, Asha. Nothing imported; make one of these with 'dailyleet profiles add' and name it with --profile.\n`,
    });
  });

  it("is where the configuration says, or nowhere", async () => {
    const home = localHome();
    const configure = (backups: unknown) =>
      writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ backups }));
    configure(false);
    await home.out(["tick", "1"]);
    expect(dailyBackups(home.directory)).toEqual([]);
    expect(await home.run(["backups"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "dailyleet: No backup is saved each day, because 'backups' is false in dailyleet.json.\n",
    });
    expect((await home.json(["backups"])).directory).toBeNull();
    configure("~/Sync/mine");
    await home.out(["tick", "2"]);
    expect(text(join(home.directory, "Sync/mine", `dailyleet-${todayText}.json`))).toBe(await home.out(["export"]));
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
    expect(name).toMatch(new RegExp(`^dailyleet-\\d{4}-\\d\\d-\\d\\d-${cloud.uid}\\.json$`));
    await cloud.goOnline();
    expect(text(join(computer.directory, "backups", name))).toBe((await computer.run(["export"])).stdout);
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
    writeFileSync(backupOf(home, "2024-02-29"), "broken");
    writeFileSync(join(home.directory, "backups", "notes.json"), "{}");
    const { backups } = (await home.json(["backups"])) as { backups: object[] };
    expect(backups).toEqual([
      { file: backupOf(home), date: todayText, profiles: 1, ticks: 1, marks: 0 },
      { file: former, date: "2025-12-31", profiles: 1, ticks: 1, marks: 0 },
      { file: backupOf(home, "2024-02-29"), date: "2024-02-29", profiles: null, ticks: null, marks: null },
    ]);
    expect(await home.out(["backups"])).toContain(`2024-02-29  can't be read  ${backupOf(home, "2024-02-29")}\n`);
  });

  it("are named by doctor, and by every command once the database is damaged", async () => {
    const home = localHome();
    await home.out(["tick", "1"]);
    expect(await home.out(["doctor", "--json"])).toContain(`the newest is ${backupOf(home)}`);
    writeFileSync(join(home.directory, "dailyleet.db"), "damaged ".repeat(4_096));
    for (const verb of ["tick", "doctor"]) {
      const { code, stdout, stderr } = await home.run([verb, ...(verb === "tick" ? ["1"] : [])]);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(`The newest backup is ${backupOf(home)}: move the damaged file away`);
    }
    expect((await home.json(["backups"])).backups).toHaveLength(1);
  });
});
