import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DEFAULT_SOURCES,
  heatmap,
  type PictureTheme,
  type Source,
  type Ticks,
  yearPicture,
  yearSummary,
} from "@dailyleet/core";
import { describe, expect, it } from "vitest";

const FIVE = { 1: true, 2: true, 3: true, 4: true, 5: true };
const TODAY = { year: 2026, month: 1, day: 10 };
const TICKS: Ticks = {
  1: { 1: true },
  2: { 1: true, 2: true },
  3: { 1: true, 2: true, 3: true },
  4: { 1: true, 2: true, 3: true, 4: true },
  5: FIVE,
  9: FIVE,
};

function draw(year: number, ticks: Ticks, sources: readonly Source[] = DEFAULT_SOURCES, theme: PictureTheme = "auto") {
  const map = heatmap(year, ticks, 0);
  return yearPicture({ map, summary: yearSummary({ [year]: ticks }, year, TODAY), today: TODAY, sources }, theme);
}

function squares(svg: string, kind: string): number {
  // Cut the legend off; it follows the days.
  const [, path = ""] = new RegExp(`<path class="${kind}" d="([^"]*)"`).exec(svg.split("Less")[0] ?? "") ?? [];
  return path.split("M").length - 1;
}

function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) => text);
}

describe("the picture of a year", () => {
  it("has every day so far, a square on each for what was done, and those to come apart", () => {
    const svg = draw(2026, TICKS);
    expect(["l0", "l1", "l2", "l3", "l4", "l5", "ahead"].map((kind) => squares(svg, kind))).toEqual([
      10, 1, 1, 1, 1, 2, 355,
    ]);
    expect(squares(draw(2028, { 60: FIVE }), "l5")).toBe(2);
    const full = Object.fromEntries(Array.from({ length: 365 }, (_, index) => [index + 1, FIVE]));
    expect([squares(draw(2024, full), "l5"), squares(draw(2024, full), "ahead")]).toEqual([366, 0]);
  });

  it("has a bar across each rest day, and says what it is", () => {
    const rested = new Set([6, 7, 8]);
    const summary = yearSummary({ 2026: TICKS }, 2026, TODAY);
    const svg = yearPicture(
      { map: heatmap(2026, TICKS, 0, rested), summary, today: TODAY, sources: DEFAULT_SOURCES },
      "auto",
    );
    expect(squares(svg, "rest")).toBe(3);
    expect(textsOf(svg)).toContain("Rest day");
    expect(textsOf(draw(2026, TICKS))).not.toContain("Rest day");
  });

  it("reads without colour: the square of each level has a side of its own", () => {
    const sides = [1, 2, 3, 4, 5].map((level) => {
      return Number(new RegExp(`<path class="l${level}" d="M[\\d.]+ [\\d.]+h([\\d.]+)`).exec(draw(2026, TICKS))?.[1]);
    });
    expect(sides).toEqual([4.5, 6, 7.5, 9, 11]);
  });

  it("says year, totals, streaks, the sources with theirs, months, weekdays and the day it was drawn", () => {
    expect(textsOf(draw(2026, TICKS))).toEqual([
      ..."2026,20 ticks on 6 active days,Current streak,1 day,Best streak,5 days,All five done,2 days".split(","),
      ..."Mon,Wed,Fri,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec,Less,More".split(","),
      ..."LeetCode,6,Code360,5,GeeksforGeeks,4,InterviewBit,3,CodeChef,2,dailyleet".split(","),
      "Saturday, January 10, 2026",
    ]);
    expect(draw(2026, TICKS)).toContain(
      'aria-label="2026 on dailyleet: 20 ticks on 6 active days. Current streak 1 day, best 5 days, all five done on 2 days. LeetCode 6, Code360 5, GeeksforGeeks 4, InterviewBit 3, CodeChef 2."',
    );
  });

  it("tells an earlier year from the running one, also where nothing was ticked", () => {
    expect(textsOf(draw(2026, {})).slice(0, 4)).toEqual(["2026", "No ticks yet", "Current streak", "0 days"]);
    const earlier = textsOf(draw(2025, {}));
    expect([...earlier.slice(0, 4), earlier.at(-1)]).toEqual([
      ...["2025", "No ticks", "Year-end streak", "0 days"],
      "dailyleet",
    ]);
  });

  it("is light or dark for whoever looks at it, or for good", () => {
    const dark = "@media (prefers-color-scheme:dark)";
    expect(draw(2026, {})).toContain(dark);
    for (const theme of ["light", "dark"] as const) expect(draw(2026, {}, DEFAULT_SOURCES, theme)).not.toContain(dark);
    const tokens = readFileSync(join(import.meta.dirname, "../../../site/src/ui/tokens.css"), "utf8");
    for (const name of ["paper", "line", "ink", "ink-soft", "accent", ...[0, 1, 2, 3, 4, 5].map((n) => `level-${n}`)]) {
      const [, light = "?", night = "?"] = new RegExp(`--${name}: light-dark\\((\\S+), (\\S+)\\)`).exec(tokens) ?? [];
      expect([name, draw(2026, {}, DEFAULT_SOURCES, "light").includes(light)]).toEqual([name, true]);
      expect([name, draw(2026, {}, DEFAULT_SOURCES, "dark").includes(night)]).toEqual([name, true]);
    }
  });

  it("takes any name for what it is, text, and asks for nothing from elsewhere", () => {
    const names = ["<script>1</a>", "a\u0000\u001b[2Jb\ufffe\ud800\nc", "x\"y'&amp;", "]]>", " W".repeat(500)];
    const svg = draw(
      2026,
      TICKS,
      names.map((name) => ({ name, url: "https://example.org/" })),
    );
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining(["&lt;script&gt;1&lt;/a&gt;", "a[2Jb c", "x&quot;y&apos;&amp;amp;", "]]&gt;"]),
    );
    expect(svg).not.toMatch(/<script|href|url\(|@import|<!|\son\w+=/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(svg).not.toMatch(/[\u0000-\u0009\u000b-\u001f\ufffe\uffff]/);
    expect(svg.isWellFormed()).toBe(true);
    expect(svg.match(/https?:[^"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
  });
});
