import { createHistoryReader, DEFAULT_SOURCES, type HistoryGuide, solvedMarks } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { failureOf } from "../support/fixtures.ts";

const AT = "2025-10-04T01:53:32+05:30";
const DAY = 277;
type Row = readonly [subject: string, files?: readonly string[], date?: string];

function read(rows: readonly Row[], guide: Partial<HistoryGuide> = {}) {
  const reader = createHistoryReader({ sources: DEFAULT_SOURCES, map: [], questions: [], ...guide });
  for (const [subject, files = [], date = AT] of rows) reader.take({ date, subject }, files);
  return reader.finish("repository");
}
const sourcesOf = (row: Row, guide?: Partial<HistoryGuide>) =>
  Object.keys(read([row], guide).ticks[2025]?.[DAY] ?? {}).map(Number);

describe("a commit that counts", () => {
  test.each<[Row, number]>([
    [["Time: 3 ms (66.97%), Space: 43.7 MB (6.92%) - LeetHub", ["0001-two-sum/0001-two-sum.py"]], 1],
    [["Time: 0 ms (100.00%), Memory: 17.9 MB (40%) - LeetHub"], 1],
    [["Time: N/A (N/A%), Space: N/A (N/A%) - LeetHub"], 1],
    [["Time: 63 ms (5%), Space: 8388608 B (5%) - LeetHub"], 1],
    [["Two Sum | Easy Stats: Time: 63 ms (5%), Space: 13 MB (5%) - LeetHub"], 1],
    [["Time: 0 ms (100.00%) | Memory: 5.6 MB (46.91%) - LeetSync"], 1],
    [["Sync LeetCode submission Runtime - 48 ms (89.26%), Memory - 13.9 MB (92.08%)"], 1],
    [["Added solution - LeetHub", ["Missing number in array - GFG/missing-number-in-array.cpp"]], 3],
    [["anything", ["GFG/Easy/Missing number - GFG/a.cpp"]], 3],
    [["Added Solution - GfG to GitHub", ["a/b.cpp"]], 3],
    [["Updated Solution - GfG to GitHub", ["a/b.cpp"]], 3],
  ])("%j is a tick of source %i on the author's own day", (row, source) => {
    expect(sourcesOf(row)).toEqual([source]);
  });

  test("is a tick of the person's own source for the site, by name or by address", () => {
    const other = { name: "Mine", url: "https://notleetcode.com" };
    const lc = { name: "LC daily", url: "https://leetcode.com/problemset/" };
    const gfg = { name: "geeksforgeeks", url: "https://example.com/2" };
    const solved: Row[] = [["Sync LeetCode submission"], ["Added Solution - GfG to GitHub"]];
    const sources = [other, gfg, other, lc, other];
    expect(read(solved, { sources })).toMatchObject({ ticks: { 2025: { [DAY]: { 2: true, 4: true } } }, unknown: [] });
    const none = Array(5).fill(other);
    expect(read(solved, { sources: none })).toMatchObject({
      ticks: {},
      unknown: ["LeetCode", "GeeksforGeeks"],
      unknownCommits: 0,
    });
    const folder: Row = ["Sync LeetCode submission", ["two-sum/a.py"]];
    const questions = ["leetcode.com/problems/two-sum"];
    const solvedWith = (guide: Partial<HistoryGuide>) => [...read([folder], { questions, ...guide }).solved.keys()];
    expect([solvedWith({ sources: none }), solvedWith({})]).toEqual([[], questions]);
    const map = [["leetcode", 5]] as const;
    expect(read(solved, { sources: none, map }).ticks).toEqual({ 2025: { [DAY]: { 5: true } } });
  });

  test("needs its files read only where its subject does not say all", () => {
    const reader = createHistoryReader({ sources: DEFAULT_SOURCES, map: [], questions: [] });
    const subjects = ["Sync LeetCode submission", "Create README - LeetHub", "Added solution - LeetHub"];
    expect(subjects.map(reader.needsFiles)).toEqual([false, false, true]);
    for (const more of [{ map: [["contests", 5]] }, { questions: ["leetcode.com/problems/two-sum"] }] as const) {
      const { needsFiles } = createHistoryReader({ sources: DEFAULT_SOURCES, map: [], questions: [], ...more });
      expect(subjects.map(needsFiles)).toEqual([true, true, true]);
    }
  });
});

test("a commit before the end of the person's day belongs to the day before, as a tick does", () => {
  const at = (time: string) => ["Sync LeetCode submission", [], `2025-01-01T${time}:32+05:30`] as const;
  const ticksAt = (time: string) => read([at(time)], { dayEndsAt: "03:00" }).ticks;
  expect(ticksAt("02:59")).toEqual({ 2024: { 365: { 1: true } } });
  expect(ticksAt("03:00")).toEqual({ 2025: { 1: { 1: true } } });
});

describe("a commit that does not count", () => {
  test.each([
    "Create README - LeetHub",
    "Create README - GfG to GitHub",
    "Added README.md file for Two Sum",
    "Update README - Topic Tags",
    "Updated stats",
    "Attach NOTES - LeetHub",
    "Prepend discussion post - LeetHub",
  ])("%s is about something else", (subject) => {
    const { ticks, unknownCommits } = read([[subject, ["Two Sum - GFG/README.md", "0001-two-sum/NOTES.md"]]]);
    expect([ticks, unknownCommits]).toEqual([{}, 0]);
  });

  const strange: Row[] = [
    ["time: 3 ms, Space: 4 MB - LeetHub"],
    ["Time: 3 ms, Space: 4 MB - LeetHub please"],
    ["My Time: 3 ms, Space: 4 MB - LeetHub"],
    ["Added solution - LeetHub", ["Two Sum/a.py"]],
    ["Added solution - LeetHub", ["Two Sum - GFG/README.md", "Two Sum - GFG/stats.json", "x - GFG/NOTES.md"]],
    ["About Sync LeetCode submission"],
    ["Added Solution - GfG to GitHub again"],
    [`Time: ${", Space: ".repeat(100_000)} - LeetHub`],
    ["Sync LeetCode submission", [], ""],
    ["Sync LeetCode submission", [], "2025-02-30T00:00:00Z"],
  ];

  test.each(strange.map((row): [Row] => [row]))("%.60j is of no known form", (row) => {
    const { ticks, unknownCommits } = read([row]);
    expect([ticks, unknownCommits]).toEqual([{}, 1]);
  });
});

describe("a folder of one's own", () => {
  const map = [["./contests/", 5]] as const;

  test("counts each commit that adds or changes a solution in it, besides its other forms", () => {
    expect(sourcesOf(["round 3", ["contests/3/a.py"]], { map })).toEqual([5]);
    expect(sourcesOf(["Sync LeetCode submission", ["contests/x.py"]], { map })).toEqual([1, 5]);
    expect(sourcesOf(["round 3", ["any.py"]], { map: [[".", 2]] })).toEqual([2]);
  });

  test("is refused where no commit is in it", () => {
    for (const file of ["contests", "contests2/a", "old/contests/a", "contests/README.md"]) {
      expect(failureOf(() => read([["round", [file]]], { map }))).toBe(
        "bad-import: repository: no commit adds or changes a solution in a folder './contests/'. Nothing imported; check --map.",
      );
    }
  });
});

test("folders become marks of the questions with that slug, where there is none and the day has come", () => {
  const solve = (folder: string, day: string): Row => [
    "Sync LeetCode submission",
    [`${folder}/a.py`],
    `2025-10-${day}T10`,
  ];
  const questions = ["two-sum", "3sum", "132-pattern", "jump-game"].map((slug) => `leetcode.com/problems/${slug}`);
  const history = read(
    [
      ...["0001-two-sum", "1-two-sum", "easy/two-sum"].map((folder, index) => solve(folder, `0${index + 1}`)),
      ...["01", "09"].map((day) => solve("0015-3sum", day)),
      solve("0456-132-pattern", "02"),
      solve("132-pattern", "03"),
      solve("1345-jump-game-iv", "03"),
      ["of no form", ["0055-jump-game/a.py"]],
      ["Sync LeetCode submission", ["a.py"]],
    ],
    { questions: [...questions, "example.com/no-slug"] },
  );
  const current = { "leetcode.com/problems/two-sum": { "2025-10-02": 4 } } as const;
  expect(solvedMarks(history, current, { year: 2025, month: 10, day: 5 })).toEqual({
    "leetcode.com/problems/two-sum": { "2025-10-01": 3, "2025-10-03": 3 },
    "leetcode.com/problems/3sum": { "2025-10-01": 3 },
    "leetcode.com/problems/132-pattern": { "2025-10-02": 3, "2025-10-03": 3 },
  });
});
