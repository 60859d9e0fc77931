import { addDays, type CivilDate, dayOfYear, streaks, type Ticks } from "@dailyleet/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readStreakYears } from "../../packages/cli/src/years.ts";

it("reads just the years that the current streak needs", async () => {
  const lengths = fc.integer({ min: 0, max: 1_200 });
  const days = fc.integer({ min: 0, max: 1_500 }).map((offset) => addDays({ year: 2024, month: 1, day: 1 }, offset));
  await fc.assert(
    fc.asyncProperty(days, lengths, fc.boolean(), async (today, length, isTodayDone) => {
      const years: Record<number, Ticks> = {};
      for (let back = isTodayDone ? 0 : 1; back < length; back++) mark(years, addDays(today, -back));
      const read: number[] = [];
      const found = await readStreakYears(async ([year = 0]) => {
        read.push(year);
        return { [year]: years[year] ?? {} };
      }, today);
      expect(streaks(found, today).current).toEqual(streaks(years, today).current);
      // Today's year and those of the streak, and the one before that ends it.
      expect(read.length).toBeLessThanOrEqual(Math.max(1, Object.keys(years).length) + 1);
    }),
    { numRuns: 300, examples: [[{ year: 2024, month: 1, day: 1 }, 0, false]] },
  );
});

function mark(years: Record<number, Ticks>, date: CivilDate): void {
  years[date.year] = { ...years[date.year], [dayOfYear(date)]: { 1: true } };
}
