import { type CivilDate, DAYS_PER_YEAR, weekday } from "../calendar/calendar.ts";
import { MONTH_NAMES, monthDay, WEEKDAY_NAMES } from "../calendar/dates.ts";

/** The days that a streak needs no tick on. */
export interface Rest {
  /** By the first three letters of their names, such as 'sun'. */
  readonly weekdays?: readonly string[];
  /** How many others in each month: the first ones missed. */
  readonly perMonth?: number;
}

export const NO_REST: Rest = {};

/** Whether there is any rest at all. */
export function isResting({ weekdays = [], perMonth = 0 }: Rest): boolean {
  return weekdays.length > 0 || perMonth > 0;
}

/** The rest days of a history. */
export interface RestDays {
  /**
   * Whether a missed day is one; asked of each of them, in their order. `index` counts days of practice from 1 January of
   * the first year, and `lastDone` is the last of them with a tick before it. After a whole month without a tick there is
   * no streak to keep, so none are used until the next tick.
   */
  includes(index: number, lastDone: number | null): boolean;
  /** All that were found. */
  readonly days: readonly CivilDate[];
  /** Those of them that are none by their weekday. */
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

/** '1 of 2 rest days used in November'; empty where none may be used. */
export function restText(rest: Rest | undefined, used: number, { month }: CivilDate): string {
  const perMonth = rest?.perMonth ?? 0;
  if (perMonth === 0) return "";
  return `${used} of ${perMonth} rest ${perMonth === 1 ? "day" : "days"} used in ${MONTH_NAMES[month - 1]}`;
}
