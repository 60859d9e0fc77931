import {
  type CivilDate,
  dayOfYear,
  lastDayOf,
  missingYear,
  NO_TICKS,
  readBack,
  streaks,
  strength,
  type Ticks,
  type TicksByYear,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomHistory } from "./support/randomYears.ts";

const everyDay: Ticks = Object.fromEntries(Array.from({ length: 365 }, (_, day) => [day + 1, { 1: true }]));
const later: Ticks = { 200: { 1: true } };

/** All that the figures need, as a page would read it: one year after the other. */
function readNeeded(years: TicksByYear, year: number, asOf: CivilDate): TicksByYear {
  const known: Record<number, Ticks> = { [year]: years[year] ?? NO_TICKS };
  for (let next = missingYear(known, asOf); next !== null; next = missingYear(known, asOf)) {
    known[next] = years[next] ?? NO_TICKS;
  }
  return known;
}

describe("the year that figures lack", () => {
  it("is the one before, early in the year, and where a streak may have begun in it", () => {
    expect(missingYear({ 2026: NO_TICKS }, { year: 2026, month: 1, day: 1 })).toBe(2025);
    expect(missingYear({ 2026: everyDay }, { year: 2026, month: 12, day: 31 })).toBe(2025);
    expect(missingYear({ 2025: everyDay, 2026: everyDay }, { year: 2026, month: 12, day: 31 })).toBe(2024);
  });

  it("is none later in the year, before an empty year and before the first of all", () => {
    expect(missingYear({ 2026: later }, { year: 2026, month: 11, day: 20 })).toBeNull();
    expect(missingYear({ 2025: NO_TICKS, 2026: everyDay }, { year: 2026, month: 1, day: 2 })).toBeNull();
    expect(missingYear({ 1970: everyDay }, { year: 1970, month: 1, day: 2 })).toBeNull();
  });

  it("read until there is none, gives the current streak and the strength of all years", () => {
    fc.assert(
      fc.property(randomHistory, ({ years, today }) => {
        const asOf = lastDayOf(today.year, today);
        const all: TicksByYear = { ...years, [today.year]: years[today.year] ?? NO_TICKS };
        const known = readNeeded(all, today.year, asOf);
        expect(streaks(known, asOf).current).toEqual(streaks(all, asOf).current);
        const isGap = Object.keys(known).length > 1 && known[Math.min(...Object.keys(known).map(Number))] === NO_TICKS;
        const difference = Math.abs(strength(known, asOf).score - strength(all, asOf).score);
        if (!isGap || dayOfYear(asOf) > 100) expect(difference).toBeLessThan(0.5);
      }),
    );
  });
});

it("reading back ends with the first year in which nothing was done", async () => {
  const asked: number[] = [];
  const read = async ([year = 0]: readonly number[]) => {
    asked.push(year);
    return { [year]: year === 2023 ? NO_TICKS : later };
  };
  expect(Object.keys(await readBack(read, 2026))).toEqual(["2023", "2024", "2025", "2026"]);
  expect(asked).toEqual([2026, 2025, 2024, 2023]);
});
