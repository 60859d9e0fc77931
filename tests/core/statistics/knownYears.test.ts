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

/** A store that records the last year of each list that is read. */
function storeOfYears(years: TicksByYear) {
  const asked: (number | undefined)[] = [];
  const read: ReadYears = async (wanted) => {
    asked.push(wanted.at(-1));
    return Object.fromEntries(wanted.map((year) => [year, years[year] ?? NO_TICKS]));
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

  it("are read at once, and no others are answered", async () => {
    const { asked, read } = storeOfYears(YEARS);
    expect(Object.keys(await readBack(read, 2026))).toEqual(NEEDED);
    expect(asked).toEqual([2026]);
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
        // A year without ticks leaves less than a thousandth of the earlier strength.
        expect(strength(known, today).score).toBeCloseTo(strength(since, today).score, 6);
      }),
    );
  });
});

describe("the current streak alone", () => {
  /** The streak's days, and the last year of each list that was read for them. */
  async function daysAndReads(years: TicksByYear, today: CivilDate, known: TicksByYear = {}) {
    const { asked, read } = storeOfYears(years);
    return [(await readCurrentStreak(read, today, known)).days, asked];
  }
  const lastDay = (year: number) => ({ year, month: 12, day: 31 });

  it("reads no list where it began in a year that is known", async () => {
    const known = { 2026: range(60, 64) };
    expect(await daysAndReads({ 2025: everyDay }, march5, known)).toEqual([5, []]);
    expect(await daysAndReads({ 2025: everyDay, ...known }, march5)).toEqual([5, [2026]]);
  });

  it("reads one list where it may have begun earlier: all days up to yesterday are done, or today is the first", async () => {
    const before = { 2024: everyDay, 2025: range(364, 365) };
    const known = { 2026: range(1, 63) };
    expect(await daysAndReads(before, march5, known)).toEqual([65, [2025]]);
    expect(await daysAndReads(before, { year: 2026, month: 1, day: 1 }, { 2026: NO_TICKS })).toEqual([2, [2025]]);
    const tenYears = Object.fromEntries(yearsUpTo(2026).map((year) => [year, year < 2017 ? NO_TICKS : everyDay]));
    const two = { 2025: everyDay, 2026: everyDay };
    expect(await daysAndReads(tenYears, march5, two)).toEqual([9 * 365 + 64, [2024]]);
  });

  it("ends with the first year of all, and is none in a year of which nothing can be kept", async () => {
    expect(await daysAndReads({ 1970: everyDay }, lastDay(1970))).toEqual([365, [1970]]);
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
