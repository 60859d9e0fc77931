import {
  addDays,
  type CivilDate,
  explainStrength,
  monthSum,
  SOURCE_NUMBERS,
  streakNotes,
  streakText,
  strength,
  type Ticks,
  type TicksByYear,
  totals,
  yearSummary,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isActive, practiceDays, randomHistory, randomYears, range } from "../support/randomYears.ts";

const JANUARY_3 = { year: 2026, month: 1, day: 3 };
const all = { 1: true, 2: true, 3: true, 4: true, 5: true };
const years = {
  2025: { 364: { 1: true }, 365: all } as Ticks,
  2026: { 1: { 1: true, 3: true }, 2: { 3: true, 4: false }, 60: { 5: false } } as Ticks,
};

test("a year is counted by source and by day", () => {
  expect(yearSummary(years, 2026, JANUARY_3)).toMatchObject({
    ...{ year: 2026, done: 3, activeDays: 2, fullDays: 0 },
    bySource: { 1: 1, 2: 0, 3: 2, 4: 0, 5: 0 },
    streaks: { current: { days: 4 }, best: { days: 4 } },
  });
  expect(yearSummary({}, 2026, JANUARY_3)).toMatchObject({ done: 0, activeDays: 0, fullDays: 0 });
});

test("an earlier year is summed up as of its last day", () => {
  const summary = yearSummary(years, 2025, JANUARY_3);
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

test("a streak is told with what a tick would do while today is untried", () => {
  expect(streakText(0, true)).toBe("Tick one to start a streak");
  expect(streakText(59, true)).toBe("59-day streak; tick once to keep it");
  expect(streakText(59, false)).toBe("59-day streak");
  const of = (days: number) => ({ days, first: null, last: null });
  const notes = (days: number, best: number, restKept = 0, isUntried = false) =>
    streakNotes({ current: of(days), best: of(best), restKept }, isUntried);
  expect([notes(1, 1), notes(3, 74), notes(74, 74)]).toEqual(["", "best 74", "your best"]);
  expect([7, 30, 365, 730, 150].map((days) => notes(days, 999))).toEqual(
    ["a full week", "a round number", "a full year", "2 full years", "a round number"].map(
      (text) => `best 999, ${text}`,
    ),
  );
  expect(notes(9, 12, 2)).toBe("best 12, kept by 2 rest days");
  expect(notes(9, 9, 1, true)).toBe("kept by 1 rest day");
});

test("the totals agree with counting one by one", () => {
  fc.assert(
    fc.property(randomYears, (random) =>
      Object.values(random).every((ticks) => {
        const counts = Object.values(ticks).map((day) => SOURCE_NUMBERS.filter((source) => day[source]).length);
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

describe("strength", () => {
  const MARCH_5 = { year: 2026, month: 3, day: 5 };

  test("nothing done is 0, and years of practice come near to 100 and never above", () => {
    expect(strength({}, MARCH_5)).toEqual({ score: 0, activeDays: 0, ofDays: 0 });
    const full = range(1, 365);
    const { score } = strength({ 2024: full, 2025: full, 2026: full }, MARCH_5);
    expect(score).toBeGreaterThan(99.9);
    expect(score).toBeLessThanOrEqual(100);
  });

  test("thirteen days without practice take half, and one takes about 5 %", () => {
    const years = { 2026: range(1, 40) };
    const at = (day: number) => strength(years, addDays({ year: 2026, month: 1, day: 1 }, day - 1)).score;
    const full = at(40);
    // An untried today does not count until it is over.
    expect(at(41)).toBe(full);
    expect(at(42) / full).toBeCloseTo(0.948, 3);
    expect(at(54) / full).toBeCloseTo(0.5, 10);
  });

  test("one source counts as much as five: the habit is to practise every day", () => {
    const all: Ticks = { 64: { 1: true, 2: true, 3: true, 4: true, 5: true } };
    expect(strength({ 2026: all }, MARCH_5).score).toBe(strength({ 2026: range(64) }, MARCH_5).score);
  });

  test("the reason counts the last thirty days, or those since the first tick", () => {
    const recent = strength({ 2026: { ...range(1, 50), ...range(63, 64) } }, MARCH_5);
    expect(recent).toMatchObject({ activeDays: 18, ofDays: 30 });
    expect(strength({ 2026: { ...range(60), ...range(64) } }, MARCH_5)).toMatchObject({ activeDays: 2, ofDays: 5 });
    expect(strength({ 2026: range(60) }, MARCH_5)).toMatchObject({ activeDays: 1, ofDays: 4 });
  });

  test("the reason is said in words", () => {
    expect(explainStrength(strength({ 2026: range(60, 64) }, MARCH_5))).toMatch(
      /^Strength 23 of 100: active on 5 of the last 5 days\. Each day with a tick brings it closer to 100; a missed day lowers it by 5 %\.$/,
    );
    expect(explainStrength({ score: 5.2, activeDays: 1, ofDays: 1 })).toContain(
      "Strength 5 of 100: 1 active day so far.",
    );
    expect(explainStrength(strength({}, MARCH_5))).toContain("Strength 0 of 100: no active days yet.");
  });

  test("over random years the score agrees with the formula written as a sum", () => {
    fc.assert(
      fc.property(randomHistory, ({ years, today }) => {
        const { score } = strength(years, today);
        return score >= 0 && score <= 100 && Math.abs(score - slowScore(years, today)) < 1e-9;
      }),
      { numRuns: 300 },
    );
  });
});

/** The formula as a sum: the weight today of each active day. */
function slowScore(years: TicksByYear, today: CivilDate): number {
  const days = practiceDays(years, today);
  if (!isActive(years, today)) days.pop();
  let score = 0;
  for (const [index, day] of days.entries()) {
    if (isActive(years, day)) score += (1 - 0.5 ** (1 / 13)) * 0.5 ** ((days.length - 1 - index) / 13);
  }
  return score * 100;
}

test.each([
  // Three days with ticks on the first and the third, seen on the third, on the fourth and in a later month.
  ["103", 3, "2 of 3 days · 3 ticks"],
  ["1030", 4, "2 of 3 days · 3 ticks"],
  ["1030", 40, "2 of 4 days · 3 ticks"],
  ["1000", 1, "1 of 1 day · 1 tick"],
  // Future days may have ticks. A month without ticks has no summary.
  ["0001", -20, "1 of 1 day · 1 tick"],
  ["10001", 3, "2 of 3 days · 2 ticks"],
  ["11001", 2, "3 of 3 days · 3 ticks"],
  ["0000", 4, ""],
])("a month with the days %s, of which %i have begun, is '%s'", (days, begun, text) => {
  expect(monthSum(days, begun)).toBe(text);
});
