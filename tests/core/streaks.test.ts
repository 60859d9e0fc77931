import {
  addDays,
  type CivilDate,
  epochDay,
  fromEpochDay,
  streaks,
  type Ticks,
  type TicksByYear,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isActive, randomHistory } from "./support/randomYears.ts";

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

  test("in a leap year the key of 1 March stands for two days", () => {
    const years = { 2028: days(58, 59, 60, 61) };
    expect(lengths(years, date(2028, 2, 28))).toEqual([2, 2]);
    expect(lengths(years, date(2028, 2, 29))).toEqual([3, 3]);
    expect(lengths(years, date(2028, 3, 1))).toEqual([4, 4]);
    expect(lengths(years, date(2028, 3, 2))).toEqual([5, 5]);
    expect(lengths({ 2026: days(58, 59, 60, 61) }, date(2026, 3, 2))).toEqual([4, 4]);
  });

  test("a full leap year is a streak of 366 days", () => {
    const full = days(...Array.from({ length: 365 }, (_, index) => index + 1));
    expect(streaks({ 2028: full }, date(2028, 12, 31)).best).toEqual({
      days: 366,
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

/** For each day as a start: how far one can walk. Slow and obvious. */
function slowBest(years: TicksByYear, today: CivilDate): number {
  let best = 0;
  for (
    let start = epochDay(date(Math.min(...Object.keys(years).map(Number)), 1, 1));
    start <= epochDay(today);
    start++
  ) {
    let length = 0;
    while (start + length <= epochDay(today) && isActive(years, fromEpochDay(start + length))) length++;
    best = Math.max(best, length);
    start += length;
  }
  return best;
}

function slowCurrent(years: TicksByYear, today: CivilDate): number {
  const start = isActive(years, today) ? 0 : 1;
  let length = 0;
  while (isActive(years, addDays(today, -(start + length)))) length++;
  return length;
}

test("over random years, leap years and ends of years the one walk agrees with the slow ones", () => {
  let active = 0;
  fc.assert(
    fc.property(randomHistory, ({ years, today }) => {
      const { current, best } = streaks(years, today);
      if (current.days > 0) active++;
      const hasRightEnds = [current, best].every(
        ({ days: length, first, last }) =>
          (length === 0 && first === null && last === null) ||
          (first !== null && last !== null && epochDay(last) - epochDay(first) === length - 1),
      );
      return hasRightEnds && current.days === slowCurrent(years, today) && best.days === slowBest(years, today);
    }),
    { numRuns: 300 },
  );
  expect(active).toBeGreaterThan(50);
});
