import { spawnSync } from "node:child_process";
import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today, todayNumber } from "../support/today.ts";
import { ownerless, timedBackups } from "./support/backups.ts";
import { type Home, NOTHING_THERE } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";
import { homeWith } from "./support/settings.ts";

const years = {
  [today.year - 1]: { 1: { 5: true }, 60: { 1: true }, 365: { 1: true, 2: true, 3: true, 4: true, 5: true } },
  [today.year]: { 1: { 3: true } },
};
const document = `${JSON.stringify({ version: 1, years, practice: {} })}\n`;

function fileWith(home: Home, text = document): string {
  const file = join(home.directory, "given.json");
  writeFileSync(file, text);
  return file;
}

describe("export and import", () => {
  it("are each other's reverse, as JSON and as CSV, on stdout and in a file", async () => {
    const home = localHome();
    await home.run(["import", fileWith(home)]);
    expect(ownerless(await home.out(["export"]))).toBe(document);

    const copy = join(home.directory, "copy");
    const stderr = `dailyleet: Saved all ticks to ${copy}, as a table without marks.\n`;
    expect(await home.run(["export", copy, "--csv"])).toEqual({ code: 0, stdout: "", stderr });
    const table = await home.out(["export", "--csv"]);
    await home.run(["export", `${copy}.CSV`]);
    expect([copy, `${copy}.CSV`].map((file) => readFileSync(file, "utf8"))).toEqual([table, table]);
    expect(table).toMatch(new RegExp(`^date,1,2,3,4,5\n${today.year - 1}-01-01,0,0,0,0,1\n`));
    expect(statSync(copy).mode & 0o777).toBe(0o600);

    const other = localHome();
    await other.run(["import", copy]);
    expect(ownerless(await other.out(["export"]))).toBe(document);
  });

  it("write to where a link leads, and into a pipe or a device, without replacing them", async () => {
    const home = localHome();
    await home.run(["import", fileWith(home)]);
    const at = (name: string) => join(home.directory, name);
    writeFileSync(at("kept"), "old");
    symlinkSync(at("kept"), at("link"));
    symlinkSync(at("next"), at("dangling"));
    for (const name of ["link", "dangling"]) {
      expect((await home.run(["export", at(name), "--force"])).code).toBe(0);
      expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
    }
    const written = ["kept", "next"].map((name) => ownerless(readFileSync(at(name), "utf8")));
    expect(written).toEqual([document, document]);
    const piped = spawnSync(
      "sh",
      ["-c", 'mkfifo pipe && { cat pipe & "$0" "$1" export pipe; wait; }', process.execPath, CLI],
      { cwd: home.directory, env: cliEnvironment(home.directory), encoding: "utf8" },
    );
    expect(ownerless(piped.stdout)).toBe(document);
    expect((await home.run(["export", "/dev/null"])).code).toBe(0);
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});

describe("export into a file that is there", () => {
  const replace = async (reply: string | null, ...options: string[]) => {
    const directory = tempDirectory();
    const file = join(directory, "ticks.json");
    writeFileSync(file, "old");
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return reply;
    };
    const { code, stderr } = await runInProcess(directory, ["export", file, ...options], { ask });
    const told = stderr.replace(NOTHING_THERE, "").replace("dailyleet: ", "").replaceAll(file, "FILE").trim();
    return { code, told, asked: asked.length, isKept: readFileSync(file, "utf8") === "old" };
  };
  const saved = { code: 0, told: "Saved all ticks, marks and settings to FILE.", isKept: false };
  const refused = "FILE is there already; name another file, or pass --force to replace it.";

  it.each([
    ["is refused without a terminal", null, [], { code: 2, told: refused, asked: 1, isKept: true }],
    ["is refused with --json, which asks nothing", "y", ["--json"], { code: 2, told: refused, asked: 0, isKept: true }],
    ["keeps it unless the person says yes", "", [], { code: 0, told: "Nothing was saved.", asked: 1, isKept: true }],
    ["replaces it where the person says yes", "y", [], { ...saved, asked: 1 }],
    ["replaces it with --force", null, ["--force"], { ...saved, asked: 0 }],
  ] as const)("%s", async (_, reply, options, expected) => {
    expect(await replace(reply, ...options)).toEqual(expected);
  });
});

describe("import", () => {
  it("lists on --dry-run, merges cell by cell, keeps a backup of what was here, and adds nothing twice", async () => {
    const home = localHome();
    await home.out(["tick", "2", "3", "--date", "01-01"]);
    await home.out(["untick", "3", "--date", "01-01"]);
    const before = await home.out(["export"]);
    const dry = await home.out(["import", fileWith(home), "--dry-run"]);
    expect(dry).toMatch(new RegExp(`^${today.year - 1}-01-01 CodeChef: Done\n.*\nWould add 8 ticks\\.\n$`, "s"));
    expect(await home.out(["export"])).toBe(before);

    const { code, stdout, stderr } = await home.run(["import", fileWith(home), "--json"]);
    const counts = { version: 1, here: 1, there: 8, together: 9, ahead: 0, saved: "local" };
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining(counts)]);
    const [copy = ""] = timedBackups(home.directory);
    const backup = join(home.directory, "backups", copy);
    expect(stderr).toBe(`dailyleet: Saved a backup to ${backup}.\n`);
    expect(JSON.parse(readFileSync(backup, "utf8"))).toEqual({
      ...JSON.parse(before),
      time: expect.any(String),
      reason: "before import",
    });
    expect(await home.json(["today", "--date", "01-01"])).toMatchObject({
      sources: [{ done: false }, { done: true }, { done: true }, { done: false }, { done: false }],
    });
    expect(await home.out(["import", fileWith(home)])).toBe("Nothing new. Already here: 8 ticks.\n");
  });

  it("brings the settings that the person has not changed; accounts only where they are asked for", async () => {
    const giving = await homeWith(["dayEndsAt 03:00", "list all", "source.4 AtCoder https://atcoder.jp/"]);
    await giving.run(["config", "account.leetcode", "ada"]);
    const file = join(giving.directory, "given.json");
    await giving.run(["export", file]);
    expect(JSON.parse(readFileSync(file, "utf8")).settings).toEqual({
      ...{ list: { value: "all" }, dayEndsAt: { value: "03:00" }, "account.leetcode": { value: "ada" } },
      "source.4": { name: "AtCoder", url: "https://atcoder.jp/" },
    });
    const home = await homeWith(["list neetcode150"]);
    const given = ["import", file, "--from", "You"];
    expect((await home.run([...given, "--dry-run"])).stdout).toContain("\nWould add 2 settings.\n");
    expect((await home.run(given)).stdout).toBe(
      "dayEndsAt: 03:00\nsource.4, name: AtCoder\nsource.4, url: https://atcoder.jp/\nAdded 2 settings.\n",
    );
    expect(await home.out(["config", "list"])).toBe("neetcode150\n");
    expect(await home.out(["config", "account.leetcode"])).toBe("\n");
    const { settings } = JSON.parse((await home.run([...given, "--accounts", "--json"])).stdout);
    expect(settings).toEqual([{ setting: "account.leetcode", part: "value", text: "ada" }]);
    expect(await home.out(["config", "account.leetcode"])).toBe("ada\n");
    await home.out(["undo"]);
    expect(await home.out(["config", "account.leetcode"])).toBe("\n");
  });

  it("keeps a copy of each state, also of two at one moment", async () => {
    const now = Date.now();
    const home = localHome({ now: () => now });
    await home.run(["import", fileWith(home)]);
    await home.out(["undo"]);
    await home.run(["import", fileWith(home)]);
    expect(timedBackups(home.directory)).toHaveLength(2);
  });

  it("leaves years out that have not begun, and says so", async () => {
    const home = localHome();
    const some = { [today.year + 1]: { 1: { 1: true } }, [today.year]: { [todayNumber]: { 1: true } } };
    const { stdout } = await home.run(["import", fileWith(home, JSON.stringify({ version: 1, years: some }))]);
    expect(stdout).toContain("Added 1 tick. Skipped 1 tick of days to come.\n");
  });
});
