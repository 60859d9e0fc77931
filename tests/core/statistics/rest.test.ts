import {
  addDays,
  applyChange,
  type CivilDate,
  dayOfYear,
  doneCells,
  epochDay,
  formatDate,
  isLeapYear,
  NO_TICKS,
  parseDate,
  type Rest,
  restText,
  streaks,
  type Ticks,
  type TicksByYear,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isActive, practiceDays, randomHistory, randomRest } from "../support/randomYears.ts";

const TODAY: CivilDate = { year: 2026, month: 11, day: 23 };

/** Ticks on these days of November 2026, which begins on a Sunday. */
const november = (...days: number[]): TicksByYear => ({
  2026: Object.fromEntries(days.map((day) => [dayOfYear({ month: 11, day }), { 1: true }])),
});
const current = (years: TicksByYear, rest: Rest, today = TODAY) => {
  const { current, rested, restUsed } = streaks(years, today, rest);
  return [current.days, restUsed, [...rested].map((day) => day - dayOfYear({ month: 10, day: 31 }))];
};

describe("a rest day neither ends a streak nor makes it longer", () => {
  test("by its weekday", () => {
    const years = november(6, 7, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21);
    expect(current(years, { weekdays: ["sun"] })).toEqual([14, 0, [8, 15, 22]]);
    expect(current(years, {})).toEqual([0, 0, []]);
    expect(streaks(years, TODAY, { weekdays: ["sun"] }).current).toMatchObject({
      first: { year: 2026, month: 11, day: 6 },
      last: { year: 2026, month: 11, day: 21 },
    });
  });

  test("by the days of its month, the first ones missed", () => {
    expect(current(november(15, 16, 18, 19, 20, 22), { perMonth: 2 })).toEqual([6, 2, [17, 21]]);
    expect(current(november(15, 16, 18, 20, 22), { perMonth: 2 })).toEqual([1, 2, [17, 19]]);
    expect(current(november(15, 16, 18, 20, 22), { perMonth: 2, weekdays: ["tue"] })).toEqual([5, 2, [17, 19, 21]]);
  });

  test("each month has its own", () => {
    const end = november(-1, 0, 2, 3);
    expect(current(end, { perMonth: 1 }, { year: 2026, month: 11, day: 4 })).toEqual([4, 1, [1]]);
    expect(restText({ perMonth: 2 }, 1, TODAY)).toBe("1 of 2 rest days used in November");
    expect(restText({ weekdays: ["sun"] }, 0, TODAY)).toBe("");
  });

  test("today is none before it is over", () => {
    expect(current(november(21, 22), { perMonth: 1 })).toEqual([2, 0, []]);
    expect(streaks(november(22), TODAY, { perMonth: 1 }, true)).toMatchObject({ current: { days: 1 }, restUsed: 1 });
  });

  test("none is used before the first tick, nor after a month without any", () => {
    expect(current(november(10, 12), { perMonth: 2 }, { year: 2026, month: 11, day: 12 })).toEqual([2, 1, [11]]);
    const before = november(-40, 10, 12);
    expect(current(before, { perMonth: 2 }, { year: 2026, month: 11, day: 12 }).slice(0, 2)).toEqual([2, 1]);
  });

  test("over New Year, and on the leap day", () => {
    const years = { 2027: { 364: { 1: true } }, 2028: { 2: { 1: true } } };
    expect(streaks(years, { year: 2028, month: 1, day: 2 }, { perMonth: 1 }).current.days).toBe(2);
    const leap: TicksByYear = { 2028: { 59: { 1: true }, 61: { 1: true } } };
    expect(streaks(leap, parseDate("2028-03-02", TODAY), { perMonth: 1 })).toMatchObject({
      current: { days: 2 },
      restUsed: 1,
    });
  });
});

/** The same by looking at one day after the other, with lists of dates. Slow and obvious. */
function slowCurrent(years: TicksByYear, today: CivilDate, { weekdays = [], perMonth = 0 }: Rest): number {
  const days = practiceDays(years, today).map((date) => {
    return date.month === 2 && date.day === 29 ? addDays(date, 1) : date;
  });
  const monthOf = (date: CivilDate) => formatDate(date).slice(0, 7);
  const monthBefore = (date: CivilDate) => monthOf(addDays({ ...date, day: 1 }, -1));
  const isDone = (date: CivilDate) => isActive(years, date);
  const counts = (date: CivilDate) =>
    days.some(
      (before) =>
        isDone(before) &&
        epochDay(before) < epochDay(date) &&
        [monthOf(date), monthBefore(date)].includes(monthOf(before)),
    );
  const missed = days.slice(0, -1).filter((date) => !isDone(date) && counts(date));
  const isFree = (date: CivilDate) =>
    weekdays.some((word) => WEEKDAY_NAMES[weekday(date)]?.toLowerCase().startsWith(word));
  const isRest = (date: CivilDate) => {
    if (!missed.includes(date)) return false;
    const sameMonth = missed.filter((other) => !isFree(other) && monthOf(other) === monthOf(date));
    return isFree(date) || sameMonth.indexOf(date) < perMonth;
  };
  const marks = days.map((date, index) => {
    if (isDone(date)) return "x";
    return index === days.length - 1 || isRest(date) ? "" : " ";
  });
  return marks.join("").split(" ").at(-1)?.length ?? 0;
}

const lengths = (years: TicksByYear, today: CivilDate, rest: Rest) => {
  const { current, best } = streaks(years, today, rest);
  return [current.days, best.days] as const;
};

test("the one walk agrees with the slow one", () => {
  fc.assert(
    fc.property(randomHistory, randomRest, ({ years, today }, rest) => {
      expect(streaks(years, today, rest).current.days).toBe(slowCurrent(years, today, rest));
    }),
    { numRuns: 40 },
  );
});

test("more rest never makes a streak shorter, and none at all is as before", () => {
  let longer = 0;
  fc.assert(
    fc.property(randomHistory, randomRest, randomRest, ({ years, today }, a, b) => {
      const more = {
        weekdays: [...new Set([...(a.weekdays ?? []), ...(b.weekdays ?? [])])],
        perMonth: Math.max(a.perMonth ?? 0, b.perMonth ?? 0),
      };
      const [none, less, most] = [{}, a, more].map((rest) => lengths(years, today, rest));
      expect(lengths(years, today, { weekdays: [], perMonth: 0 })).toEqual(none);
      if (String(most) !== String(none)) longer++;
      for (const index of [0, 1] as const) {
        expect(less?.[index]).toBeGreaterThanOrEqual(none?.[index] ?? 0);
        expect(most?.[index]).toBeGreaterThanOrEqual(less?.[index] ?? 0);
      }
    }),
    { numRuns: 500 },
  );
  expect(longer).toBeGreaterThan(20);
});

test("the order in which days are ticked does not matter", () => {
  const shuffled = randomHistory.chain((history) => {
    const cells = Object.entries(history.years).flatMap(([year, ticks]) =>
      doneCells(ticks).map((cell) => ({ year: Number(year), ...cell, done: true })),
    );
    return fc.record({
      history: fc.constant(history),
      cells: fc.shuffledSubarray(cells, { minLength: cells.length }),
      rest: randomRest,
    });
  });
  fc.assert(
    fc.property(shuffled, ({ history: { years, today }, cells, rest }) => {
      const made: Record<number, Ticks> = {};
      for (const cell of cells) made[cell.year] = applyChange(made[cell.year] ?? NO_TICKS, cell);
      expect(lengths(made, today, rest)).toEqual(lengths(years, today, rest));
    }),
    { numRuns: 30 },
  );
});

test("rest days are those of the year asked for, and never a day that is done or to come", () => {
  fc.assert(
    fc.property(randomHistory, randomRest, ({ years, today }, rest) => {
      const { rested, restUsed } = streaks(years, today, rest);
      expect(restUsed).toBeLessThanOrEqual(rest.perMonth ?? 0);
      for (const day of rested) {
        expect(Object.values(years[today.year]?.[day] ?? {})).not.toContain(true);
        expect(day).toBeLessThan(dayOfYear(today) + Number(isLeapYear(today.year)));
      }
    }),
    { numRuns: 200 },
  );
});
