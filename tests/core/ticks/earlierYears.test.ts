import {
  missingYear,
  NO_TICKS,
  type ReadYears,
  readBack,
  streaks,
  type Ticks,
  type TicksByYear,
  yearsUpTo,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { strength } from "../../../packages/core/src/statistics/statistics.ts";
import { randomHistory } from "../support/randomYears.ts";
import { storeOfYears } from "../support/storeOfYears.ts";

const everyDay: Ticks = Object.fromEntries(Array.from({ length: 365 }, (_, day) => [day + 1, { 1: true }]));
const later: Ticks = { 200: { 1: true } };

describe("the years that a streak needs", () => {
  it("go back from the last one to the first in which nothing was done", () => {
    expect(missingYear({}, 2026)).toBe(2026);
    expect(missingYear({ 2026: NO_TICKS }, 2026)).toBe(2025);
    expect(missingYear({ 2026: later }, 2026)).toBe(2025);
    expect(missingYear({ 2025: later, 2026: everyDay }, 2026)).toBe(2024);
    expect(missingYear({ 2025: NO_TICKS, 2026: everyDay }, 2026)).toBeNull();
    expect(missingYear({ 2024: later, 2026: later }, 2026)).toBe(2025);
  });

  it("are counted from the last one, whatever else is known", () => {
    expect(missingYear({ 2026: everyDay }, 2024)).toBe(2024);
    expect(missingYear({ 2023: NO_TICKS, 2024: later, 2026: everyDay }, 2024)).toBeNull();
  });

  it("end with the first year of all", () => {
    expect(missingYear({ 1970: everyDay }, 1970)).toBeNull();
  });

  const YEARS: TicksByYear = { 2021: later, 2023: NO_TICKS, 2024: later, 2025: later, 2026: later };

  it("are read at once where the store can answer that, and no others are answered", async () => {
    const asked: (readonly number[])[] = [];
    const read: ReadYears = async (years) => {
      asked.push(years);
      return Object.fromEntries(years.map((year) => [year, YEARS[year] ?? NO_TICKS]));
    };
    expect(Object.keys(await readBack(read, 2026))).toEqual(["2023", "2024", "2025", "2026"]);
    expect(asked).toEqual([yearsUpTo(2026)]);
  });

  it("are read one after the other where it cannot, and none twice", async () => {
    const { asked, read } = storeOfYears(YEARS);
    expect(Object.keys(await readBack(read, 2026))).toEqual(["2023", "2024", "2025", "2026"]);
    expect(asked).toEqual([2026, 2025, 2024, 2023]);
  });

  it("give the current streak of all years, and the best streak of those since the last empty one", async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory, async ({ years, today }) => {
        const known = await readBack(storeOfYears(years).read, today.year);
        const all: TicksByYear = { ...years, [today.year]: years[today.year] ?? NO_TICKS };
        expect(streaks(known, today).current).toEqual(streaks(all, today).current);
        const first = Math.min(...Object.keys(known).map(Number));
        const since = Object.fromEntries(Object.entries(all).filter(([year]) => Number(year) >= first));
        expect(streaks(known, today).best).toEqual(streaks(since, today).best);
        // A year with nothing done leaves less than a thousandth of a strength before it.
        expect(strength(known, today).score).toBeCloseTo(strength(since, today).score, 6);
      }),
    );
  });
});
