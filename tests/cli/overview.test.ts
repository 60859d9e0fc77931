import { addDays, type CivilDate, formatDate } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { NOTHING_THERE } from "./support/home.ts";

const SUNDAY: CivilDate = { year: 2026, month: 11, day: 22 };

/** A home with ticks: days ago → the sources that are ticked. */
async function homeWith(today: CivilDate, days: Readonly<Record<number, string>>): Promise<string> {
  const home = tempDirectory();
  for (const [ago, sources] of Object.entries(days)) {
    const date = formatDate(addDays(today, -Number(ago)));
    await runInProcess(home, ["tick", sources, "--date", date], { now: at(today) });
  }
  return home;
}

const at = (date: CivilDate) => () => new Date(date.year, date.month - 1, date.day, 12).getTime();

async function show(
  home: string,
  today: CivilDate,
  columns?: number,
  env: NodeJS.ProcessEnv = { LANG: "C.UTF-8", NO_COLOR: "1" },
) {
  const given = { now: at(today), env, ...(columns && { columns }) };
  const { code, stdout, stderr } = await runInProcess(home, ["today"], given);
  expect((await runInProcess(home, [], given)).stdout).toBe(stdout);
  expect([code, stderr.replace(NOTHING_THERE, "")]).toEqual([0, ""]);
  return stdout.split("\n");
}

describe("today, and dailyleet alone", () => {
  it("shows today, each source's last fourteen days with today last, and the streak", async () => {
    const home = await homeWith(SUNDAY, { 0: "3", 1: "1-3", 2: "3", 13: "5", 14: "all" });
    expect(await show(home, SUNDAY)).toEqual([
      "Sunday, November 22, 2026",
      "",
      "                                M T W T F S S M T W T F S S",
      "  · 1  LeetCode       Untried   · · · · · · · · · · · · ■ ·",
      "  · 2  Code360        Untried   · · · · · · · · · · · · ■ ·",
      "  ✓ 3  GeeksforGeeks  Done      · · · · · · · · · · · ■ ■ ■",
      "  · 4  InterviewBit   Untried   · · · · · · · · · · · · · ·",
      "  · 5  CodeChef       Untried   ■ · · · · · · · · · · · · ·",
      "",
      "  ■□□□□ 1 of 5 done · 3-day streak",
      "",
    ]);
  });

  it("reads in ASCII, and stands closer or below where there is less room", async () => {
    const home = await homeWith(SUNDAY, { 0: "3", 1: "1" });
    const ascii = { LANG: "C", NO_COLOR: "1" };
    const shown = await show(home, SUNDAY, 80, ascii);
    // The fonts of the Linux console lack the other block characters.
    expect(await show(home, SUNDAY, 80, { ...ascii, LANG: "C.UTF-8", TERM: "linux" })).toEqual(shown);
    expect(shown.slice(2, 6)).toEqual([
      "                                  M T W T F S S M T W T F S S",
      "  [ ] 1  LeetCode       Untried   . . . . . . . . . . . . # .",
      "  [ ] 2  Code360        Untried   . . . . . . . . . . . . . .",
      "  [x] 3  GeeksforGeeks  Done      . . . . . . . . . . . . . #",
    ]);
    expect((await show(home, SUNDAY, 50))[3]).toBe("  · 1  LeetCode       Untried   ············■·");
    expect((await show(home, SUNDAY, 36)).slice(7, 11)).toEqual([
      "",
      "     MTWTFSSMTWTFSS",
      "  1  ············■·",
      "  2  ··············",
    ]);
  });

  it("says what a tick would do where there is none today", async () => {
    expect(await show(tempDirectory(), SUNDAY)).toContain("  □□□□□ 0 of 5 done · Tick one to start a streak");
    const home = await homeWith(SUNDAY, { 1: "1", 2: "1" });
    expect(await show(home, SUNDAY)).toContain("  □□□□□ 0 of 5 done · 2-day streak; tick once to keep it");
  });

  it("shows another day, the two weeks up to it, and the streak of now", async () => {
    const home = await homeWith(SUNDAY, { 0: "3", 1: "1-3", 2: "3", 14: "5" });
    const given = { now: at(SUNDAY), env: { LANG: "C.UTF-8", NO_COLOR: "1" } };
    const { stdout } = await runInProcess(home, ["--date", "yesterday"], given);
    expect(stdout).toBe((await runInProcess(home, ["today", "--date", "2026-11-21"], given)).stdout);
    expect(stdout.split("\n")).toEqual([
      "Saturday, November 21, 2026",
      "",
      "                                S M T W T F S S M T W T F S",
      "  ✓ 1  LeetCode       Done      · · · · · · · · · · · · · ■",
      "  ✓ 2  Code360        Done      · · · · · · · · · · · · · ■",
      "  ✓ 3  GeeksforGeeks  Done      · · · · · · · · · · · · ■ ■",
      "  · 4  InterviewBit   Untried   · · · · · · · · · · · · · ·",
      "  · 5  CodeChef       Untried   ■ · · · · · · · · · · · · ·",
      "",
      "  ■■■□□ 3 of 5 done · 3-day streak",
      "",
    ]);
  });

  it("counts a streak over the ends of years, as far back as it goes", async () => {
    const home = tempDirectory();
    const today = { year: 2027, month: 1, day: 3 };
    const years = { 2024: daysOf(360, 365), 2025: daysOf(1, 365), 2026: daysOf(1, 365), 2027: daysOf(1, 3) };
    const given = { readStdin: () => Buffer.from(JSON.stringify({ version: 1, years })), now: at(today) };
    expect((await runInProcess(home, ["import", "-"], given)).code).toBe(0);
    expect(await show(home, today)).toContain("  ■□□□□ 1 of 5 done · 739-day streak");
  });

  it("says that nothing is kept of 1969, as a clock at the epoch may say in the west", async () => {
    const given = { now: at({ year: 1969, month: 12, day: 31 }) };
    const alone = await runInProcess(tempDirectory(), [], given);
    expect(alone.stderr).toBe("dailyleet: The year 1969 is too early; give one from 1970 on.\n");
    expect(alone).toEqual(await runInProcess(tempDirectory(), ["today"], given));
  });
});

function daysOf(first: number, last: number): Record<string, object> {
  const days = Array.from({ length: last - first + 1 }, (_, index) => [String(first + index), { 1: true }]);
  return Object.fromEntries(days);
}
