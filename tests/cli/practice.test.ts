import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Transport } from "@dailyleet/client";
import { describe, expect, it } from "vitest";
import { createNodeNetwork } from "../../packages/cli/src/cloud/network.ts";
import { sheetOf } from "../support/sheet.ts";
import { exportIn, ownerless, timedBackups } from "./support/backups.ts";
import { startTestCloud } from "./support/cloud.ts";
import { type Home, refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";
import { homeWithSheet } from "./support/sheetHome.ts";

const NOON = new Date(2026, 10, 21, 12).getTime();
const DAY_MS = 86_400_000;
const UTF8 = { LANG: "C.UTF-8" };

/** A home whose commands run in this process, at noon on 21 November 2026 or some days later. */
const homeOn = (daysLater = 0, directory?: string): Home =>
  localHome({ now: () => NOON + daysLater * DAY_MS, env: UTF8 }, directory);

const later = ({ directory }: Home, days: number) => homeOn(days, directory);

const homeWith = (rows: readonly (readonly [name: string, link: string])[]): Home =>
  homeWithSheet(sheetOf(rows.map((row) => ["", ...row])), { now: () => NOON, env: UTF8 }).home;

function fileWith({ directory }: Home, document: object): string {
  const file = join(directory, "given.json");
  writeFileSync(file, JSON.stringify({ version: 1, years: {}, ...document }));
  return file;
}

const TWO_SUM = "leetcode.com/problems/two-sum";

const LONG_LINK = "    https://leetcode.com/problems/find-first-and-last-position-of-element-in-sorted-array/";

describe("review", () => {
  it("begins with the first new questions of the list", async () => {
    const home = homeOn();
    expect(await home.out(["review", "--limit", "2"])).toBe(
      `1  Two Sum         new
   https://leetcode.com/problems/two-sum/
2  Group Anagrams  new
   https://leetcode.com/problems/group-anagrams/

0 of 75 practised · 0 due
`,
    );
    const { questions, ...rest } = await home.json(["review"]);
    expect(rest).toEqual({ version: 1, date: "2026-11-21", due: 0 });
    expect(questions).toHaveLength(5);
  });

  it("lists what is due, the longest overdue first, with the numbers of the list", async () => {
    const home = homeOn();
    for (const [question, mark] of Object.entries({ 22: "solved", 8: "solution", 3: "easy" })) {
      await home.out(["mark", question, mark]);
    }
    const friday = later(home, 6);
    const link = "https://leetcode.com/problems/3sum/";
    expect(await friday.out(["review", "--limit", "3"])).toBe(
      ` 8  3Sum           5 days overdue
    ${link}
22  Binary Search  3 days overdue
    https://leetcode.com/problems/binary-search/
 1  Two Sum        new
    https://leetcode.com/problems/two-sum/

3 of 75 practised · 2 due
`,
    );
    const question = { number: 8, name: "3Sum", link, state: "learning", due: "2026-11-22", overdueDays: 5, marks: 1 };
    const answer = { version: 1, date: "2026-11-27", due: 2, questions: [question] };
    expect(await friday.json(["review", "--limit", "1"])).toEqual(answer);
    expect(await later(home, 1).out(["review", "--limit", "1"])).toContain("3Sum  due today\n");
  });

  it.each([
    [36, ["23  Find First and…  27 days overdue", LONG_LINK, " 1  Two Sum          new"]],
    [20, ["23  Find First and…", "    27 days overdue", LONG_LINK, " 1  Two Sum", "    new"]],
  ])("cuts names in %d columns, but not too short, and neither links nor what is due", async (columns, lines) => {
    const { directory, out } = homeOn(-30);
    await out(["mark", "23", "solved"]);
    const narrow = localHome({ columns, env: { ...UTF8, NO_COLOR: "1" }, now: () => NOON }, directory);
    expect((await narrow.out(["review", "--limit", "2"])).split("\n").slice(0, lines.length)).toEqual(lines);
  });

  it("says when nothing is due and nothing is new, and when the list is empty", async () => {
    const home = homeWith([["Only", "https://example.org/only"]]);
    await home.out(["mark", "only", "solved"]);
    expect(await home.run(["review"])).toEqual({
      code: 0,
      stdout: "1 of 1 practised · 0 due\n",
      stderr: "dailyleet: All caught up. The next question comes back on 2026-11-24 (in 3 days).\n",
    });
    expect((await home.json(["review"])).questions).toEqual([]);
    const [code, sentence] = await refusal(homeWith([]), ["review"]);
    expect([code, sentence]).toEqual([0, expect.stringContaining("The question sheet is empty")]);
  });
});

describe("mark", () => {
  it("answers with the day on which the question comes back", async () => {
    const home = homeOn();
    for (const [line, answer] of [
      ["easy", ": easy · comes back on 2026-11-29 (in 8 days)"],
      ["solution", ": solution (was easy) · comes back on 2026-11-22 (tomorrow)"],
      ["solution", ": already solution · comes back on 2026-11-22 (tomorrow)"],
      ["hint --date -20", ", 2026-11-01: hint · comes back on 2026-11-22 (tomorrow)"],
      ["none", ": mark removed (was solution) · 18 days overdue"],
      ["none --date -20", ", 2026-11-01: mark removed (was hint) · new"],
      ["none", ": no mark today · new"],
    ] as const) {
      const beside = /^(easy|solution)/.test(line) ? "LeetCode is not ticked today: dailyleet tick 1\n" : "";
      expect(await home.out(["mark", "1", ...line.split(" ")])).toBe(`Two Sum${answer}\n${beside}`);
    }
    await home.out(["tick", "1"]);
    expect(await home.out(["mark", "1", "hint"])).not.toContain("ticked");
    await home.out(["mark", "1", "none"]);
    expect(await home.json(["mark", "1", "solved"])).toEqual({
      version: 1,
      question: { name: "Two Sum", link: "https://leetcode.com/problems/two-sum/" },
      date: "2026-11-21",
      mark: "solved",
      was: "none",
      due: "2026-11-24",
      saved: "local",
    });
    expect(await home.json(["mark", "1", "none"])).toMatchObject({ mark: "none", was: "solved", due: null });
  });

  it.each([
    ["4", "easy"],
    ["Solved", "solved"],
    [" HINT ", "hint"],
    ["0", "none"],
  ])("takes the mark '%s' for %s", async (text, mark) => {
    expect(await homeOn().json(["mark", "5", text])).toMatchObject({ mark });
  });

  it("takes back a mark of a day that has not come here yet", async () => {
    const home = homeOn();
    await later(home, 1).out(["mark", "1", "solved"]);
    expect(await home.json(["mark", "1", "none", "--date", "tomorrow"])).toMatchObject({ was: "solved", mark: "none" });
  });

  it("knows rows of the same question for one, and its number for any of them", async () => {
    const home = homeWith([
      ["Two Sum", "https://leetcode.com/problems/two-sum/"],
      ["Two Sum again", "http://leetcode.com/problems/two-sum?ref=x"],
      ["No link", ""],
      ["__proto__", ""],
    ]);
    await home.out(["mark", "2", "solved"]);
    expect(await home.json(["mark", "two sum", "solved"])).toMatchObject({ was: "solved" });
    await home.out(["mark", "no l", "easy"]);
    expect((await home.json(["export"])).practice).toEqual({
      [TWO_SUM]: { "2026-11-21": 3 },
      "no link": { "2026-11-21": 4 },
    });
    expect((await home.json(["review"])).questions).toEqual([]);
    const sentence = "'__proto__' can have no marks, because its link or name is too long or not allowed.";
    expect(await refusal(home, ["mark", "4", "solved"])).toEqual([2, sentence]);
  });

  it("shows names from elsewhere without what a terminal acts on", async () => {
    const home = homeWith([
      ["Evil \u001b[31m one", "https://example.org/1"],
      ["Evil \u202e two\nthree", "https://example.org/2"],
    ]);
    expect(await home.out(["mark", "1", "solved"])).toBe(
      "Evil [31m one: solved · comes back on 2026-11-24 (in 3 days)\n",
    );
    expect((await home.run(["mark", "evil", "solved"])).stderr).toContain("1 Evil [31m one, 2 Evil  two three.\n");
    expect((await home.run(["mark", "\u001b[2J", "solved"])).stderr).toContain("'[2J' is not a question");
  });
});

describe("questions --state", () => {
  it("lists those in the state, together with words and tags", async () => {
    const home = homeOn();
    await home.out(["mark", "1", "solved"]);
    for (const date of ["2026-01-01", "2026-02-01", "2026-06-01"])
      await home.out(["mark", "8", "easy", "--date", date]);
    await home.out(["mark", "22", "solved", "--date", "-9"]);
    const names = async (...args: string[]) =>
      ((await home.json(["questions", ...args])).questions as { name: string }[]).map(({ name }) => name);
    expect(await names("--state", "learning")).toEqual(["Two Sum", "Binary Search"]);
    expect(await names("--state", "known")).toEqual(["3Sum"]);
    expect(await names("--state", "due")).toEqual(["Binary Search"]);
    expect(await names("--state", "new")).toHaveLength(72);
    expect(await names("--state", "learning", "--tag", "binary-search")).toEqual(["Binary Search"]);
    expect(await names("sum", "--state", "learning")).toEqual(["Two Sum"]);
    expect(await home.out(["questions", "--state", "due"])).toMatch(/^22 {2}Binary Search {2}/);
  });

  it.each([
    ["--state due", "No question is due."],
    ["tree --state known", "No question has all of these words and tags and is known; try fewer."],
  ])("says where there is none: %s", async (filter, sentence) => {
    expect(await refusal(homeOn(), ["questions", ...filter.split(" ")])).toEqual([0, sentence]);
  });
});

describe("today", () => {
  it("names the questions due, and only on today's picture", async () => {
    const home = homeOn();
    expect(await home.out(["today"])).not.toContain("due");
    expect((await home.json(["today"])).due).toBe(0);
    await home.out(["mark", "1", "solved"]);
    await home.out(["mark", "2", "solution"]);
    expect(await later(home, 1).out(["today"])).toMatch(/ of 5 done .*\n {2}1 question due: dailyleet review\n$/);
    const week = later(home, 7);
    expect(await week.out([])).toContain("  2 questions due: dailyleet review\n");
    expect(await week.out(["today", "--date", "yesterday"])).not.toContain("due");
    expect((await week.json(["today", "--date", "yesterday"])).due).toBe(2);
  });

  it("counts questions of the list only", async () => {
    const home = homeWith([["Two Sum", "https://leetcode.com/problems/two-sum/"]]);
    await home.out(["mark", "1", "solved"]);
    await home.run(["import", fileWith(home, { practice: { "example.org/left": { "2026-11-01": 1 } } })]);
    expect((await later(home, 7).json(["today"])).due).toBe(1);
  });

  it("is shown without a word when the list cannot be had, and downloads none", async () => {
    const home = homeOn();
    await home.out(["mark", "1", "solved"]);
    const url = "https://example.org/sheet";
    writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ sheet: url }), { mode: 0o600 });
    const week = later(home, 7);
    expect((await week.json(["today"])).due).toBe(0);
    writeFileSync(join(home.directory, "questions.json"), JSON.stringify({ url, downloaded: 0 }));
    expect((await week.json(["today"])).due).toBe(0);
  });
});

describe("undo and redo", () => {
  it("know marks, one command after the other", async () => {
    const home = homeOn();
    await home.out(["mark", "1", "solved"]);
    await home.out(["tick", "1"]);
    await home.out(["mark", "1", "hint"]);
    expect(await home.out(["undo", "--dry-run"])).toBe(
      `Would undo: mark of 2026-11-21 12:00, 1 change\nTwo Sum, 2026-11-21: solved (was hint)\n`,
    );
    expect(await home.json(["undo"])).toEqual({
      version: 1,
      changes: [{ date: "2026-11-21", question: TWO_SUM, mark: "solved", was: "hint" }],
      saved: "local",
    });
    await home.out(["undo"]);
    await home.out(["undo"]);
    expect(await home.json(["export"])).toMatchObject({ years: {}, practice: {} });
    for (const _ of [1, 2, 3]) await home.out(["redo"]);
    expect((await home.json(["export"])).practice).toEqual({ [TWO_SUM]: { "2026-11-21": 2 } });
  });

  it("give a question of a file no line of its own", async () => {
    const home = homeOn();
    const question = "a.b/c\nLeetCode, 2026-11-21: Done (was Untried)\u2028d";
    await home.run(["import", fileWith(home, { practice: { [question]: { "2026-01-01": 2 } } })]);
    for (const verb of ["undo", "redo"]) expect((await home.out([verb])).trimEnd().split("\n")).toHaveLength(2);
  });
});

describe("export and import", () => {
  const given = { practice: { "a b/c.d": { "2026-01-01": 2 }, [TWO_SUM]: { "2026-11-20": 1 } } };

  it("are each other's reverse, marks included, and an older export takes none away", async () => {
    const [home, other] = [homeOn(), homeOn()];
    await home.out(["tick", "3"]);
    await home.run(["import", fileWith(home, given)]);
    const exported = await home.out(["export"]);
    expect(JSON.parse(exported).practice).toEqual(given.practice);
    await other.run(["import", fileWith(other, JSON.parse(exported))]);
    expect(ownerless(await other.out(["export"]))).toBe(ownerless(exported));
    await other.run(["import", fileWith(other, { years: { 2025: { 1: { 1: true } } } })]);
    expect((await other.json(["export"])).practice).toEqual(given.practice);
    expect(await home.out(["export", "--csv"])).toBe("date,1,2,3,4,5\n2026-11-21,0,0,1,0,0\n");
    const file = join(home.directory, "all.json");
    expect((await home.run(["export", file])).stderr).toBe(
      `dailyleet: Saved all ticks, marks and settings to ${file}.\n`,
    );
    expect(await home.json(["export", file, "--force"])).toMatchObject({ ticks: 1, marks: 2 });
  });

  it("let the lower mark stand, list what they do, keep a copy first and are undone in one step", async () => {
    const home = homeOn();
    await home.out(["mark", "1", "solved", "--date", "-1"]);
    await home.out(["mark", "8", "solution"]);
    const before = await home.out(["export"]);
    const file = fileWith(home, {
      ...given,
      practice: { ...given.practice, "leetcode.com/problems/3sum": { "2026-11-21": 4 } },
    });
    const lower = "1 mark: of two marks on one day the lower one counts. Already here: 1 mark.";
    const list = `2026-01-01 a b/c.d: hint\n2026-11-20 Two Sum: solution (was solved)\n`;
    expect(await home.out(["import", file, "--dry-run"])).toBe(`${list}Would add 1 mark. Would lower ${lower}\n`);
    expect(await home.out(["export"])).toBe(before);
    const { stdout, stderr } = await home.run(["import", file]);
    expect(stdout).toBe(`${list}Added 1 mark. Lowered ${lower}\n`);
    const [copy = ""] = timedBackups(home.directory);
    expect(stderr).toContain(copy);
    expect(exportIn(join(home.directory, "backups", copy))).toBe(before);
    expect(await home.json(["import", file])).toMatchObject({
      practice: { here: 3, there: 3, together: 3, changes: [] },
      saved: null,
    });
    await home.out(["undo"]);
    expect(await home.out(["export"])).toBe(before);
    expect(JSON.parse((await home.run(["import", file, "--json"])).stdout)).toMatchObject({
      practice: {
        changes: [
          { question: "a b/c.d", date: "2026-01-01", mark: "hint", was: "none" },
          { question: TWO_SUM, date: "2026-11-20", mark: "solution", was: "solved" },
        ],
      },
      saved: "local",
    });
  });
});

describe("in the cloud", () => {
  it("a mark made offline waits, and the next command sends it", async () => {
    const cloud = await startTestCloud();
    const [desktop, laptop] = [cloud.computer(), cloud.computer()];
    for (const computer of [desktop, laptop]) await computer.run(["login"]);
    const answer = async (args: readonly string[]) => JSON.parse((await desktop.run([...args, "--json"])).stdout);
    expect(await answer(["mark", "1", "solved"])).toMatchObject({ was: "none", saved: "cloud" });
    await cloud.goOffline();
    expect(await answer(["mark", "2", "solution"])).toMatchObject({ was: "none", saved: "pending" });
    expect((await answer(["review", "--limit", "75"])).questions).toHaveLength(73);
    await cloud.goOnline();
    await desktop.run(["sync"]);
    const practice = async () => JSON.parse((await laptop.run(["export"])).stdout).practice;
    expect(
      Object.values(await practice())
        .flatMap((dates) => Object.values(dates as object))
        .sort(),
    ).toEqual([1, 3]);
    expect(JSON.parse((await laptop.run(["undo", "--json"])).stdout).changes).toEqual([]);
    await desktop.run(["undo"]);
    expect(Object.keys(await practice())).toEqual([TWO_SUM]);
  });

  it("ticks are shown, and marks kept, where a site's rules refuse marks; an export says what is to be done", async () => {
    const cloud = await startTestCloud();
    const computer = await cloud.signedIn();
    await computer.run(["tick", "1", "--date", "2025-01-01"]);
    const { transport } = createNodeNetwork();
    const refusing: Transport = async (request) => {
      if (!request.body?.includes("/practice/marks")) return transport(request);
      return { status: 403, headers: {}, body: '{"error":{"code":403,"status":"PERMISSION_DENIED","message":"No."}}' };
    };
    const run = async (...args: string[]) => {
      const { stderr, ...result } = await computer.run(args, { transport: refusing });
      return { ...result, notes: stderr.split("\n").filter((line) => !line.includes("_HOST is set")) };
    };
    expect(await run("today", "--json")).toMatchObject({ code: 0, notes: [""] });
    const { code, stdout, notes } = await run("export");
    expect([code, stdout, notes[0]]).toEqual([1, "", expect.stringContaining("deploy the rules of this version")]);
    expect(await run("review")).toMatchObject({ code: 1, stdout: "" });
    expect(await run("mark", "1", "solved")).toMatchObject({ code: 1 });
    const known = JSON.parse((await computer.run(["export"])).stdout);
    expect(known).toMatchObject({ years: { 2025: { 1: { 1: true } } } });
  });
});
