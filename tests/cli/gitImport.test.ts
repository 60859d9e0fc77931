import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { timedBackups } from "./support/backups.ts";
import { type MadeCommit, makeRepository } from "./support/gitRepository.ts";
import { type Home, newHome } from "./support/home.ts";

const localHome = (): Home =>
  newHome(tempDirectory(), {}, (home, args) => runInProcess(home, args, { env: { PATH: process.env.PATH } }));

/** As the programs write it. */
const HISTORIES: readonly (readonly [string, readonly MadeCommit[], Record<string, Record<string, object>>])[] = [
  [
    "LeetHub",
    [
      { subject: "Create README - LeetHub", date: "1700000000 +0000", files: { "0001-two-sum/README.md": "t" } },
      // 4 October at 01:53 in India, the 3rd in Greenwich.
      {
        subject: "Time: 3 ms (66.97%), Space: 43.7 MB (6.92%) - LeetHub",
        date: "1759523012 +0530",
        files: { "0001-two-sum/0001-two-sum.py": "1" },
      },
      // Late on 4 October in California, the 5th in Greenwich.
      {
        subject: "Time: N/A (N/A%), Memory: 8388608 B (5%) - LeetHub",
        date: "1759640400 -0700",
        files: { "0015-3sum/0015-3sum.py": "1" },
      },
      { subject: "Solved 3Sum. Stats: Time: 0 ms (100%), Space: 17 MB (9%) - LeetHub", date: "1759838400 +0000" },
      { subject: "Attach NOTES - LeetHub", date: "1700000000 +0000", files: { "0001-two-sum/NOTES.md": "n" } },
      { subject: "Update README - Topic Tags", date: "1700000000 +0000", files: { "README.md": "n" } },
      { subject: "Updated stats", date: "1700000000 +0000", files: { "stats.json": "{}" } },
      { subject: "Prepend discussion post - LeetHub", date: "1700000000 +0000", files: { "README.md": "p" } },
    ],
    { 2025: { 277: { 1: true }, 280: { 1: true } } },
  ],
  [
    "LeetSync",
    [
      {
        subject: "Time: 0 ms (100.00%) | Memory: 5.6 MB (46.91%) - LeetSync",
        date: "1720414980 +0200",
        files: { "1823-find-the-winner/find-the-winner.c": "1" },
      },
    ],
    { 2024: { 189: { 1: true } } },
  ],
  [
    "leetcode-sync",
    [
      {
        subject: "Sync LeetCode submission Runtime - 48 ms (89.26%), Memory - 13.9 MB (92.08%)",
        date: "1759523012 +0000",
        files: { "problems/two_sum/solution.py": "1" },
      },
    ],
    { 2025: { 276: { 1: true } } },
  ],
  [
    "LeetHub for GeeksforGeeks",
    [
      {
        subject: "Create README - LeetHub",
        date: "1700000000 +0000",
        files: { "Missing number - GFG/README.md": "t" },
      },
      {
        subject: "Added solution - LeetHub",
        date: "1759523012 +0530",
        files: { "Missing number - GFG/missing-number.cpp": "1" },
      },
    ],
    { 2025: { 277: { 3: true } } },
  ],
  [
    "GfG to GitHub",
    [
      { subject: "Create README - GfG to GitHub", date: "1700000000 +0000", files: { "a/README.md": "t" } },
      { subject: "Added Solution - GfG to GitHub", date: "1759523012 +0530", files: { "a/a.cpp": "1" } },
      { subject: "Updated Solution - GfG to GitHub", date: "1759609412 +0530", files: { "a/a.cpp": "2" } },
    ],
    { 2025: { 277: { 3: true }, 278: { 3: true } } },
  ],
];

const TWO_SUM: readonly MadeCommit[] = [
  {
    subject: "Time: 3 ms (66.97%), Space: 43.7 MB (6.92%) - LeetHub",
    date: "1759523012 +0530",
    files: { "0001-two-sum/0001-two-sum.py": "1" },
  },
  { subject: "\u001b[31mround 3", date: "1759609412 +0530", files: { "contests/\u001b[31m3.py": "1" } },
];

describe("import of a git repository", () => {
  it.each(HISTORIES)("gives exactly the ticks in what %s wrote", async (_, commits, years) => {
    const home = localHome();
    const { code, stderr } = await home.run(["import", makeRepository(commits)]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^dailyleet: Saved a backup to [^\n]+\n$/)]);
    expect((await home.json(["export"])).years).toEqual(years);
  });

  it("shows what it would add, and how many commits it does not know, and writes nothing on --dry-run", async () => {
    const home = localHome();
    expect(await home.run(["import", makeRepository(TWO_SUM), "--dry-run"])).toEqual({
      code: 0,
      stdout: "2025-10-04 LeetCode: Done\nWould add 1 tick (0 already here)\n",
      stderr: "dailyleet: 1 commit is of no form that dailyleet knows; --map FOLDER=SOURCE counts those in a folder.\n",
    });
    expect(await home.json(["export"])).toEqual({ version: 1, years: {}, practice: {} });
  });

  it("adds folders of one's own and marks after a backup, answers as every import, and is undone by one undo", async () => {
    const home = localHome();
    await home.out(["mark", "Two Sum", "hint", "--date", "2025-10-05"]);
    const before = await home.out(["export"]);
    const given = ["import", makeRepository(TWO_SUM, false), "--map", "contests=code360", "--marks", "--json"];
    const key = "leetcode.com/problems/two-sum";
    expect(JSON.parse((await home.run(given)).stdout)).toEqual({
      version: 1,
      here: 0,
      there: 2,
      together: 2,
      ahead: 0,
      unknown: [],
      changes: [
        { date: "2025-10-04", day: 277, source: 1, name: "LeetCode" },
        { date: "2025-10-05", day: 278, source: 2, name: "Code360" },
      ],
      practice: {
        here: 1,
        there: 1,
        together: 2,
        ahead: 0,
        changes: [{ question: key, date: "2025-10-04", mark: "solved", was: "none" }],
      },
      saved: "local",
    });
    expect(timedBackups(home.directory)).toHaveLength(1);
    expect((await home.json(["export"])).practice).toEqual({ [key]: { "2025-10-04": 3, "2025-10-05": 2 } });
    await home.out(["undo"]);
    expect(await home.out(["export"])).toBe(before);
  });

  it.each([
    [["--dates", "dmy"], "--dates and --numbers are for tables; leave them out for a git repository."],
    [["--numbers", "loop"], "--dates and --numbers are for tables; leave them out for a git repository."],
    [
      ["--map", "contests"],
      "'contests' does not say which source it stands for; use NAME=SOURCE, such as 'LeetCode=1'.",
    ],
  ])("%j is wrong usage", async (hints, sentence) => {
    expect(await localHome().run(["import", makeRepository(TWO_SUM), ...hints])).toEqual({
      code: 2,
      stdout: "",
      stderr: `dailyleet: ${sentence}\n`,
    });
  });

  it("takes no --marks for a file, and names a directory that is no repository", async () => {
    const home = localHome();
    expect(await home.run(["import", "ticks.json", "--marks"])).toMatchObject({
      code: 2,
      stderr: "dailyleet: --marks is for a git repository; leave it out for a file.\n",
    });
    expect(await home.run(["import", home.directory])).toEqual({
      code: 1,
      stdout: "",
      stderr: `dailyleet: ${home.directory} is a directory, but not a git repository. Nothing imported; name a file, or the directory of a repository.\n`,
    });
  });
});
