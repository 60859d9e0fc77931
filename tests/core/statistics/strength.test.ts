import { addDays, type CivilDate, explainStrength, type Ticks, type TicksByYear } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { strength } from "../../../packages/core/src/statistics/statistics.ts";
import { isActive, practiceDays, randomHistory } from "../support/randomYears.ts";

const MARCH_5: CivilDate = { year: 2026, month: 3, day: 5 };
const on = { 2: true };
const range = (first: number, last: number): Ticks =>
  Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [first + index, on]));

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
  // The day in question is over only on the next day, while it is untried.
  expect(at(41)).toBe(full);
  expect(at(42) / full).toBeCloseTo(0.948, 3);
  expect(at(54) / full).toBeCloseTo(0.5, 10);
});

test("one source counts as much as five: the habit is to practise every day", () => {
  const all: Ticks = { 64: { 1: true, 2: true, 3: true, 4: true, 5: true } };
  expect(strength({ 2026: all }, MARCH_5).score).toBe(strength({ 2026: { 64: on } }, MARCH_5).score);
});

test("the reason counts the last thirty days, or those since the first tick", () => {
  expect(strength({ 2026: { ...range(1, 50), ...range(63, 64) } }, MARCH_5)).toMatchObject({
    activeDays: 18,
    ofDays: 30,
  });
  expect(strength({ 2026: { 60: on, 64: on } }, MARCH_5)).toMatchObject({ activeDays: 2, ofDays: 5 });
  expect(strength({ 2026: { 60: on } }, MARCH_5)).toMatchObject({ activeDays: 1, ofDays: 4 });
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

/** The formula written as a sum: what each active day still weighs today. */
function slowScore(years: TicksByYear, today: CivilDate): number {
  const days = practiceDays(years, today);
  if (!isActive(years, today)) days.pop();
  let score = 0;
  for (const [index, day] of days.entries()) {
    if (isActive(years, day)) score += (1 - 0.5 ** (1 / 13)) * 0.5 ** ((days.length - 1 - index) / 13);
  }
  return score * 100;
}

test("over random years the score agrees with the formula written as a sum", () => {
  fc.assert(
    fc.property(randomHistory, ({ years, today }) => {
      const { score } = strength(years, today);
      return score >= 0 && score <= 100 && Math.abs(score - slowScore(years, today)) < 1e-9;
    }),
    { numRuns: 300 },
  );
});
