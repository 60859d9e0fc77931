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

/** Any day of the year, often one shortly before the leap day. */
const firstDay = fc.oneof(fc.integer({ min: 1, max: 365 }), fc.integer({ min: 50, max: 61 }));

/** A year's ticks, mostly in long runs, because streaks break at the ends of runs. */
const ticks: fc.Arbitrary<Ticks> = fc
  .array(fc.record({ first: firstDay, length: fc.nat(120), cells: dayCells }), { maxLength: 8 })
  .map((runs) => {
    const days: Record<number, object> = {};
    for (const { first, length, cells } of runs) {
      for (let day = first; day <= Math.min(365, first + length); day++) days[day] = cells;
    }
    return days;
  });

/** Days near the ends of a year, days around the leap day, and random ones. */
const dayOffset = fc.oneof(fc.constantFrom(0, 1, 57, 58, 59, 60, 61, 363, 364, 365), fc.nat(365));

export interface History {
  readonly years: TicksByYear;
  readonly today: CivilDate;
}

/** One to four years around leap years and ends of centuries, one of them perhaps unknown, and a day within them. */
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

/** No rest, some or all weekdays, and up to ten days a month. */
export const randomRest: fc.Arbitrary<Rest> = fc.record(
  {
    weekdays: fc.oneof(fc.subarray([...WEEKDAYS]), fc.constant([...WEEKDAYS])),
    perMonth: fc.oneof(fc.nat(3), fc.nat(10)),
  },
  { requiredKeys: [] },
);

/** Whether the data has a tick on a civil day. */
export function isActive(years: TicksByYear, date: CivilDate): boolean {
  const cells = years[date.year]?.[dayOfYear(date)] ?? {};
  return SOURCE_NUMBERS.some((source) => cells[source] === true);
}

/** Every civil day up to today, except 1 March of a leap year, which shares its tick with 29 February. */
export function practiceDays(years: TicksByYear, today: CivilDate): CivilDate[] {
  const first = { year: Math.min(...Object.keys(years).map(Number)), month: 1, day: 1 };
  const length = epochDay(today) - epochDay(first) + 1;
  const days = Array.from({ length }, (_, index) => addDays(first, index));
  return days.filter(({ year, month, day }) => !(month === 3 && day === 1 && isLeapYear(year)));
}

/** A year with a tick on each day from `first` to `last`. */
export function range(first: number, last = first): Ticks {
  return Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [first + index, { 2: true }]));
}
