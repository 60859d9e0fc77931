import {
  type CivilDate,
  epochDay,
  isLeapYear,
  parseDate,
  type Streak,
  streaks,
  type Ticks,
  type TicksByYear,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isActive, practiceDays, randomHistory } from "../support/randomYears.ts";

const on = { 1: true };
const days = (...numbers: number[]): Ticks => Object.fromEntries(numbers.map((day) => [day, on]));
const date = (year: number, month: number, day: number): CivilDate => ({ year, month, day });
const lengths = (years: TicksByYear, today: CivilDate) => {
  const { current, best } = streaks(years, today);
  return [current.days, best.days];
};

describe("streaks by example", () => {
  test("nothing done is no streak", () => {
    expect(streaks({}, date(2026, 3, 5)).current).toEqual({ days: 0, first: null, last: null });
    expect(lengths({ 2026: {} }, date(2026, 3, 5))).toEqual([0, 0]);
    expect(lengths({ 2026: { 64: { 1: false } } }, date(2026, 3, 5))).toEqual([0, 0]);
  });

  test("one source is enough, and the days must follow each other", () => {
    expect(lengths({ 2026: days(60, 62, 63, 64) }, date(2026, 3, 5))).toEqual([3, 3]);
    expect(lengths({ 2026: days(10, 11, 12, 13, 63, 64) }, date(2026, 3, 5))).toEqual([2, 4]);
  });

  test("an untried today breaks nothing yet, an untried yesterday does", () => {
    expect(lengths({ 2026: days(62, 63) }, date(2026, 3, 5))).toEqual([2, 2]);
    expect(lengths({ 2026: days(61, 62) }, date(2026, 3, 5))).toEqual([0, 2]);
  });

  test("a streak goes over the end of a year, and 31 December is part of it", () => {
    const years = { 2025: days(363, 364, 365), 2026: days(1, 2) };
    expect(lengths(years, date(2026, 1, 2))).toEqual([5, 5]);
    expect(lengths(years, date(2026, 1, 3))).toEqual([5, 5]);
    expect(lengths({ 2025: days(365) }, date(2026, 1, 1))).toEqual([1, 1]);
    expect(lengths({ 2025: days(364), 2026: days(1) }, date(2026, 1, 1))).toEqual([1, 1]);
  });

  test.each([
    ["2028-02-28", [2, 2]],
    ["2028-02-29", [3, 3]],
    ["2028-03-01", [3, 3]],
    ["2028-03-02", [4, 4]],
  ])("in a leap year 29 February and 1 March are one day of practice: as of %s", (asOf, expected) => {
    expect(lengths({ 2028: days(58, 59, 60, 61) }, parseDate(asOf, date(2028, 1, 1)))).toEqual(expected);
  });

  test("one tick on 29 February is a streak of one day, on the day, on the next and on the one after", () => {
    const years = { 2028: days(60) };
    const one = (day: CivilDate) => ({ days: 1, first: day, last: day });
    expect(streaks(years, date(2028, 2, 29)).current).toEqual(one(date(2028, 2, 29)));
    expect(streaks(years, date(2028, 3, 1)).current).toEqual(one(date(2028, 3, 1)));
    expect(streaks(years, date(2028, 3, 2)).current).toEqual(one(date(2028, 3, 1)));
    expect(streaks(years, date(2028, 3, 3)).current.days).toBe(0);
    expect(streaks(years, date(2028, 12, 31)).best).toEqual(one(date(2028, 3, 1)));
  });

  test("the pair keeps a streak alive until the end of 1 March, and its dates fit its length", () => {
    const upTo = (...numbers: number[]) => streaks({ 2028: days(...numbers) }, date(2028, 3, 1)).current;
    expect(upTo(58, 59)).toEqual({ days: 2, first: date(2028, 2, 27), last: date(2028, 2, 28) });
    expect(upTo(58, 59, 60)).toEqual({ days: 3, first: date(2028, 2, 27), last: date(2028, 2, 29) });
    const { best } = streaks({ 2028: days(60, 61, 62) }, date(2028, 4, 1));
    expect(best).toEqual({ days: 3, first: date(2028, 3, 1), last: date(2028, 3, 3) });
  });

  test("a full leap year is a streak of 365 days", () => {
    const full = days(...Array.from({ length: 365 }, (_, index) => index + 1));
    expect(streaks({ 2028: full }, date(2028, 12, 31)).best).toEqual({
      days: 365,
      first: date(2028, 1, 1),
      last: date(2028, 12, 31),
    });
  });

  test("days after today do not count yet", () => {
    expect(lengths({ 2026: days(64, 65, 66), 2027: days(1, 2) }, date(2026, 3, 5))).toEqual([1, 1]);
  });

  test("a year that no document can hold is passed over", () => {
    expect(lengths({ [-5e15]: days(1), 3: days(1), 2026: days(64) }, date(2026, 3, 5))).toEqual([1, 1]);
  });

  test("of two equal streaks the earlier is the best", () => {
    expect(streaks({ 2026: days(1, 2, 5, 6) }, date(2026, 1, 6)).best.last).toEqual(date(2026, 1, 2));
  });
});

/** The lengths of all runs. Slow and obvious. */
function slowBest(years: TicksByYear, today: CivilDate): number {
  const marks = practiceDays(years, today).map((day) => (isActive(years, day) ? "x" : " "));
  return Math.max(
    ...marks
      .join("")
      .split(" ")
      .map((run) => run.length),
  );
}

function slowCurrent(years: TicksByYear, today: CivilDate): number {
  const newestFirst = practiceDays(years, today).reverse();
  if (newestFirst[0] && !isActive(years, newestFirst[0])) newestFirst.shift();
  const end = newestFirst.findIndex((day) => !isActive(years, day));
  return end < 0 ? newestFirst.length : end;
}

/** Whether a streak is as long as the days between its dates, or one shorter because the leap day is within them. */
function hasRightEnds({ days: length, first, last }: Streak): boolean {
  if (first === null || last === null) return length === 0 && first === last;
  const leapDay = [first.year, last.year].find((year) => isLeapYear(year)) ?? 0;
  const isWithin = epochDay(first) <= epochDay(date(leapDay, 2, 29)) && epochDay(last) >= epochDay(date(leapDay, 3, 1));
  return epochDay(last) - epochDay(first) + 1 - (leapDay > 0 && isWithin ? 1 : 0) === length;
}

test("over random years, leap years and ends of years the one walk agrees with the slow ones", () => {
  let active = 0;
  let overLeapDay = 0;
  fc.assert(
    fc.property(randomHistory, ({ years, today }) => {
      const { current, best } = streaks(years, today);
      if (current.days > 0) active++;
      if (best.first && best.last && best.days !== epochDay(best.last) - epochDay(best.first) + 1) overLeapDay++;
      return (
        [current, best].every(hasRightEnds) &&
        current.days === slowCurrent(years, today) &&
        best.days === slowBest(years, today)
      );
    }),
    { numRuns: 500 },
  );
  expect(active).toBeGreaterThan(50);
  expect(overLeapDay).toBeGreaterThan(5);
});
