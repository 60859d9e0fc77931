import { type CivilDate, DAYS_PER_YEAR, type DayNumber, MONTH_LENGTHS, monthDay, weekday } from "@dailyleet/core";
import { isMotionReduced, SEEN_WAY } from "./scrolling.ts";

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

/** How far below the window's middle a day comes to stand, because of the bar. */
const DOWN = 3;
/** The least height above the days. */
const HEAD = 30;

/**
 * The days that the window shows when this one is in its middle, and on the way there. Above the calendar's end the
 * window cannot be filled by what comes after it.
 */
export function daysAround(year: number, day: DayNumber, isToday: boolean): Days {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const middle = innerHeight / rem / 2;
  // As in the style sheets, in rem: the height of a row, half of today's card (on a phone without the weeks in it), what
  // the bar and a wide month's heading cover, and the height of that heading.
  const isWide = innerWidth >= 68 * rem;
  const isMiddle = innerWidth >= 46 * rem;
  const [row, hero, covered, heading] = isWide ? [11, 11.8, 8.3, 5] : isMiddle ? [2.5, 8.8, 4, 3] : [5, 12.1, 4, 3];
  const columns = isWide ? 7 : 1;
  const half = isToday ? hero : row / 2;
  // Today's card stands there together with the row before it.
  const down = DOWN + (isToday ? row / 2 : 0);
  const way = isMotionReduced() ? 0 : SEEN_WAY * 2 * middle;
  const below = Math.max(middle - down - half, 2 * middle - HEAD - (day / columns) * row - 2 * half);
  const missing = Math.max(0, below - ((DAYS_PER_YEAR - day) / columns) * row);
  const above = middle + down + way + missing - half - covered;

  const date = { year, ...monthDay(day) };
  const [first, last] = [day - date.day + 1, day - date.day + (MONTH_LENGTHS[date.month - 1] ?? 0)];
  const from = day - (isWide ? weekColumn(date) : 0);
  const to = from + columns - 1;
  const rows = (height: number) => Math.max(0, Math.ceil(height / row));
  // Another month stands behind a heading.
  const isAlone = (height: number, days: number) => height <= Math.ceil(days / columns) * row + heading;
  return {
    from: Math.max(isAlone(above, from - first) ? first : 1, from - rows(above) * columns),
    to: Math.min(isAlone(below, last - to) ? last : DAYS_PER_YEAR, to + rows(below) * columns),
  };
}
