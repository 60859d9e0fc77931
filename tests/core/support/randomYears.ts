import {
  addDays,
  type CivilDate,
  dayOfYear,
  epochDay,
  isLeapYear,
  type Rest,
  SOURCE_NUMBERS,
  type Ticks,
  type TicksByYear,
} from "@dailyleet/core";
import fc from "fast-check";

const dayCells = fc.dictionary(fc.constantFrom("1", "2", "3", "4", "5"), fc.boolean(), { noNullPrototype: false });

/** Any day, often one shortly before the leap day. */
const firstDay = fc.oneof(fc.integer({ min: 1, max: 365 }), fc.integer({ min: 50, max: 61 }));

/** A year's ticks, mostly in long runs, since streaks are what goes wrong at their ends. */
const ticks: fc.Arbitrary<Ticks> = fc
  .array(fc.record({ first: firstDay, length: fc.nat(120), cells: dayCells }), { maxLength: 8 })
  .map((runs) => {
    const days: Record<number, object> = {};
    for (const { first, length, cells } of runs) {
      for (let day = first; day <= Math.min(365, first + length); day++) days[day] = cells;
    }
    return days;
  });

/** Days near the ends of a year, around the leap day, and any other. */
const dayOffset = fc.oneof(fc.constantFrom(0, 1, 57, 58, 59, 60, 61, 363, 364, 365), fc.nat(365));

export interface History {
  readonly years: TicksByYear;
  readonly today: CivilDate;
}

/** One to four years around leap years and ends of centuries, one of them perhaps unknown, and a day in them. */
export const randomHistory: fc.Arbitrary<History> = fc
  .record({
    first: fc.constantFrom(2023, 2027, 2099, 2398),
    years: fc.array(ticks, { minLength: 1, maxLength: 4 }),
    gap: fc.nat(8),
    todayYear: fc.nat(3),
    offset: dayOffset,
  })
  .map(({ first, years, gap, todayYear, offset }) => ({
    years: Object.fromEntries(years.map((year, index) => [first + index, year]).filter((_, index) => index !== gap)),
    today: addDays({ year: first + (todayYear % years.length), month: 1, day: 1 }, offset),
  }));

export const randomYears: fc.Arbitrary<TicksByYear> = randomHistory.map(({ years }) => years);

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** None, a day in the week, a few in the month, and as much as there may be. */
export const randomRest: fc.Arbitrary<Rest> = fc.record(
  {
    weekdays: fc.oneof(fc.subarray([...WEEKDAYS]), fc.constant([...WEEKDAYS])),
    perMonth: fc.oneof(fc.nat(3), fc.nat(10)),
  },
  { requiredKeys: [] },
);

/** Whether anything was done on a civil day, asked of the data itself. */
export function isActive(years: TicksByYear, date: CivilDate): boolean {
  const cells = years[date.year]?.[dayOfYear(date)] ?? {};
  return SOURCE_NUMBERS.some((source) => cells[source] === true);
}

/** Every civil day up to today but 1 March of a leap year, whose tick is that of the day before. */
export function practiceDays(years: TicksByYear, today: CivilDate): CivilDate[] {
  const first = { year: Math.min(...Object.keys(years).map(Number)), month: 1, day: 1 };
  const length = epochDay(today) - epochDay(first) + 1;
  const days = Array.from({ length }, (_, index) => addDays(first, index));
  return days.filter(({ year, month, day }) => !(month === 3 && day === 1 && isLeapYear(year)));
}

/** A year in which each day from `first` to `last` has a tick. */
export function range(first: number, last = first): Ticks {
  return Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [first + index, { 2: true }]));
}
