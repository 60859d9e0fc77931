import { heatmap, heatmapLines, PLAIN_STYLE, yearSummary, yearText } from "@dailyleet/core";
import { describe, expect, it } from "vitest";

const ticks = { 1: { 1: true }, 365: { 1: true, 2: true, 3: true, 4: true, 5: true } };

function textOf(year: number, today = { year: year + 1, month: 1, day: 1 }, firstWeekday = 0): string[] {
  const summary = yearSummary({ [year]: ticks }, year, today);
  return yearText({ map: heatmap(year, ticks, firstWeekday), summary, today }).split("\n");
}

it("draws a year of 54 weeks with all its days", () => {
  const lines = textOf(2028);
  expect(lines[0]).toBe("2028");
  // 1 January 2028 is a Saturday, 31 December 2028 a Sunday.
  expect(lines[8]).toMatch(/^ {4}▁·{52}$/);
  expect(lines[2]).toBe(`${" ".repeat(5)}${"·".repeat(52)}█`);
  expect(lines.at(-2)).toBe("6 ticks on 2 days, all five on 1; streak 1, best 1");
});

it("names Monday, Wednesday and Friday, wherever weeks begin; 2040 has 54 weeks from Monday", () => {
  const rows = textOf(2040, undefined, 1).slice(2, 9);
  expect(rows.map((row) => row.slice(0, 4).trim())).toEqual(["Mon", "", "Wed", "", "Fri", "", ""]);
  // 1 January 2040 is a Sunday, 31 December 2040 a Monday.
  expect([rows[0], rows[6]]).toEqual([`Mon  ${"·".repeat(52)}█`, `    ▁${"·".repeat(52)}`]);
});

it("leaves days to come empty until they are ticked", () => {
  const rows = textOf(2026, { year: 2026, month: 1, day: 3 }).slice(2, 9);
  expect(rows).toEqual(["", "Mon", "", "Wed", `    ▁${" ".repeat(51)}█`, "Fri ·", "    ·"]);
});

it.each([
  [{ year: 2026, month: 1, day: 1 }, 1],
  [{ year: 2026, month: 3, day: 5 }, 64],
  [{ year: 2026, month: 8, day: 20 }, 232],
  [{ year: 2026, month: 12, day: 31 }, 365],
])("breaks into bands that have every day up to %o, and none without one", (today, days) => {
  const map = heatmap(2026, {}, 0);
  for (const columns of [30, 36, 40, 50, 59, 64, 80, 200]) {
    const lines = heatmapLines(map, today, { ...PLAIN_STYLE, unicode: false, columns }).flatMap((line) =>
      line.split("\n"),
    );
    const bands: number[] = [];
    // Nine lines: the months, seven weekdays and an empty line.
    for (let line = 1; !lines[line]?.endsWith("5 done"); line += 9) {
      const band = lines.slice(line, line + 9);
      expect(Math.max(...band.map(({ length }) => length))).toBeLessThanOrEqual(columns);
      bands.push(band.join("").match(/\./g)?.length ?? 0);
    }
    expect([columns, bands.reduce((sum, count) => sum + count), bands.includes(0)]).toEqual([columns, days, false]);
  }
});

it("has a sign of its own for rest days, and says which", () => {
  const today = { year: 2026, month: 1, day: 5 };
  const years = { 2026: { 1: { 1: true }, 4: { 1: true } } };
  const summary = yearSummary(years, 2026, today, { perMonth: 2 });
  const view = { map: heatmap(2026, years[2026], 0, summary.streaks.rested), summary, today };
  const lines = yearText(view).split("\n");
  expect([lines[7], lines[8], lines[2]]).toEqual(["Fri –", "    –", "     ▁"]);
  expect(lines[10]).toBe("    0 ·▁▃▄▆█ 5 done  – rest day");
  expect(lines[11]).toBe("2 ticks on 2 days, all five on 0; streak 2, best 2");
  expect(heatmapLines(view.map, today, { ...PLAIN_STYLE, unicode: false }).join("\n")).toContain(
    "Fri -\n    -\n\n    0 .12345 5 done  - rest day",
  );
});

describe("on a terminal", () => {
  const today = { year: 2026, month: 12, day: 31 };
  const map = heatmap(2026, ticks, 0);
  const draw = (style: Partial<typeof PLAIN_STYLE>) =>
    heatmapLines(map, today, { ...PLAIN_STYLE, ...style }).join("\n");
  const tone = (level: number, mark: string) => `<${level}${mark}>`;
  const plain = (text: string) => text.replaceAll(/<\d(.)>/g, "$1");
  it("has a tone with colour for each of the levels", () => {
    const text = draw({ scale: tone });
    expect(text.split("\n")).toContain("    0 <0·><1▁><2▃><3▄><4▆><5█> 5 done");
  });

  it.each([
    ["colour", tone],
    ["no colour", null],
  ])("has room between the rows where it is high, and between the weeks where it is wide, with %s", (_, shown) => {
    const linesOn = (columns: number, rows: number) => plain(draw({ scale: shown, columns, rows })).split("\n");
    const close = linesOn(57, 29);
    expect(close).toEqual(draw({}).split("\n"));
    const high = linesOn(57, 30);
    expect(high.filter((_, index) => index < 2 || index > 14 || index % 2 === 0)).toEqual(close);
    expect(high.slice(3, 15).filter((_, index) => index % 2 === 0)).toEqual(Array(6).fill(""));
    const wide = linesOn(110, 0);
    const starts = (line = "") => [...line.matchAll(/[A-Z]/g)].map(({ index }) => index - 4);
    expect(starts(wide[1])).toEqual(starts(close[1]).map((at) => at * 2));
    expect(wide[3]).toBe(`Mon ${" "}${" ·".repeat(52)}`);
    expect(linesOn(50, 60)).toEqual(draw({ columns: 50 }).split("\n"));
  });
});
