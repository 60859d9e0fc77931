import { describe, expect, it } from "vitest";
import { timedBackups } from "./support/backups.ts";
import { type MadeCommit, makeRepository } from "./support/gitRepository.ts";
import { refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

const WITH_GIT = { env: { PATH: process.env.PATH } };

/** A commit that writes at most one file; its default date is in 2023. */
const made = (subject: string, file?: string, date = "1700000000 +0000"): MadeCommit => ({
  subject,
  date,
  ...(file && { files: { [file]: subject } }),
});

const IN_INDIA_ON_4_OCTOBER = "1759523012 +0530";
const A_DAY_LATER = "1759609412 +0530";

/** Commits as the browser extensions write them, and the ticks that they stand for. */
const HISTORIES: readonly (readonly [string, readonly MadeCommit[], object])[] = [
  [
    "LeetHub",
    [
      made("Create README - LeetHub", "0001-two-sum/README.md"),
      made("Time: 3 ms (66.97%), Space: 43.7 MB (6.92%) - LeetHub", "0001-two-sum/two-sum.py", IN_INDIA_ON_4_OCTOBER),
      // Late on 4 October in California, 5 October in Greenwich.
      made("Time: N/A (N/A%), Memory: 8388608 B (5%) - LeetHub", "0015-3sum/0015-3sum.py", "1759640400 -0700"),
      made("Solved 3Sum. Stats: Time: 0 ms (100%), Space: 17 MB (9%) - LeetHub", undefined, "1759838400 +0000"),
      made("Updated stats", "stats.json"),
    ],
    { 2025: { 277: { 1: true }, 280: { 1: true } } },
  ],
  [
    "LeetSync and leetcode-sync",
    [
      made("Time: 0 ms (100.00%) | Memory: 5.6 MB (46.91%) - LeetSync", "1823-find/find.c", "1720414980 +0200"),
      made("Sync LeetCode submission Runtime - 48 ms (89.26%)", "problems/two_sum/solution.py", "1759523012 +0000"),
    ],
    { 2024: { 189: { 1: true } }, 2025: { 276: { 1: true } } },
  ],
  [
    "LeetHub for GeeksforGeeks and GfG to GitHub",
    [
      made("Create README - LeetHub", "Missing number - GFG/README.md"),
      made("Added solution - LeetHub", "Missing number - GFG/missing-number.cpp", IN_INDIA_ON_4_OCTOBER),
      made("Create README - GfG to GitHub", "a/README.md"),
      made("Updated Solution - GfG to GitHub", "a/a.cpp", A_DAY_LATER),
    ],
    { 2025: { 277: { 3: true }, 278: { 3: true } } },
  ],
];

const TWO_SUM: readonly MadeCommit[] = [
  made("Time: 3 ms (66.97%), Space: 43.7 MB (6.92%) - LeetHub", "0001-two-sum/two-sum.py", IN_INDIA_ON_4_OCTOBER),
  made("\u001b[31mround 3", "contests/\u001b[31m3.py", A_DAY_LATER),
];

describe("import of a git repository", () => {
  it.each(HISTORIES)("gives exactly the ticks in what %s wrote", async (_, commits, years) => {
    const home = localHome(WITH_GIT);
    const { code, stderr } = await home.run(["import", makeRepository(commits)]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^dailyleet: Saved a backup to [^\n]+\n$/)]);
    expect((await home.json(["export"])).years).toEqual(years);
  });

  it("shows what it would add, and how many commits it does not know, and writes nothing on --dry-run", async () => {
    const home = localHome(WITH_GIT);
    expect(await home.run(["import", makeRepository(TWO_SUM), "--dry-run"])).toEqual({
      code: 0,
      stdout: "2025-10-04 LeetCode: Done\nWould add 1 tick.\n",
      stderr: "dailyleet: 1 commit not recognized; --map FOLDER=SOURCE counts those in a folder.\n",
    });
    expect(await home.json(["export"])).toMatchObject({ years: {}, practice: {} });
  });

  it("adds folders of one's own and marks after a backup, answers as every import, and is undone by one undo", async () => {
    const home = localHome(WITH_GIT);
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
      settings: [],
      saved: "local",
    });
    expect(timedBackups(home.directory)).toHaveLength(1);
    expect((await home.json(["export"])).practice).toEqual({ [key]: { "2025-10-04": 3, "2025-10-05": 2 } });
    await home.out(["undo"]);
    expect(await home.out(["export"])).toBe(before);
  });

  const NO_TABLE = "--dates and --numbers are for tables; leave them out for a git repository.";
  it.each([
    [["REPOSITORY", "--dates", "dmy"], 2, NO_TABLE],
    [["REPOSITORY", "--numbers", "loop"], 2, NO_TABLE],
    [
      ["REPOSITORY", "--map", "contests"],
      2,
      "'contests' does not say which source it stands for; use NAME=SOURCE, such as 'LeetCode=1'.",
    ],
    ...["https://github.com/asha/leetcode.git", "git@github.com:asha/leetcode.git"].map(
      (address): [string[], number, string] => [
        [address],
        2,
        `${address} is an address. Nothing imported; clone it first ('git clone ${address}') and import its directory.`,
      ],
    ),
    [["ticks.json", "--marks"], 2, "--marks is for a git repository; leave it out for a file."],
    [
      ["HOME"],
      1,
      "HOME is a directory, but not a git repository. Nothing imported; name a file, or the directory of a repository.",
    ],
  ])("%j is refused with %i and a sentence", async (args, code, sentence) => {
    const home = localHome(WITH_GIT);
    const paths = { REPOSITORY: makeRepository(TWO_SUM), HOME: home.directory };
    const [ended, told] = await refusal(home, ["import", ...args.map((arg) => paths[arg as "HOME"] ?? arg)]);
    expect([ended, told.replace(home.directory, "HOME")]).toEqual([code, sentence]);
  });
});
