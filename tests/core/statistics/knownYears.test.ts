import {
  type CivilDate,
  missingYear,
  NO_TICKS,
  type ReadYears,
  readBack,
  readCurrentStreak,
  streaks,
  strength,
  type Ticks,
  type TicksByYear,
  yearsUpTo,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomHistory, randomRest, range } from "../support/randomYears.ts";

const everyDay = range(1, 365);
const later: Ticks = { 200: { 1: true } };
const march5 = { year: 2026, month: 3, day: 5 };

/** A store that reads no more years than it has to, and notes what. */
function storeOfYears(years: TicksByYear) {
  const asked: (readonly number[])[] = [];
  const read: ReadYears = async (_, least) => {
    asked.push(least);
    return Object.fromEntries(least.map((year) => [year, years[year] ?? NO_TICKS]));
  };
  return { asked, read };
}

describe("the years that a streak needs", () => {
  it("go back from the last one to the first in which nothing was done, whatever else is known", () => {
    expect(missingYear({}, 2026)).toBe(2026);
    expect(missingYear({ 2026: NO_TICKS }, 2026)).toBe(2025);
    expect(missingYear({ 2026: later }, 2026)).toBe(2025);
    expect(missingYear({ 2025: later, 2026: everyDay }, 2026)).toBe(2024);
    expect(missingYear({ 2025: NO_TICKS, 2026: everyDay }, 2026)).toBeNull();
    expect(missingYear({ 2024: later, 2026: later }, 2026)).toBe(2025);
    expect(missingYear({ 2026: everyDay }, 2024)).toBe(2024);
    expect(missingYear({ 2023: NO_TICKS, 2024: later, 2026: everyDay }, 2024)).toBeNull();
    expect(missingYear({ 1970: everyDay }, 1970)).toBeNull();
  });

  const YEARS: TicksByYear = { 2021: later, 2023: NO_TICKS, 2024: later, 2025: later, 2026: later };
  const NEEDED = ["2023", "2024", "2025", "2026"];

  it("are read at once where the store can answer that, and no others are answered", async () => {
    const asked: (readonly number[])[] = [];
    const read: ReadYears = async (years) => {
      asked.push(years);
      return Object.fromEntries(years.map((year) => [year, YEARS[year] ?? NO_TICKS]));
    };
    expect(Object.keys(await readBack(read, 2026))).toEqual(NEEDED);
    expect(asked).toEqual([yearsUpTo(2026)]);
  });

  it("are read one after the other where it cannot, and none twice", async () => {
    const { asked, read } = storeOfYears(YEARS);
    expect(Object.keys(await readBack(read, 2026))).toEqual(NEEDED);
    expect(asked).toEqual([[2026], [2025], [2024], [2023]]);
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

describe("the current streak alone", () => {
  /** The streak's days, and the years read for it, turn by turn. */
  async function daysAndReads(years: TicksByYear, today: CivilDate, known: TicksByYear = {}) {
    const { asked, read } = storeOfYears(years);
    return [(await readCurrentStreak(read, today, known)).days, asked];
  }
  const lastDay = (year: number) => ({ year, month: 12, day: 31 });

  it("reads no year before the one in which it began", async () => {
    expect(await daysAndReads({ 2025: everyDay, 2026: range(60, 64) }, march5)).toEqual([5, [[2026]]]);
  });

  it("reads on where all days up to yesterday are done, or today is the first of them", async () => {
    const before = { 2024: everyDay, 2025: range(364, 365) };
    expect(await daysAndReads({ ...before, 2026: range(1, 63) }, march5)).toEqual([65, [[2026], [2025]]]);
    expect(await daysAndReads(before, { year: 2026, month: 1, day: 1 })).toEqual([2, [[2026], [2025]]]);
  });

  it("reads the years of a long one in few turns, and none that is known", async () => {
    const tenYears = Object.fromEntries(yearsUpTo(2026).map((year) => [year, year < 2017 ? NO_TICKS : everyDay]));
    const turns = [[2023, 2024], [2019, 2020, 2021, 2022], yearsUpTo(2018).slice(-8)];
    const known = { 2025: everyDay, 2026: everyDay };
    expect(await daysAndReads(tenYears, march5, known)).toEqual([9 * 365 + 64, turns]);
  });

  it("ends with the first year of all, and is none in a year of which nothing can be kept", async () => {
    expect(await daysAndReads({ 1970: everyDay }, lastDay(1970))).toEqual([365, [[1970]]]);
    for (const year of [1969, 10_000]) expect(await daysAndReads({}, lastDay(year))).toEqual([0, []]);
  });

  it("is that of all years", async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory, randomRest, async ({ years, today }, rest) => {
        const { read } = storeOfYears(years);
        const { current } = streaks(await readBack(read, today.year), today, rest);
        expect((await readCurrentStreak(read, today, {}, rest)).days).toBe(current.days);
      }),
      { numRuns: 500 },
    );
  });
});
