import { type CivilDate, DAYS_PER_YEAR, type DayNumber, weekday } from "@dailyleet/core";

/** Chromium and Safari have it, Firefox does not. */
interface WeekLocale extends Intl.Locale {
  /** 1 (Monday) to 7 (Sunday) */
  getWeekInfo?(): { readonly firstDay: number };
}

/** The weekday on which a week begins, 0 for Sunday, by the language; Sunday where the browser doesn't say. */
export function firstWeekday(language: string): number {
  try {
    return ((new Intl.Locale(language) as WeekLocale).getWeekInfo?.().firstDay ?? 7) % 7;
  } catch {
    return 0;
  }
}

export const FIRST_WEEKDAY = firstWeekday(navigator.language);

/** The column of a date's weekday in a week, from 0. */
export function weekColumn(date: CivilDate): number {
  return (weekday(date) - FIRST_WEEKDAY + 7) % 7;
}

export interface Days {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** How much of the window may lie between a day and the farthest one seen with it: half of it and the way there. */
const WINDOWS = 0.8;

/** The days that the window may show when it has gone to this one, and on the way there. */
export function daysAround(day: DayNumber, isToday: boolean): Days {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  // In rem, as in the style sheets: today's card and a row; and the days of a row.
  const [card, row, columns] =
    innerWidth >= 68 * rem ? [23.75, 11, 7] : innerWidth >= 46 * rem ? [17.75, 2.5, 1] : [31.25, 4.75, 1];
  const distance = (WINDOWS * innerHeight) / rem - (isToday ? card / 2 : 0);
  const reach = Math.max(1, Math.ceil(distance / row)) * columns;
  // The page does not scroll beyond its beginning and its end.
  const middle = Math.min(Math.max(day, reach), DAYS_PER_YEAR - reach);
  return { from: middle - reach, to: middle + reach };
}
