import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { timedBackups } from "./support/backups.ts";
import { type Home, refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures/imports");
const LOOP = join(FIXTURES, "loop-numbers.csv");
const ZIP = join(FIXTURES, "loop-export.zip");
const LOG = join(FIXTURES, "harsh-log.txt");

function fileWith(home: Home, content: string | Buffer): string {
  const file = join(home.directory, "given");
  writeFileSync(file, content);
  return file;
}

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
        "Would add 6 ticks (0 already here)",
        "",
      ].join("\n"),
    );
    expect(await home.json(["export"])).toEqual({ version: 1, years: {}, practice: {} });
  });

  it.each([
    ["Loop's zip file", ZIP],
    ["Loop's table", LOOP],
    ["harsh's log", LOG],
  ])("adds the ticks of %s after a backup, and one undo takes them back", async (_, file) => {
    const home = localHome();
    await home.out(["tick", "1", "--date", "2026-03-03"]);
    const before = await home.out(["export"]);
    const { code, stdout } = await home.run(["import", file, "--map", "Gym=5", "--map", "LC contest=2", "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ here: 1, unknown: [], saved: "local" })]);
    expect((await home.json(["today", "--date", "2026-03-04"])).sources).toMatchObject([
      {},
      { done: true },
      {},
      {},
      {},
    ]);
    const [copy = ""] = timedBackups(home.directory);
    expect(readFileSync(join(home.directory, "backups", copy), "utf8")).toBe(before);
    await home.out(["undo"]);
    expect(await home.out(["export"])).toBe(before);
  });

  it("lists what it leaves out in JSON too", async () => {
    const home = localHome();
    expect(await home.json(["import", LOG, "--dry-run"])).toMatchObject({
      unknown: ["Gym", "LC contest"],
      saved: null,
    });
  });

  it("says that two days of a log share one tick", async () => {
    const home = localHome();
    const file = fileWith(home, "2024-02-29 : LeetCode : y : : \n2024-03-01 : LeetCode : n : : \n");
    expect(await home.run(["import", file, "--dry-run"])).toEqual({
      code: 0,
      stdout: "2024-03-01 LeetCode: Done\nWould add 1 tick (0 already here)\n",
      stderr: "dailyleet: 29 February and 1 March share one tick.\n",
    });
  });

  it("reads a zip file from stdin", async () => {
    const result = await runInProcess(tempDirectory(), ["import", "-", "--dry-run"], {
      readStdin: () => readFileSync(ZIP),
    });
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("Would add 4 ticks (0 already here)\n") });
  });

  it("takes a table with the day or the month first when it is told which", async () => {
    const home = localHome();
    const file = fileWith(home, "date;1\n05/03/2026;1\n");
    expect(await refusal(home, ["import", file])).toEqual([
      1,
      `${file}:2: '05/03/2026' is ambiguous: the day or the month may come first. Nothing imported; use --dates dmy (day first) or --dates mdy (month first).`,
    ]);
    expect(await home.out(["import", file, "--dates", "mdy", "--dry-run"])).toContain("2026-05-03 LeetCode: Done\n");
    expect(await home.out(["import", file, "--dates", "dmy", "--dry-run"])).toContain("2026-03-05 LeetCode: Done\n");
  });

  it("takes a table whose numbers may be counts or Loop's when it is told which", async () => {
    const home = localHome();
    const file = fileWith(
      home,
      "date,LeetCode,CodeChef\n2026-03-06,1,0\n2026-03-05,1,1\n2026-03-04,1,0\n2026-03-03,2,1\n",
    );
    expect(await refusal(home, ["import", file])).toEqual([
      1,
      `${file}:5: '2' could be a count or Loop's sign for done. Nothing imported; use --numbers counts (each number says how many) or --numbers loop (a Loop Habit Tracker export).`,
    ]);
    const added = async (meaning: string) => await home.out(["import", file, "--numbers", meaning, "--dry-run"]);
    expect(await added("counts")).toContain("Would add 6 ticks (0 already here)\n");
    expect(await added("loop")).toContain("2026-03-03 LeetCode: Done\nWould add 1 tick (0 already here)\n");
  });

  it("counts under the sources' own numbers without a question", async () => {
    const home = localHome();
    const file = fileWith(home, "date,1,2,3,4,5\n2026-03-06,1,0,0,0,3\n2026-03-05,2,1,0,0,0\n");
    expect(await home.out(["import", file, "--dry-run"])).toContain("Would add 4 ticks (0 already here)\n");
    expect(await refusal(home, ["import", file, "--numbers", "loop"])).toEqual([
      2,
      `${file}: sources are numbers here, not names; leave out --numbers loop.`,
    ]);
  });

  it("says how to map a file none of whose habits is known", async () => {
    const home = localHome();
    const file = fileWith(home, "2026-03-05 : Gym : y : : \n2026-03-05 : Run : y : : \n");
    expect(await refusal(home, ["import", file])).toEqual([
      1,
      `${file}: none of the habits is one of your five sites: 'Gym', 'Run'. Nothing imported; say which source each habit is, as in --map 'NAME=1'.`,
    ]);
  });

  it.each([
    [[LOOP, "--map", "Gym"], "'Gym' does not say which source it stands for; use NAME=SOURCE, such as 'LeetCode=1'."],
    [
      [LOOP, "--map", "Gym=1", "--map", "LC contest=2", "--map", "gym=geeks"],
      "'gym' is mapped to source 1 and to source 3; leave out one of the two.",
    ],
    [[LOOP, "--map", "=1"], "'=1' does not say which source it stands for; use NAME=SOURCE, such as 'LeetCode=1'."],
    ...[
      ["--map", "Gym=1"],
      ["--dates", "dmy"],
      ["--numbers", "counts"],
    ].map((hint): [string[], string] => [
      ["--from-local", ...hint],
      "--map, --dates, --numbers and --marks are for files and repositories; leave them out with --from-local.",
    ]),
  ])("%j is wrong usage", async (args, sentence) => {
    expect(await refusal(localHome(), ["import", ...args])).toEqual([2, sentence]);
  });

  it("refuses a mapping to no source, and one where the file has numbers", async () => {
    const home = localHome();
    expect(await refusal(home, ["import", LOOP, "--map", "Gym=6"])).toEqual([
      2,
      expect.stringMatching(/^'6' is not a source;/),
    ]);
    const own = fileWith(home, "date,1\n2026-03-05,1\n");
    expect(await refusal(home, ["import", own, "--map", "1=2"])).toEqual([
      2,
      `${own}: sources are numbers here, not names; leave out --map.`,
    ]);
  });

  it.each([
    [
      "without a table",
      (zip: Buffer) => Buffer.from(zip.toString("latin1").replaceAll("Checkmarks", "Checkmerks"), "latin1"),
      "no Checkmarks.csv in it",
    ],
    ["cut off", (zip: Buffer) => zip.subarray(0, -30), "the zip file is damaged, cut off or larger than it claims"],
  ])("refuses a zip file %s", async (_, change, said) => {
    const home = localHome();
    const file = fileWith(home, change(readFileSync(ZIP)));
    expect(await refusal(home, ["import", file])).toEqual([
      1,
      `${file}: ${said}. Nothing imported; unzip it and import the table itself.`,
    ]);
  });

  it("says of an Excel workbook that it must be saved as CSV", async () => {
    const home = localHome();
    const file = fileWith(home, readFileSync(join(FIXTURES, "excel-workbook.xlsx")));
    expect(await refusal(home, ["import", file])).toEqual([
      1,
      `${file}: this is an Excel workbook. Nothing imported; save it as CSV and import that file.`,
    ]);
  });

  it("does not advise --dates where two dates contradict each other", async () => {
    const home = localHome();
    const file = fileWith(home, "date,1\n13/04/2026,1\n04/13/2026,1\n");
    expect(await refusal(home, ["import", file])).toEqual([
      1,
      `${file}:2: '13/04/2026' has the day first, but '04/13/2026' on line 3 has the month first; correct one of them. Nothing imported.`,
    ]);
  });

  it("prints nothing of a habit's name that a terminal would act on", async () => {
    const home = localHome();
    const file = fileWith(home, "Date,LeetCode,\u001b[31mGym\u0007,\n2026-03-05,2,2,\n");
    expect(await home.out(["import", file, "--dry-run"])).toContain("habit \"[31mGym\" (use --map '[31mGym=1')\n");
  });
});
