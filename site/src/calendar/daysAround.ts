import { DAYS_PER_YEAR, type DayNumber, monthDay } from "@dailyleet/core";
import { isMotionReduced, SEEN_WAY } from "./scrolling.ts";
import { weekColumn } from "./weeks.ts";

export interface Days {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** How far below the window's middle a day comes to stand, because of the bar. */
const DOWN = 3;
/** What the bar covers. */
const BAR = 4;
/** The least that stands above the days. */
const HEAD = 30;

/**
 * The days that the window shows when this one is in its middle, and on the way there. Above the calendar's end the
 * window cannot be filled by what comes after it.
 */
export function daysAround(year: number, day: DayNumber, isToday: boolean): Days {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const middle = innerHeight / rem / 2;
  // As in calendar.css, in rem: the height of a row, and half of today's card, on a phone without the weeks in it.
  const isWide = innerWidth >= 68 * rem;
  const [row, hero] = isWide ? [11, 11.8] : innerWidth >= 46 * rem ? [2.5, 8.8] : [5, 12.1];
  const columns = isWide ? 7 : 1;
  const half = isToday ? hero : row / 2;
  // Today's card stands there together with the row before it.
  const down = DOWN + (isToday ? row / 2 : 0);
  const way = isMotionReduced() ? 0 : SEEN_WAY * 2 * middle;
  const below = Math.max(middle - down - half, 2 * middle - HEAD - (day / columns) * row - 2 * half);
  const missing = Math.max(0, below - ((DAYS_PER_YEAR - day) / columns) * row);
  const reach = (height: number) => Math.max(0, Math.ceil(height / row)) * columns;
  const column = isWide ? weekColumn({ year, ...monthDay(day) }) : 0;
  return {
    from: Math.max(1, day - column - reach(middle + down + way + missing - half - BAR)),
    to: Math.min(DAYS_PER_YEAR, day + columns - 1 - column + reach(below)),
  };
}
