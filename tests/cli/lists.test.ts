import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, DEFAULT_SOURCES, formatDate } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { today, todayText } from "../support/today.ts";
import type { Home } from "./support/home.ts";
import { refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";
import { homeWith as homeWithSettings, plantSettings } from "./support/settings.ts";

type Row = Readonly<Record<string, unknown>>;
const questionsIn = async (home: Home, ...args: string[]) =>
  ((await home.json(["questions", ...args])) as { questions: Row[] }).questions;

function homeWith(config: object, files: Readonly<Record<string, string>> = {}): Home {
  const home = localHome();
  const all = { "dailyleet.json": JSON.stringify(config), ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(home.directory, name), text);
  return home;
}

describe("the bundled lists", () => {
  it("share the marks, by the question's link", async () => {
    const home = localHome();
    await home.out(["mark", "two-sum", "Solved"]);
    const [row] = await questionsIn(home, "two sum", "--list", "neetcode150");
    expect(row).toMatchObject({
      number: 3,
      name: "Two Sum",
      difficulty: "Easy",
      state: "learning",
      tags: ["Arrays & Hashing"],
    });
    expect(row?.due).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await home.json(["review", "--list", "all", "--limit", "1"])).questions).toMatchObject([{ number: 2 }]);
    expect((await questionsIn(home, "--list", "all")).length).toBeLessThan(75 + 150);
  });

  it("are filtered by difficulty, which the tags need not name", async () => {
    const home = homeWith({ list: "neetcode150" });
    const counts = ["easy", "MEDIUM", "hard"].map(
      async (level) => (await questionsIn(home, "--difficulty", level)).length,
    );
    expect(await Promise.all(counts)).toEqual([28, 101, 21]);
    expect(await questionsIn(home, "--difficulty", "easy", "--difficulty", "hard")).toHaveLength(49);
    expect(await home.out(["questions", "--difficulty", "hard", "--tag", "stack"])).toContain("Stack, Hard");
  });

  it("have a question's history at its end", async () => {
    const home = localHome();
    await home.out(["mark", "1", "2", "--date", "-3"]);
    await home.out(["mark", "1", "4"]);
    expect(await home.out(["questions", "--show", "1"])).toMatch(
      /\nMarks\n\S+ {2}hint {6}back on \S+\n\S+ {2}easy {6}back on \S+\n$/,
    );
    const [row] = await questionsIn(home, "--show", "1");
    expect(row?.marks).toMatchObject([{ mark: "hint" }, { mark: "easy", due: row?.due }]);
  });
});

describe("a file of questions beside the configuration", () => {
  const FILE = "Link,Name,Difficulty\nhttps://example.org/a,Alpha,easy\nhttps://example.org/b,Beta,Hard\n";

  it("takes the place of the list, and joins the others in 'all'", async () => {
    const home = homeWith({ sheet: "./mine.csv" }, { "mine.csv": FILE });
    expect((await questionsIn(home)).map(({ name, difficulty }) => [name, difficulty])).toEqual([
      ["Alpha", "Easy"],
      ["Beta", "Hard"],
    ]);
    expect(await home.out(["questions", "--check"])).toBe("2 rows, no problems\n");
    expect(await home.out(["mark", "beta", "4"])).toContain("Beta: easy");
    expect((await questionsIn(home, "--list", "all"))[1]).toMatchObject({ number: 2, name: "Beta", state: "learning" });
  });

  it("with a bad row names it, and has the others", async () => {
    const home = homeWith({ sheet: "./mine.json" }, { "mine.json": '[{"name":"Alpha","link":"x"},7]' });
    const check = await home.run(["questions", "--check"]);
    expect([check.code, check.stdout]).toEqual([
      1,
      'row 1: the link \'x\' is not a web address\nrow 2: it is 7, but must be an object such as {"name", "link"}, so the row is left out\n2 rows, 2 problems\n',
    ]);
    const listed = await home.run(["questions"]);
    expect(listed).toMatchObject({ code: 0, stdout: "1  Alpha\n" });
    expect(listed.stderr).toBe("dailyleet: 1 row skipped; 'dailyleet questions --check' says why.\n");
  });

  it("of another encoding is read, and said to be so once", async () => {
    const text = "Name;Link\nM\xf6bius \x93path\x94;https://example.org/m\n";
    const home = homeWith({ sheet: "./mine.csv" });
    writeFileSync(join(home.directory, "mine.csv"), Buffer.from(text, "latin1"));
    const said = "./mine.csv: not UTF-8, read as Windows-1252";
    const listed = await home.run(["questions"]);
    expect(listed).toEqual({ code: 0, stdout: "1  Möbius “path”\n", stderr: `dailyleet: ${said}.\n` });
    expect((await home.run(["questions", "--check"])).stdout).toBe(`${said}\n1 row, 1 problem\n`);
  });

  it("without links keeps each question's mark by its name, in every verb", async () => {
    const home = homeWith({ sheet: "./mine.csv" }, { "mine.csv": "Problem;Nr\nTwo Sum;1\n3Sum;1\nTWO  SUM;2\n" });
    expect(await home.out(["mark", "two sum", "solved"])).toContain("Two Sum: solved");
    expect((await home.json(["export"])).practice).toEqual({ "two sum": { [todayText]: 3 } });
    expect((await questionsIn(home)).map(({ state }) => state)).toEqual(["learning", "new", "learning"]);
    expect((await home.json(["review"])).questions).toMatchObject([{ name: "3Sum" }]);
    expect(await home.json(["plan", "2099-01-01"])).toMatchObject({ left: 1 });
    const saved = join(home.directory, "saved.json");
    writeFileSync(saved, await home.out(["export"]));
    await home.out(["mark", "two sum", "none"]);
    expect((await home.json(["export"])).practice).toEqual({});
    expect((await home.run(["import", saved])).stdout).toContain("Two Sum: solved");
  });

  it.each([
    ["that isn't there", {}, /^dailyleet: Can't read \S+mine\.csv \(.+\); put it there or correct 'sheet'\.\n$/],
    ["without a question", { "mine.csv": "link\n" }, /^dailyleet: \.\/mine\.csv: there is no question in it; /],
    [
      "with unknown columns",
      { "mine.csv": "a,b\nTwo Sum,1\n" },
      /: no column is known as .* found 'a', 'b'; known headings are /,
    ],
    ["that can't be read", { "mine.csv": '"' }, /^dailyleet: \.\/mine\.csv: line 1: a quotation mark is not closed; /],
  ])("%s is one sentence", async (_, files, sentence) => {
    const { code, stderr } = await homeWith({ sheet: "./mine.csv" }, files).run(["questions"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
  });
});

describe("a plan", () => {
  it("is told day by day, and today's review follows it", async () => {
    const home = await homeWithSettings(["list neetcode150"]);
    await home.out(["plan", "2099-12-31"]);
    const plan = await home.json(["plan"]);
    expect(plan).toMatchObject({ until: "2099-12-31", list: "neetcode150", left: 150, perDay: 1, behind: 0 });
    const [today] = plan.days as { new: number[]; reviews: number }[];
    expect(today).toMatchObject({ new: [1], reviews: 0 });
    expect((await home.json(["review"])).questions).toMatchObject([{ number: 1, name: "Contains Duplicate" }]);
    expect(await home.out(["review"])).toMatch(
      /\nInterview on 2099-12-31: 1 new every \d+ days, 150 left: on track\n$/,
    );
    await home.out(["mark", "1", "solved"]);
    expect((await home.json(["review"])).questions).toEqual([]);
  });

  it("that is over says so with two ways on, and today's review offers five questions again", async () => {
    const home = await homeWithSettings(["list neetcode150"]);
    plantSettings(home, { list: { value: "neetcode150" }, plan: { until: "2020-03-31", from: "2020-01-01" } });
    const ways = String.raw`over, 150 left: move to \d{4}-\d\d-\d\d, or 4 a day until \d{4}-\d\d-\d\d`;
    const { questions } = await home.json(["review"]);
    expect(questions).toHaveLength(5);
    expect(await home.out(["review"])).toMatch(new RegExp(`\nInterview on 2020-03-31: ${ways}\n$`));
    expect(await home.out(["plan"])).toMatch(new RegExp(`^NeetCode 150 until 2020-03-31: ${ways}\n$`));
  });

  it("puts nobody behind on the day on which it is chosen", async () => {
    const home = localHome();
    await home.out(["mark", "1", "solved", "--date", "-10"]);
    plantSettings(home, { plan: { until: formatDate(addDays(today, 30)) } });
    expect((await home.json(["plan"])).behind).toBeGreaterThan(0);
    const soon = formatDate(addDays(today, 20));
    expect(await home.json(["plan", soon])).toMatchObject({ until: soon, behind: 0 });
    expect((await home.json(["plan"])).behind).toBe(0);
    expect((await home.json(["config", "plan"])).value).toEqual({ until: soon, from: todayText });
  });

  it("takes a list for good with a day, else this once, and is gone after none", async () => {
    const home = localHome();
    const kept = { list: "neetcode150", until: "2098-12-31", left: 150 };
    expect(await home.json(["plan", "2098-12-31", "--list", "neetcode150"])).toMatchObject(kept);
    expect(await home.json(["plan", "--list", "all"])).toMatchObject({ list: "all" });
    expect(await home.json(["plan"])).toMatchObject(kept);
    const none = { version: 1, until: null, list: "neetcode150", left: null, perDay: null, behind: null, days: [] };
    expect(await home.json(["plan", "none"])).toEqual(none);
    const sentence = "There is no plan for this list; give a day, as in 'dailyleet plan 2027-03-31'.";
    expect(await refusal(home, ["plan"])).toEqual([2, sentence]);
  });

  it("begins again with another list", async () => {
    const home = localHome();
    await home.out(["mark", "1", "solved", "--date", "-10"]);
    plantSettings(home, { plan: { until: formatDate(addDays(today, 30)), from: "2020-01-01" } });
    await home.out(["config", "list", "all"]);
    expect((await home.json(["config", "plan"])).value).toMatchObject({ from: todayText });
  });
});

it("a list is named by a flag, else by the person, else by the site", async () => {
  const home = homeWith({ list: "neetcode150" });
  expect(await home.json(["plan", "2098-12-31"])).toMatchObject({ list: "neetcode150" });
  await home.out(["config", "list", "all"]);
  expect(await home.json(["plan"])).toMatchObject({ list: "all" });
  expect(await home.json(["plan", "--list", "dailyleet75"])).toMatchObject({ list: "dailyleet75", left: 75 });
  await home.out(["config", "list", "none"]);
  expect(await home.json(["plan"])).toMatchObject({ list: "neetcode150" });
});

it("what comes is counted for each day, today first", async () => {
  const home = localHome();
  await home.out(["mark", "1", "easy", "--date", "-60"]);
  await home.out(["mark", "2", "solution"]);
  const { days } = (await home.json(["review", "--upcoming", "3"])) as { days: { date: string; due: number }[] };
  expect(days.map(({ due }) => due)).toEqual([1, 1, 0]);
  expect(await home.out(["review", "--upcoming", "3"])).toBe(
    days.map(({ date, due }) => `${date}  ${due}${due > 0 ? "  #" : ""}\n`).join(""),
  );
});

it("a question is opened as 'mark' names it, and a source by its name", async () => {
  const home = localHome();
  expect(await home.json(["open", "two-sum", "--print"])).toEqual({
    version: 1,
    question: 1,
    name: "Two Sum",
    url: "https://leetcode.com/problems/two-sum/",
  });
  const { name, url } = DEFAULT_SOURCES[0] ?? {};
  expect(await home.json(["open", "leet", "--print"])).toEqual({ version: 1, source: 1, name, url });
  expect(await home.out(["open", "leetcode", "--print"])).toBe(`${url}\n`);
  expect(await home.json(["open", "6", "--print", "--list", "neetcode150"])).toMatchObject({ question: 6 });
});

describe("a number that is a source's and a question's", () => {
  const both = (number: number, source: string, name: string, word: string) =>
    `dailyleet: '${number}' is both the source ${source} and the question ${name}; ` +
    `use 'dailyleet open ${source.toLowerCase()}' or 'dailyleet open ${word}'.\n`;

  it.each([
    [1, "LeetCode", "Two Sum", "two-sum"],
    [5, "CodeChef", "First Missing Positive", "first-missing-positive"],
  ])("%d is wrong usage in a script, which reads both ways to say it", async (number, source, name, word) => {
    const home = localHome();
    const { code, stdout, stderr } = await home.run(["open", String(number), "--print"]);
    expect([code, stdout, stderr]).toEqual([2, "", both(number, source, name, word)]);
    for (const way of [source.toLowerCase(), word]) expect(await home.out(["open", way, "--print"])).toMatch(/^https:/);
  });

  it.each([
    ["s", "https://leetcode.com/problemset/"],
    ["Question", "https://leetcode.com/problems/two-sum/"],
  ])("is asked about on a terminal: %s", async (answer, url) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer;
    };
    const { stdout } = await runInProcess(localHome().directory, ["open", "1", "--print"], { ask });
    expect([asked, stdout]).toEqual([["Open the source LeetCode or the question Two Sum? [s/q] "], `${url}\n`]);
  });

  it("is the source's where the list has no such question, or can't be read", async () => {
    for (const sheet of ["name,link\nA,https://example.com/a\n", null]) {
      const home = homeWith({ sheet: "./mine.csv" }, sheet === null ? {} : { "mine.csv": sheet });
      expect((await home.json(["open", "2", "--print"])).source).toBe(2);
    }
  });

  it("and the beginning of several questions' names is told with the candidates", async () => {
    const { code, stderr } = await localHome().run(["open", "Binary"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^dailyleet: 'Binary' could be more than one question; .*\d+ Binary Search, /);
  });
});

it.each([
  ["2026-06-10", "12-30", "2026-12-30"],
  ["2026-06-10", "06-10", "2026-06-10"],
  ["2026-06-10", "06-09", "2027-06-09"],
  ["2026-06-10", "02-29", "2028-02-29"],
  ["2026-06-10", "tomorrow", "2026-06-11"],
  ["2026-06-10", "tuesday", "2026-06-16"],
  ["2026-06-10", "wed", "2026-06-10"],
])("on %s a plan until %s ends on %s", async (date, text, until) => {
  const home = localHome();
  const now = () => new Date(`${date}T12:00`).getTime();
  const { stdout } = await runInProcess(home.directory, ["plan", text, "--json"], { now });
  expect(JSON.parse(stdout).until).toBe(until);
  expect(JSON.parse((await runInProcess(home.directory, ["plan", "--json"], { now })).stdout).until).toBe(until);
});

it.each([
  ["64", "'64' is not a day for a plan; give one such as 12-30 or 2027-03-31, no later than 2099."],
  ["-1", "2026-06-09 is over; give a day from today on."],
  ["2100-01-01", "'2100-01-01' is not a day for a plan; give one such as 12-30 or 2027-03-31, no later than 2099."],
  ["13-40", "'13-40' is not a day for a plan; give one such as 12-30 or 2027-03-31, no later than 2099."],
])("a plan until %s is wrong usage", async (text, sentence) => {
  const now = () => new Date("2026-06-10T12:00").getTime();
  const { code, stderr } = await runInProcess(localHome().directory, ["plan", "--", text], { now });
  expect([code, stderr]).toEqual([2, `dailyleet: ${sentence}\n`]);
});
