import { describe, expect, it } from "vitest";
import { paintFor, plainPaint } from "../../packages/cli/src/terminal/style.ts";
import { toneFor } from "../../packages/cli/src/terminal/tones.ts";
import { runInProcess } from "../support/inProcess.ts";
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
      "Strength           10 of 100  2 of the last 2 days done",
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

  it("keeps label and figure apart in a year that is over", async () => {
    const { stdout } = await runInProcess(tempDirectory(), ["stats", "2024"], { now, env, columns: 80 });
    expect(stdout.split("\n").slice(2, 7)).toEqual([
      "Year-end streak     0 days",
      "Best streak         0 days",
      "Strength            0 of 100  nothing is done yet",
      "Active days         0         0 with all five",
      "Total ticks         0",
    ]);
  });

  it("explains the strength in its help", async () => {
    const { stdout } = await runInProcess(tempDirectory(), ["stats", "--help"]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("Each day with a tick brings it nearer to 100");
  });
});

describe("the tones of a year", () => {
  const paint = paintFor({ write() {}, isTerminal: () => true, columns: () => 80, rows: () => 24 }, {}, "always");

  it.each([
    ["256 colours", { TERM: "xterm-256color" }],
    ["256 colours on a light ground", { TERM: "xterm-256color", COLORFGBG: "0;15" }],
    ["16 colours", { TERM: "linux" }],
  ])("are six that differ, with %s", (_, surroundings) => {
    const tone = toneFor(paint, surroundings);
    const marks = [0, 1, 2, 3, 4, 5].map((level) => tone?.(level, "x"));
    expect(new Set(marks).size).toBe(6);
    expect(marks).not.toContain("x");
  });

  it("are none without colour", () => {
    expect(toneFor(plainPaint, { TERM: "xterm-256color" })).toBeNull();
  });
});
