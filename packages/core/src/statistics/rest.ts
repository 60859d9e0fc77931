import { type CivilDate, DAYS_PER_YEAR, weekday } from "../calendar/calendar.ts";
import { MONTH_NAMES, monthDay, WEEKDAY_NAMES } from "../calendar/dates.ts";

/** The days on which a streak needs no tick. */
export interface Rest {
  /** The first three letters of their names, such as 'sun'. */
  readonly weekdays?: readonly string[];
  /** The first so many other days that are missed in a month. */
  readonly perMonth?: number;
}

export const NO_REST: Rest = {};

export function isResting({ weekdays = [], perMonth = 0 }: Rest): boolean {
  return weekdays.length > 0 || perMonth > 0;
}

/** The rest days of a history. */
interface RestDays {
  /**
   * Whether a missed day is a rest day; asked once for each missed day, in their order. `index` counts days of practice
   * from 1 January of the first year; `lastDone` is the last day with a tick before it. After a whole month without a tick
   * there is no streak to keep, so no day is a rest day until the next tick.
   */
  includes(index: number, lastDone: number | null): boolean;
  /** All rest days so far. */
  readonly days: readonly CivilDate[];
  /** Those that count against `perMonth`. */
  readonly used: readonly CivilDate[];
}

export function createRestDays(rest: Rest, firstYear: number): RestDays {
  const { weekdays = [], perMonth = 0 } = rest;
  const days: CivilDate[] = [];
  const used: CivilDate[] = [];
  const dateOf = (index: number): CivilDate => ({
    year: firstYear + Math.floor(index / DAYS_PER_YEAR),
    ...monthDay((index % DAYS_PER_YEAR) + 1),
  });
  const isOneLeft = (date: CivilDate) => {
    const last = used.at(-perMonth);
    return perMonth > 0 && (last === undefined || monthsBetween(last, date) > 0);
  };
  return {
    includes(index, lastDone) {
      if (lastDone === null || !isResting(rest)) return false;
      const date = dateOf(index);
      if (monthsBetween(dateOf(lastDone), date) > 1) return false;
      const name = WEEKDAY_NAMES[weekday(date)] ?? "";
      if (!weekdays.includes(name.slice(0, 3).toLowerCase())) {
        if (!isOneLeft(date)) return false;
        used.push(date);
      }
      days.push(date);
      return true;
    },
    days,
    used,
  };
}

export function monthsBetween(from: CivilDate, to: CivilDate): number {
  return 12 * (to.year - from.year) + to.month - from.month;
}

/** '1 of 2 rest days used in November'; empty without `perMonth`. */
export function restText(rest: Rest | undefined, used: number, { month }: CivilDate): string {
  const perMonth = rest?.perMonth ?? 0;
  if (perMonth === 0) return "";
  return `${used} of ${perMonth} rest ${perMonth === 1 ? "day" : "days"} used in ${MONTH_NAMES[month - 1]}`;
}
