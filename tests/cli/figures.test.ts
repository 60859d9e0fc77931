import { describe, expect, it } from "vitest";
import type { Env } from "../../packages/cli/src/context.ts";
import { capabilitiesOf } from "../../packages/cli/src/terminal/capabilities.ts";
import { contextOf, runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

const now = () => new Date(2026, 10, 22, 12).getTime();
const env = { LANG: "C.UTF-8", NO_COLOR: "1" };

describe("the year's rows", () => {
  it.each<[Env, first: string]>([
    [{}, "Sun"],
    [{ LANG: "C.UTF-8" }, "Sun"],
    [{ LANG: "POSIX" }, "Sun"],
    [{ LANG: "en_US.UTF-8" }, "Sun"],
    [{ LANG: "de_DE.UTF-8" }, "Mon"],
    [{ LANG: "en_US.UTF-8", LC_TIME: "en_GB.UTF-8" }, "Mon"],
    [{ LANG: "en_US.UTF-8", LC_TIME: "de_DE@euro", LC_ALL: "" }, "Mon"],
    [{ LC_ALL: "C", LC_TIME: "de_DE.UTF-8" }, "Sun"],
    [{ LC_ALL: "ar_EG", LANG: "de_DE.UTF-8" }, "Sat"],
    [{ LANG: "no language at all" }, "Sun"],
  ])("begin in the terminal and the picture where weeks begin: %j, %s", async (locale, first) => {
    const { stdout } = await runInProcess(tempDirectory(), ["stats", "2024"], {
      now,
      env: { NO_COLOR: "1", ...locale },
    });
    const labels = stdout
      .split("\n")
      .slice(2, 9)
      .map((row) => row.slice(0, 4).trim());
    const expected = { Sun: ",Mon,,Wed,,Fri,", Mon: "Mon,,Wed,,Fri,,", Sat: ",,Mon,,Wed,,Fri" }[first];
    expect(labels.join()).toBe(expected);
    const svg = await runInProcess(tempDirectory(), ["stats", "2024", "--svg", "-"], { now, env: locale });
    const heights = [...svg.stdout.matchAll(/y="(\d+)">(?:Mon|Wed|Fri)</g)].map(([, y]) => Number(y));
    expect(heights).toEqual(labels.flatMap((label, row) => (label ? row * 15 + 11 : [])));
  });
});

describe("stats", () => {
  it("says every figure once, in columns below the year", async () => {
    const home = tempDirectory();
    await runInProcess(home, ["tick", "all", "--date", "-1"], { now });
    await runInProcess(home, ["tick", "1,3", "--date", "-2"], { now });
    const { stdout } = await runInProcess(home, ["stats"], { now, env, columns: 80 });
    const [year, months, ...lines] = stdout.split("\n");
    expect([year, months]).toEqual(["2026", expect.stringContaining("Jan  Feb")]);
    expect(lines.slice(lines.findIndex((line) => line.endsWith("5 done")) + 1)).toEqual([
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
    expect(stdout.split("\n").slice(-12, -7)).toEqual([
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
  const scaleOf = async (color: "always" | "never") =>
    (await capabilitiesOf(contextOf("", { stdout: "", stderr: "", code: 0 }), { color })).scale;

  it("are six that differ, of the terminal's own sixteen colours", async () => {
    const scale = await scaleOf("always");
    const marks = [0, 1, 2, 3, 4, 5].map((level) => scale?.(level, "x"));
    expect(new Set(marks).size).toBe(6);
    expect(marks).not.toContain("x");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is looked for.
    for (const mark of marks) expect(mark).toMatch(/^(\u001b\[([1-9]|22|[39][0-9])m)+x/);
  });

  it("are none without colour", async () => {
    expect(await scaleOf("never")).toBeNull();
  });
});
