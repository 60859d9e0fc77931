import { dayOfYear, NO_TICKS, readBack, readCurrentStreak, streaks, type Ticks } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomHistory, randomRest } from "../support/randomYears.ts";
import { storeOfYears } from "../support/storeOfYears.ts";

const everyDay = daysFrom(1, 365);
const march5 = { year: 2026, month: 3, day: 5 };
const newYear = { year: 2026, month: 1, day: 1 };

function daysFrom(first: number, last: number): Ticks {
  return Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [first + index, { 1: true }]));
}

describe("the current streak", () => {
  it("reads no year before the one in which it began", async () => {
    const { asked, read } = storeOfYears({ 2025: everyDay, 2026: daysFrom(60, 64) });
    expect((await readCurrentStreak(read, march5)).days).toBe(5);
    expect(asked).toEqual([2026]);
  });

  it("reads on where all days up to yesterday are done, or today is the first of them", async () => {
    for (const [today, ticks] of [
      [march5, daysFrom(1, dayOfYear(march5) - 1)],
      [newYear, NO_TICKS],
    ] as const) {
      const { asked, read } = storeOfYears({ 2024: everyDay, 2025: daysFrom(364, 365), 2026: ticks });
      expect((await readCurrentStreak(read, today)).days).toBe(dayOfYear(today) - 1 + 2);
      expect(asked).toEqual([2026, 2025]);
    }
  });

  it("reads the years of a long one in few turns, and none that is known", async () => {
    const years = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [2017 + index, everyDay]));
    const { asked, read } = storeOfYears(years);
    const turns: number[] = [];
    const counting: typeof read = (all, least) => {
      turns.push(least?.length ?? 0);
      return read(all, least);
    };
    const known = { 2025: everyDay, 2026: everyDay };
    expect((await readCurrentStreak(counting, march5, known)).days).toBe(9 * 365 + 64);
    expect(turns).toEqual([2, 4, 8]);
    expect(Math.max(...asked)).toBe(2024);
  });

  it("ends with the first year of all", async () => {
    const { read } = storeOfYears({ 1970: everyDay });
    expect((await readCurrentStreak(read, { year: 1970, month: 12, day: 31 })).days).toBe(365);
  });

  it.each([1969, 10_000])("is none in %d, of which nothing can be kept", async (year) => {
    const { asked, read } = storeOfYears({});
    expect((await readCurrentStreak(read, { year, month: 12, day: 31 })).days).toBe(0);
    expect(asked).toEqual([]);
  });

  it("is that of all years", async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory, randomRest, async ({ years, today }, rest) => {
        const { read } = storeOfYears(years);
        const all = await readBack(read, today.year);
        const { current } = streaks(all, today, rest);
        expect((await readCurrentStreak(read, today, {}, rest)).days).toBe(current.days);
      }),
      { numRuns: 500 },
    );
  });
});
