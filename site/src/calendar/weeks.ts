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

/** The least height above the days, in rem. */
const HEAD = 30;

/** The days that the window shows when it has gone to this one, and on the way there. */
export function daysAround(year: number, day: DayNumber, isToday: boolean): Days {
  const root = getComputedStyle(document.documentElement);
  const rem = Number.parseFloat(root.fontSize);
  const bar = Number.parseFloat(root.getPropertyValue("--bar")) / rem;
  const height = innerHeight / rem;
  const isWide = innerWidth >= 68 * rem;
  const columns = isWide ? 7 : 1;
  // In rem, as in the style sheets: a row and its day, today's card, and a month's heading.
  const [row, card, today, heading] = isWide
    ? [11, 10.5, 23.75, 5]
    : innerWidth < 46 * rem
      ? [5, 5, 31.25, 3.25]
      : [2.5, 2.5, 17.75, 3.25];
  const tall = isToday ? today : card;
  // As the scroll margin of a day says; the page does not scroll beyond its beginning and its end.
  const whole = Math.max(0, Math.round((height - bar - heading - tall) / 2 / card));
  const top = Math.min(bar + heading + whole * card, HEAD + (day / columns) * row);
  const below = Math.max(0, height - top - tall);
  const missing = Math.max(0, below - ((DAYS_PER_YEAR - day) / columns) * row);
  // A low heading shows the lowest edge of the day that it covers.
  const above = whole * row + missing + (isWide ? 0 : 1) + (isMotionReduced() ? 0 : SEEN_WAY * height);

  const date = { year, ...monthDay(day) };
  const [first, last] = [day - date.day + 1, day - date.day + (MONTH_LENGTHS[date.month - 1] ?? 0)];
  const from = day - (isWide ? weekColumn(date) : 0);
  const to = from + columns - 1;
  const reach = (distance: number) => Math.ceil(distance / row) * columns;
  // Another month stands behind a heading.
  const isAlone = (distance: number, days: number) => distance <= Math.ceil(days / columns) * row + heading;
  return {
    from: Math.max(isAlone(above, from - first) ? first : 1, from - reach(above)),
    to: Math.min(isAlone(below, last - to) ? last : DAYS_PER_YEAR, to + reach(below)),
  };
}
