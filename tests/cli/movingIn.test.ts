import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportIn, timedBackups } from "./support/backups.ts";
import { type Home, refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures/imports");
const LOOP = join(FIXTURES, "loop-numbers.csv");
const LOG = join(FIXTURES, "harsh-log.txt");
const ZIP = readFileSync(join(FIXTURES, "loop-export.zip"));

function fileWith(home: Home, content: string | Buffer): string {
  const file = join(home.directory, "given");
  writeFileSync(file, content);
  return file;
}

const DAY_OR_MONTH = "date;1\n05/03/2026;1\n";
const COUNTS_OR_LOOP = "date,LeetCode,CodeChef\n2026-03-06,1,0\n2026-03-05,1,1\n2026-03-04,1,0\n2026-03-03,2,1\n";
const NUMBERED = "date,1,2,3,4,5\n2026-03-06,1,0,0,0,3\n2026-03-05,2,1,0,0,0\n";
const UNKNOWN = "2026-03-05 : Gym : y : : \n2026-03-05 : Run : y : : \n";

describe("import from another program", () => {
  it("shows what it would add and what it leaves out, and writes nothing on --dry-run", async () => {
    const home = localHome();
    expect(await home.out(["import", LOOP, "--map", "LC contest=code3", "--dry-run"])).toBe(
      [
        "2026-03-03 LeetCode: Done",
        "2026-03-03 Code360: Done",
        "2026-03-03 CodeChef: Done",
        "2026-03-04 Code360: Done",
        "2026-03-05 LeetCode: Done",
        "2026-03-05 CodeChef: Done",
        "Skipped habit \"Gym\" (use --map 'Gym=1')",
        "Would add 6 ticks.",
        "",
      ].join("\n"),
    );
    expect(await home.json(["import", LOG, "--dry-run"])).toMatchObject({
      unknown: ["Gym", "LC contest"],
      saved: null,
    });
    expect(await home.json(["export"])).toMatchObject({ years: {}, practice: {} });
  });

  it.each([
    ["Loop's zip file", join(FIXTURES, "loop-export.zip")],
    ["Loop's table", LOOP],
    ["harsh's log", LOG],
  ])("adds the ticks of %s after a backup, and one undo takes them back", async (_, file) => {
    const home = localHome();
    await home.out(["tick", "1", "--date", "2026-03-03"]);
    const before = await home.out(["export"]);
    const { code, stdout } = await home.run(["import", file, "--map", "Gym=5", "--map", "LC contest=2", "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ here: 1, unknown: [], saved: "local" })]);
    const { sources } = await home.json(["today", "--date", "2026-03-04"]);
    expect((sources as { done: boolean }[])[1]).toMatchObject({ source: 2, done: true });
    const [copy = ""] = timedBackups(home.directory);
    expect(exportIn(join(home.directory, "backups", copy))).toBe(before);
    await home.out(["undo"]);
    expect(await home.out(["export"])).toBe(before);
  });

  it.each<[string | Buffer, string[], string]>([
    [DAY_OR_MONTH, ["--dates", "mdy"], "2026-05-03 LeetCode: Done\n"],
    [DAY_OR_MONTH, ["--dates", "dmy"], "2026-03-05 LeetCode: Done\n"],
    [COUNTS_OR_LOOP, ["--numbers", "counts"], "Would add 6 ticks.\n"],
    [COUNTS_OR_LOOP, ["--numbers", "loop"], "2026-03-03 LeetCode: Done\nWould add 1 tick.\n"],
    [NUMBERED, [], "Would add 4 ticks.\n"],
    // A habit's name reaches the terminal without control characters.
    [
      "Date,LeetCode,\u001b[31mGym\u0007,\n2026-03-05,2,2,\n",
      [],
      `${String.raw`habit "[31mGym" (use --map $'\x1b[31mGym\x07=1')`}\n`,
    ],
  ])("of %j with %j tells: %j", async (content, options, told) => {
    const home = localHome();
    expect(await home.out(["import", fileWith(home, content), ...options, "--dry-run"])).toContain(told);
  });

  it("reads the names in a zip file, where the table has no quotation marks around commas", async () => {
    const told = await localHome().json(["import", join(FIXTURES, "loop-names-with-commas.zip"), "--dry-run"]);
    expect(told).toMatchObject({ there: 1, unknown: ["a,b", "c,d", '"Deep" work'] });
    expect(told.changes).toMatchObject([{ date: "2026-03-05", source: 1 }]);
  });

  it("reads each habit's own table in a zip file that lacks the table of all", async () => {
    const told = await localHome().json(["import", join(FIXTURES, "loop-own-tables.zip"), "--dry-run"]);
    expect(told).toMatchObject({ there: 3, unknown: ["Read, then write"] });
    expect(told.changes).toMatchObject([
      { date: "2026-03-04", source: 1 },
      { date: "2026-03-05", source: 3 },
      { date: "2026-03-06", source: 1 },
    ]);
  });

  it("reads a zip file from stdin", async () => {
    const told = await localHome({ readStdin: () => ZIP }).out(["import", "-", "--dry-run"]);
    expect(told).toContain("Would add 4 ticks.\n");
  });

  it.each([
    [
      DAY_OR_MONTH,
      "m",
      /: '05\/03\/2026' is ambiguous: .* first\. Does the day or the month come first\? \[d\/m\] $/,
      "2026-05-03",
    ],
    [DAY_OR_MONTH, "day", /come first/, "2026-03-05"],
    [COUNTS_OR_LOOP, "l", /Loop Habit Tracker's signs\? \[c\/l\] $/, "Would add 1 tick."],
    [COUNTS_OR_LOOP, "C", /counts/, "Would add 6 ticks."],
  ])("asks a person at a terminal where a table is ambiguous: %#", async (content, reply, question, said) => {
    const asked: string[] = [];
    const ask = async (text: string) => (asked.push(text) === 1 ? reply : false);
    const home = localHome({ ask });
    const { code, stdout } = await home.run(["import", fileWith(home, content), "--dry-run"]);
    expect([code, asked, stdout]).toEqual([0, [expect.stringMatching(question)], expect.stringContaining(said)]);
  });

  it("refuses a table that is ambiguous after another answer", async () => {
    const home = localHome({ ask: async () => "" });
    const [code, said] = await refusal(home, ["import", fileWith(home, DAY_OR_MONTH)]);
    expect([code, said]).toEqual([1, expect.stringContaining("use --dates dmy (day first)")]);
  });

  it("says that two days of a log share one tick", async () => {
    const home = localHome();
    const file = fileWith(home, "2024-02-29 : LeetCode : y : : \n2024-03-01 : LeetCode : n : : \n");
    expect(await home.run(["import", file, "--dry-run"])).toEqual({
      code: 0,
      stdout: "2024-03-01 LeetCode: Done\nWould add 1 tick.\n",
      stderr: "dailyleet: 29 February and 1 March share one tick.\n",
    });
  });
});

const FROM_LOCAL =
  "--map, --dates, --numbers, --marks, --accounts and --from are for files; leave them out with --from-local.";

describe("import refuses", () => {
  it.each<[string, string | Buffer, string]>([
    [
      "dates that it can't read",
      DAY_OR_MONTH,
      ":2: '05/03/2026' is ambiguous: the day or the month may come first. Nothing imported; use --dates dmy (day first) or --dates mdy (month first).",
    ],
    [
      "dates that contradict each other, without advice that won't help",
      "date,1\n13/04/2026,1\n04/13/2026,1\n",
      ":2: '13/04/2026' has the day first, but '04/13/2026' on line 3 has the month first; correct one of them. Nothing imported.",
    ],
    [
      "numbers that may be counts or Loop's",
      COUNTS_OR_LOOP,
      ":5: '2' could be a count or Loop's sign for done. Nothing imported; use --numbers counts (each number says how many) or --numbers loop (a Loop Habit Tracker export).",
    ],
    [
      "habits of which it knows none",
      UNKNOWN,
      ": none of the habits is one of your five sites: 'Gym', 'Run'. Nothing imported; say which source each habit is, as in --map 'NAME=1'.",
    ],
    [
      "a zip file without a table",
      Buffer.from(ZIP.toString("latin1").replaceAll("Checkmarks", "Checkmerks"), "latin1"),
      ": no Checkmarks.csv in it. Nothing imported; unzip it and import the table itself.",
    ],
    [
      "a zip file cut off",
      ZIP.subarray(0, -30),
      ": the zip file is damaged, cut off or larger than it claims. Nothing imported; unzip it and import the table itself.",
    ],
    [
      "a workbook",
      readFileSync(join(FIXTURES, "excel-workbook.xlsx")),
      ": this is a workbook. Nothing imported; save it as CSV and import that file.",
    ],
  ])("%s", async (_, content, sentence) => {
    const home = localHome();
    const file = fileWith(home, content);
    expect(await refusal(home, ["import", file])).toEqual([1, file + sentence]);
  });

  it.each([
    [[LOOP, "--map", "Gym"], "'Gym' does not say which source it stands for; use NAME=SOURCE, such as 'LeetCode=1'."],
    [
      [LOOP, "--map", "Gym=1", "--map", "LC contest=2", "--map", "gym=geeks"],
      "'gym' is mapped to source 1 and to source 3; leave out one of the two.",
    ],
    [[LOOP, "--map", "=1"], "'=1' does not say which source it stands for; use NAME=SOURCE, such as 'LeetCode=1'."],
    [[LOOP, "--map", "Gym=6"], expect.stringMatching(/^'6' is not a source;/)],
    [["--from-local", "--map", "Gym=1"], FROM_LOCAL],
    [["--from-local", "--dates", "dmy"], FROM_LOCAL],
    [["--from-local", "--numbers", "counts"], FROM_LOCAL],
    [["NUMBERED", "--map", "1=2"], "FILE: sources are numbers here, not names; leave out --map."],
    [["NUMBERED", "--numbers", "loop"], "FILE: sources are numbers here, not names; leave out --numbers loop."],
  ])("%j as wrong usage", async (args, sentence) => {
    const home = localHome();
    const file = fileWith(home, NUMBERED);
    const given = args.map((arg) => (arg === "NUMBERED" ? file : arg));
    const [code, told] = await refusal(home, ["import", ...given]);
    expect([code, told.replace(file, "FILE")]).toEqual([2, sentence]);
  });
});
