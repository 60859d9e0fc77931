import { describe, expect, it } from "vitest";
import type { Env } from "../../packages/cli/src/context.ts";
import { colorCapabilitiesOf } from "../../packages/cli/src/terminal/capabilities.ts";
import { contextOf, runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

const now = () => new Date(2026, 10, 22, 12).getTime();
const env = { LANG: "C.UTF-8", NO_COLOR: "1" };

describe("stats", () => {
  it("says every figure once, in columns", async () => {
    const home = tempDirectory();
    await runInProcess(home, ["tick", "all", "--date", "-1"], { now });
    await runInProcess(home, ["tick", "1,3", "--date", "-2"], { now });
    const { stdout } = await runInProcess(home, ["stats"], { now, env, columns: 80 });
    expect(stdout.split("\n")).toEqual([
      "2026",
      "",
      "Current streak      2 days    2026-11-20 to 2026-11-21",
      "Best streak         2 days    2026-11-20 to 2026-11-21",
      "Strength           10 of 100  active on 2 of the last 2 days",
      "Active days         2         1 with all five",
      "Total ticks         7",
      "",
      `1  LeetCode         2  ${"■".repeat(30)}`,
      `2  Code360          1  ${"■".repeat(15)}`,
      `3  GeeksforGeeks    2  ${"■".repeat(30)}`,
      `4  InterviewBit     1  ${"■".repeat(15)}`,
      `5  CodeChef         1  ${"■".repeat(15)}`,
      "",
    ]);
  });

  it("says one day of one, and keeps label and figure apart in a year that is over", async () => {
    const home = tempDirectory();
    await runInProcess(home, ["tick", "1"], { now });
    const one = await runInProcess(home, ["stats"], { now });
    expect(one.stdout).toContain("Current streak      1 day     2026-11-22\n");
    const { stdout } = await runInProcess(tempDirectory(), ["stats", "2024"], { now, env, columns: 80 });
    expect(stdout.split("\n").slice(2, 7)).toEqual([
      "Year-end streak     0 days",
      "Best streak         0 days",
      "Strength            0 of 100  no active days yet",
      "Active days         0         0 with all five",
      "Total ticks         0",
    ]);
  });

  it("explains the strength in its help", async () => {
    const { stdout } = await runInProcess(tempDirectory(), ["stats", "--help"]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("Each day with a tick brings it closer to 100");
  });
});

describe("the tones of a year", () => {
  const output = { write() {}, isTerminal: () => true, columns: () => 80, rows: () => 24 };
  const TERM = "xterm-256color";
  /** The mark of a full day on a terminal that replies this. */
  const fullDay = async (env: Env, reply: string, stdout = output) => {
    const told = { stdout: "", stderr: "", code: 0 };
    const asked: string[] = [];
    const queryTerminal = async (query: string) => {
      asked.push(query);
      return reply;
    };
    const context = { ...contextOf("", told, { env }), stdout, queryTerminal };
    const { scale } = await colorCapabilitiesOf(context, { color: "always" });
    return { scale, asked, mark: scale?.(5, "x") };
  };
  const [ON_DARK, ON_LIGHT] = [46, 22].map((color) => `\u001b[38;5;${color}mx\u001b[39m`);

  it.each([
    ["256 colours", { TERM }],
    ["256 colours on a light ground", { TERM, COLORFGBG: "0;15" }],
    ["16 colours", { TERM: "linux" }],
  ])("are six that differ, with %s", async (_, environment) => {
    const { scale } = await fullDay(environment, "");
    const marks = [0, 1, 2, 3, 4, 5].map((level) => scale?.(level, "x"));
    expect(new Set(marks).size).toBe(6);
    expect(marks).not.toContain("x");
  });

  it.each([
    ["white", "\u001b]11;rgb:ffff/ffff/ffff\u001b\\\u001b[?62;22c", ON_LIGHT],
    ["a light yellow", "\u001b]11;rgb:fd/f6/e3\u0007\u001b[?6c", ON_LIGHT],
    ["half transparent white", "\u001b]11;rgba:ffff/ffff/ffff/8000\u001b\\", ON_LIGHT],
    ["black", "\u001b]11;rgb:0000/0000/0000\u001b\\\u001b[?6c", ON_DARK],
    ["a dark blue", "\u001b]11;rgb:00/2b/36\u001b\\", ON_DARK],
    ["nothing", "\u001b[?6c", ON_DARK],
  ])("are right for the background of a terminal that says %s", async (_, reply, mark) => {
    expect(await fullDay({ TERM }, reply)).toMatchObject({ asked: ["\u001b]11;?\u001b\\"], mark });
  });

  it("ask no terminal that is dumb or has said it, and nothing that is no terminal", async () => {
    const white = "\u001b]11;rgb:ffff/ffff/ffff\u001b\\";
    expect(await fullDay({ TERM, COLORFGBG: "15;0" }, white)).toMatchObject({ asked: [], mark: ON_DARK });
    expect(await fullDay({ TERM, COLORFGBG: "0;15" }, "")).toMatchObject({ asked: [], mark: ON_LIGHT });
    expect(await fullDay({ TERM: "dumb", COLORTERM: "truecolor" }, white)).toMatchObject({ asked: [], mark: ON_DARK });
    const pipe = { ...output, isTerminal: () => false };
    expect(await fullDay({ TERM }, white, pipe)).toMatchObject({ asked: [], mark: ON_DARK });
  });

  it("are none without colour", async () => {
    const told = { stdout: "", stderr: "", code: 0 };
    const context = contextOf("", told, { env: { TERM } });
    expect((await colorCapabilitiesOf(context, { color: "never" })).scale).toBeNull();
  });
});
