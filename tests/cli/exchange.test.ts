import { spawnSync } from "node:child_process";
import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyChange, exportDocument, NO_TICKS, type SourceNumber, type Ticks } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { today, todayNumber } from "../support/today.ts";
import { timedBackups } from "./support/backups.ts";
import { newHome } from "./support/home.ts";

const years = {
  [today.year - 1]: { 1: { 5: true }, 60: { 1: true }, 365: { 1: true, 2: true, 3: true, 4: true, 5: true } },
  [today.year]: { 1: { 3: true } },
};
const document = `${JSON.stringify({ version: 1, years, practice: {} })}\n`;

function fileWith(home: { directory: string }, text: string, name = "given.json"): string {
  const file = join(home.directory, name);
  writeFileSync(file, text);
  return file;
}

describe("export and import", () => {
  it("are each other's reverse, as JSON and as CSV, on stdout and in a file", async () => {
    const home = newHome();
    await home.run(["import", fileWith(home, document)]);
    expect(await home.out(["export"])).toBe(document);
    expect(await home.out(["export", "--json"])).toBe(document);

    const copy = join(home.directory, "copy");
    const { code, stdout, stderr } = await home.run(["export", copy, "--csv"]);
    expect([code, stdout, stderr]).toEqual([
      0,
      "",
      `dailyleet: Saved all ticks to ${copy}, as a table without marks.\n`,
    ]);
    expect(readFileSync(copy, "utf8")).toBe(await home.out(["export", "--csv"]));
    await home.run(["export", `${copy}.CSV`]);
    expect(readFileSync(`${copy}.CSV`, "utf8")).toBe(readFileSync(copy, "utf8"));
    expect(readFileSync(copy, "utf8").split("\n").slice(0, 2)).toEqual([
      "date,1,2,3,4,5",
      `${today.year - 1}-01-01,0,0,0,0,1`,
    ]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);

    const other = newHome();
    await other.run(["import", copy]);
    expect(await other.out(["export"])).toBe(document);
  });

  it("write to where a link leads, and into a pipe or a device, without replacing them", async () => {
    const home = newHome();
    await home.run(["import", fileWith(home, document)]);
    const at = (name: string) => join(home.directory, name);
    writeFileSync(at("kept"), "old");
    symlinkSync(at("kept"), at("link"));
    symlinkSync(at("next"), at("dangling"));
    for (const name of ["link", "dangling"]) {
      expect((await home.run(["export", at(name)])).code).toBe(0);
      expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
    }
    expect([readFileSync(at("kept"), "utf8"), readFileSync(at("next"), "utf8")]).toEqual([document, document]);
    const piped = spawnSync(
      "sh",
      ["-c", 'mkfifo pipe && { cat pipe & "$0" "$1" export pipe; wait; }', process.execPath, CLI],
      { cwd: home.directory, env: cliEnvironment(home.directory), encoding: "utf8" },
    );
    expect(piped.stdout).toBe(document);
    expect((await home.run(["export", "/dev/null"])).code).toBe(0);
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it("change nothing when the same file comes again", async () => {
    const home = newHome();
    const file = fileWith(home, document);
    await home.run(["import", file]);
    const { stdout, stderr } = await home.run(["import", file]);
    expect([stdout, stderr]).toEqual(["No new ticks (8 already here)\n", ""]);
  });

  it("take any ticks there and back", { timeout: 120_000 }, async () => {
    const cells = fc.array(
      fc.tuple(
        fc.integer({ min: 2000, max: today.year }),
        fc.integer({ min: 1, max: 365 }),
        fc.integer({ min: 1, max: 5 }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(cells, fc.boolean(), async (list, isCsv) => {
        const ticks: Record<number, Ticks> = {};
        for (const [year, day, source] of list) {
          ticks[year] = applyChange(ticks[year] ?? NO_TICKS, { year, day, source: source as SourceNumber, done: true });
        }
        const given = exportDocument({ ticks, marks: {} });
        const [first, second] = [newHome(), newHome()];
        await first.run(["import", fileWith(first, JSON.stringify(given))]);
        const exported = await first.out(["export", ...(isCsv ? ["--csv"] : [])]);
        await second.run(["import", fileWith(second, exported)]);
        expect(JSON.parse(await second.out(["export"]))).toEqual(given);
      }),
      { numRuns: 8 },
    );
  });
});

describe("import", () => {
  it("only lists what it would add on --dry-run", async () => {
    const home = newHome();
    await home.out(["tick", "3", "--date", "01-01"]);
    const { stdout, stderr } = await home.run(["import", fileWith(home, document), "--dry-run"]);
    const lines = stdout.split("\n");
    expect(lines[0]).toBe(`${today.year - 1}-01-01 CodeChef: Done`);
    expect(lines.at(-2)).toBe("Would add 7 ticks (1 already here)");
    expect(stderr).toBe("");
    expect(await home.json(["today", "--date", `${today.year - 1}-12-31`])).toMatchObject({
      sources: Array(5).fill({ done: false }),
    });
  });

  it("merges cell by cell, never unticks, and keeps a backup of what was here", async () => {
    const home = newHome();
    await home.out(["tick", "2", "--date", "01-01"]);
    const before = await home.out(["export"]);
    const { code, stdout, stderr } = await home.run(["import", fileWith(home, document), "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, here: 1, there: 8, together: 9, ahead: 0, saved: "local" });
    const copies = join(home.directory, "backups");
    const [copy = ""] = timedBackups(home.directory);
    expect(stderr).toBe(`dailyleet: Saved a backup to ${join(copies, copy)}.\n`);
    expect(readFileSync(join(copies, copy), "utf8")).toBe(before);
    expect(await home.json(["today", "--date", "01-01"])).toMatchObject({
      sources: [{ done: false }, { done: true }, { done: true }, { done: false }, { done: false }],
    });
  });

  it("keeps a copy of each state, also of two within a second", async () => {
    const home = newHome();
    await home.run(["import", fileWith(home, document)]);
    await home.out(["undo"]);
    await home.run(["import", fileWith(home, document)]);
    expect(timedBackups(home.directory)).toHaveLength(2);
  });

  it("leaves years out that have not begun, and says so", async () => {
    const home = newHome();
    const text = JSON.stringify({
      version: 1,
      years: { [today.year + 1]: { 1: { 1: true } }, [today.year]: { [todayNumber]: { 1: true } } },
    });
    const { stdout } = await home.run(["import", fileWith(home, text)]);
    expect(stdout).toContain("Added 1 tick (0 already here; 1 skipped: 2027 has not begun)\n");
  });
});
