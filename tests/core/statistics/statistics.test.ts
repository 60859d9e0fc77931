import { SOURCE_NUMBERS, streakText, type Ticks, totals, yearSummary } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomYears } from "../support/randomYears.ts";

const all = { 1: true, 2: true, 3: true, 4: true, 5: true };
const years = {
  2025: { 364: { 1: true }, 365: all } as Ticks,
  2026: { 1: { 1: true, 3: true }, 2: { 3: true, 4: false }, 60: { 5: false } } as Ticks,
};

test("a year is counted by source and by day", () => {
  const summary = yearSummary(years, 2026, { year: 2026, month: 1, day: 3 });
  expect(summary).toMatchObject({
    year: 2026,
    done: 3,
    bySource: { 1: 1, 2: 0, 3: 2, 4: 0, 5: 0 },
    activeDays: 2,
    fullDays: 0,
    streaks: { current: { days: 4 }, best: { days: 4 } },
  });
});

test("an earlier year is summed up as of its last day", () => {
  const summary = yearSummary(years, 2025, { year: 2026, month: 1, day: 3 });
  expect(summary).toMatchObject({ done: 6, activeDays: 2, fullDays: 1, streaks: { current: { days: 2 } } });
  expect(summary.strength).toEqual(yearSummary(years, 2025, { year: 2025, month: 12, day: 31 }).strength);
});

test("an untried last day ends the streak of a year that is over, and counts as a miss", () => {
  const untriedEnd = { 2025: { 363: { 1: true }, 364: { 1: true } } as Ticks };
  const onTheDay = yearSummary(untriedEnd, 2025, { year: 2025, month: 12, day: 31 });
  expect(onTheDay).toMatchObject({ streaks: { current: { days: 2 } }, strength: { activeDays: 2, ofDays: 2 } });
  const afterwards = yearSummary(untriedEnd, 2025, { year: 2026, month: 1, day: 1 });
  expect(afterwards).toMatchObject({
    streaks: { current: { days: 0, last: null }, best: { days: 2 } },
    strength: { activeDays: 2, ofDays: 3 },
  });
  expect(afterwards.strength.score).toBeLessThan(onTheDay.strength.score);
});

test("a year of which nothing is known is empty", () => {
  expect(yearSummary({}, 2026, { year: 2026, month: 1, day: 3 })).toMatchObject({
    done: 0,
    activeDays: 0,
    fullDays: 0,
  });
});

test("a streak is told with what a tick would do while today is untried", () => {
  expect(streakText(0, true)).toBe("Tick one to start a streak");
  expect(streakText(59, true)).toBe("59-day streak; tick once to keep it");
  expect(streakText(59, false)).toBe("59-day streak");
});

test("the totals agree with counting one by one", () => {
  fc.assert(
    fc.property(randomYears, (random) =>
      Object.values(random).every((ticks) => {
        const counts = Array.from({ length: 365 }, (_, index) => ticks[index + 1] ?? {}).map(
          (day) => SOURCE_NUMBERS.filter((source) => day[source]).length,
        );
        const { done, bySource, activeDays, fullDays } = totals(ticks);
        const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
        return (
          done === sum(counts) &&
          done === sum(Object.values(bySource)) &&
          activeDays === counts.filter((count) => count >= 1).length &&
          fullDays === counts.filter((count) => count === 5).length
        );
      }),
    ),
  );
});
