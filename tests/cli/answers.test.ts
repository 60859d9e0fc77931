import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, DEFAULT_SOURCES, formatDate } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import type { Context } from "../../packages/cli/src/context.ts";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today, todayNumber, todayText } from "../support/today.ts";
import { refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

describe("tick and untick", () => {
  it("say for each source the date, the new state and the state before", async () => {
    const home = localHome();
    expect(await home.out(["tick", "3", "leet"])).toBe(
      `GeeksforGeeks, ${todayText}: Done (was Untried)\nLeetCode, ${todayText}: Done (was Untried)\n`,
    );
    expect(await home.out(["tick", "3"])).toBe(`GeeksforGeeks, ${todayText}: already Done\n`);
    expect(await home.out(["untick", "3"])).toBe(`GeeksforGeeks, ${todayText}: Untried (was Done)\n`);
    expect(await home.out(["untick", "3"])).toBe(`GeeksforGeeks, ${todayText}: already Untried\n`);
  });

  it("answer exactly the documented JSON on one line", async () => {
    const home = localHome();
    await home.out(["tick", "5"]);
    expect(await home.out(["tick", "2", "5", "--json"])).toBe(
      `{"version":1,"date":"${todayText}","day":${todayNumber},"changes":[` +
        `{"source":2,"name":"Code360","done":true,"was":false},` +
        `{"source":5,"name":"CodeChef","done":true,"was":true}],"saved":"local"}\n`,
    );
    expect(await home.out(["untick", "2", "--json"])).toBe(
      `{"version":1,"date":"${todayText}","day":${todayNumber},"changes":[` +
        `{"source":2,"name":"Code360","done":false,"was":true}],"saved":"local"}\n`,
    );
  });

  it("take several sources at once, each one time, in one change that one undo takes back", async () => {
    const home = localHome();
    await home.out(["tick", "2"]);
    expect(await home.out(["tick", "1-3", "3,5"])).toBe(
      `LeetCode, ${todayText}: Done (was Untried)\nCode360, ${todayText}: already Done\n` +
        `GeeksforGeeks, ${todayText}: Done (was Untried)\nCodeChef, ${todayText}: Done (was Untried)\n`,
    );
    expect((await home.out(["undo"])).split("\n")).toHaveLength(5);
    expect(await home.json(["untick", "all"])).toEqual({
      version: 1,
      date: todayText,
      day: todayNumber,
      changes: DEFAULT_SOURCES.map(({ name }, at) => ({ source: at + 1, name, done: false, was: at === 1 })),
      saved: "local",
    });
  });

  it.each([
    ["yesterday", formatDate(addDays(today, -1))],
    ["03-05", `${todayText.slice(5) < "03-05" ? today.year - 1 : today.year}-03-05`],
    ["1970-01-01", "1970-01-01"],
  ])("take the date '%s'", async (text, date) => {
    const home = localHome();
    expect(await home.out(["tick", "1", "--date", text])).toBe(`LeetCode, ${date}: Done (was Untried)\n`);
    expect(await home.out(["tick", "1", "--date", date])).toBe(`LeetCode, ${date}: already Done\n`);
  });

  it("take away what a clock that was wrong has left on a day to come, and name the day as one", async () => {
    const directory = tempDirectory();
    const at = (year: number) => localHome({ now: () => new Date(year, 0, 5, 12).getTime() }, directory);
    await at(2029).out(["tick", "1"]);
    const home = at(2027);
    const [code, sentence] = await refusal(home, ["tick", "2", "--date", "2029-01-05"]);
    expect([code, sentence]).toEqual([2, "2029-01-05 has not come yet; give today or an earlier day."]);
    const answer = "LeetCode, 2029-01-05, in 731 days: Untried (was Done)\n";
    expect(await home.out(["untick", "1", "--date", "2029-01-05"])).toBe(answer);
  });

  it("count 29 February and 1 March as one day, and say so", async () => {
    const home = localHome();
    const stderr = "dailyleet: 29 February and 1 March share one tick.\n";
    const leapDay = "LeetCode, 2024-02-29: Done (was Untried)\n";
    expect(await home.run(["tick", "1", "--date", "2024-02-29"])).toEqual({ code: 0, stdout: leapDay, stderr });
    expect(await home.json(["today", "--date", "2024-03-01"])).toMatchObject({ date: "2024-03-01", day: 60 });
    expect(await home.json(["stats", "2024"])).toMatchObject({ done: 1, activeDays: 1 });
    const march = "LeetCode, 2024-03-01: Untried (was Done)\n";
    expect(await home.run(["untick", "1", "--date", "2024-03-01"])).toEqual({ code: 0, stdout: march, stderr });
    expect(await home.out(["tick", "1", "--date", "2025-03-01"])).toBe("LeetCode, 2025-03-01: Done (was Untried)\n");
  });

  it("ask on a terminal which of the open ones, and of yesterday's if it is empty, as one step of undo", async () => {
    const asked: string[] = [];
    const replies = ["1, inter", "3"];
    const ask = async (question: string) => replies[asked.push(question) - 1] ?? false;
    const home = localHome({ ask, now: () => new Date("2026-11-20T12:00").getTime() });
    await home.out(["tick", "2"]);
    expect(await home.out(["tick"])).toBe(
      ["GeeksforGeeks, 2026-11-19", "LeetCode, 2026-11-20", "InterviewBit, 2026-11-20"]
        .map((cell) => `${cell}: Done (was Untried)\n`)
        .join(""),
    );
    const which = "Which did you do? (numbers or names, Enter for none) ";
    expect(asked).toEqual([
      `Open today: 1 LeetCode, 3 GeeksforGeeks, 4 InterviewBit, 5 CodeChef\n${which}`,
      `Open yesterday, which has no tick: 1 LeetCode, 2 Code360, 3 GeeksforGeeks, 4 InterviewBit, 5 CodeChef\n${which}`,
    ]);
    expect(await home.run(["tick"])).toMatchObject({ code: 0, stdout: "", stderr: "dailyleet: Nothing was ticked.\n" });
    expect(asked).toHaveLength(3);
    await home.out(["undo"]);
    expect((await home.json(["export"])).years).toEqual({ 2026: { 324: { 2: true } } });
    await home.out(["tick", "all"]);
    await home.out(["tick", "1", "--date", "-1"]);
    expect(await refusal(home, ["tick"])).toEqual([2, "All five of 2026-11-20 are done; name a source."]);
  });

  it("say on a terminal how far the day is, and the streak with the best one to beat, also on New Year's Day", async () => {
    const home = tempDirectory();
    const told = async (date: string, args: readonly string[], columns?: number) => {
      const now = () => new Date(`${date}T12:00`).getTime();
      const env = { LANG: "C.UTF-8", NO_COLOR: "1" };
      return (await runInProcess(home, args, { now, env, ...(columns && { columns }) })).stdout;
    };
    for (const day of [1, 2, 3, 4, 5, 6, 7]) await told("2026-11-20", ["tick", "1", "--date", `-${day}`]);
    expect(await told("2026-11-20", ["tick", "3"], 80)).toBe(
      "GeeksforGeeks, 2026-11-20: Done (was Untried)\n1 of 5 today · 8-day streak, your best\n",
    );
    for (const [date, line, said] of [
      ["2026-11-20", "tick all", "5 of 5 today · 8-day streak, your best"],
      ["2026-11-20", "untick all", "0 of 5 today · 7-day streak; tick once to keep it"],
      ["2026-11-20", "tick 2 --date -8", "1 of 5 on 2026-11-12 · 8-day streak; tick once to keep it"],
      ["2026-11-20", "tick 1 --date 2025-12-31", "1 of 5 on 2025-12-31 · 8-day streak; tick once to keep it"],
      ["2027-01-01", "tick 1-3", "3 of 5 today · 1-day streak, best 8"],
      ["2027-01-02", "tick all", "5 of 5 today · 2-day streak, best 8"],
      ["2027-01-04", "untick 1", "0 of 5 today · Tick one to start a streak"],
    ] as const) {
      expect((await told(date, line.split(" "), 80)).trimEnd().split("\n").at(-1)).toBe(said);
    }
    expect(await told("2027-01-04", ["tick", "2"])).toBe("Code360, 2027-01-04: Done (was Untried)\n");
    expect(JSON.parse(await told("2027-01-04", ["tick", "2", "--json"], 80))).toMatchObject({ version: 1 });
  });
});

describe("today", () => {
  it("answers exactly the documented JSON", async () => {
    const home = localHome();
    await home.out(["tick", "4", "--date", "2026-03-05"]);
    const sources = DEFAULT_SOURCES.map(({ name, url }, index) => {
      return { source: index + 1, name, url, done: index === 3, closes: null, problem: null };
    });
    const document = { version: 1, date: "2026-03-05", day: 64, sources, due: 0 };
    expect(await home.out(["--date", "2026-03-05", "--json"])).toBe(`${JSON.stringify(document)}\n`);
  });

  it("shows the configured sources, also wide ones, in line", async () => {
    const home = localHome();
    const sources = ["力扣", "B", "C", "D", "E"].map((name) => ({ name, url: "https://example.com/" }));
    writeFileSync(`${home.directory}/dailyleet.json`, JSON.stringify({ sources }));
    expect(await home.out(["tick", "力"])).toContain("力扣");
    const lines = (await home.out(["today"])).split("\n");
    expect(lines.slice(3, 5)).toEqual([
      "  [x] 1  力扣  Done      . . . . . . . . . . . . . #",
      "  [ ] 2  B     Untried   . . . . . . . . . . . . . .",
    ]);
  });
});

describe("status", () => {
  it("is one line, and ends with 1 on --check while today has an untried source", async () => {
    const home = localHome();
    await home.out(["tick", "1", "2", "3"]);
    await home.out(["tick", "1", "--date", "yesterday"]);
    expect(await home.out(["status"])).toBe("3/5 - streak 2\n");
    expect(await home.out(["status"], { LC_ALL: "C.UTF-8" })).toBe("3/5 · streak 2\n");
    expect(await home.json(["status"])).toEqual({ version: 1, date: todayText, done: 3, of: 5, streak: 2 });
    expect((await home.run(["status", "--check"])).code).toBe(1);
    await home.out(["tick", "4", "5"]);
    expect((await home.run(["status", "--check"])).code).toBe(0);
  });
});

describe("config", () => {
  it("names the mode and the files", async () => {
    const home = localHome();
    expect(await home.json(["config"])).toMatchObject({
      version: 1,
      mode: "local",
      files: { database: `${home.directory}/dailyleet.db` },
    });
  });

  it("has a line for each value, whatever is in it", async () => {
    const home = localHome();
    const counter = { line: "one\nmode  cloud" };
    writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ counter }), { mode: 0o600 });
    expect(await home.out(["config"])).toMatch(/^counter +line: one mode {2}cloud \(the site's\)$/m);
  });
});

describe("open", () => {
  it.each([
    ["linux", {}, "xdg-open"],
    ["darwin", {}, "open"],
    ["win32", { SystemRoot: "D:\\WinNT" }, "D:\\WinNT\\System32\\rundll32.exe"],
    ["win32", {}, "C:\\Windows\\System32\\rundll32.exe"],
  ] as const)("on %s with %o starts %s", async (platform, env, program) => {
    const started: string[] = [];
    const start = async (...[name, args]: Parameters<Context["start"]>) => started.push(name, args.at(-1) ?? "") > 0;
    expect((await runInProcess(tempDirectory(), ["open", "geeks"], { platform, env, start })).code).toBe(0);
    expect(started).toEqual([program, DEFAULT_SOURCES[2]?.url]);
  });
});
