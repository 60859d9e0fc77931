import { DAYS_PER_YEAR, type DayNumber } from "@dailyleet/core";
import { isMotionReduced, SEEN_WAY } from "./scrolling.ts";

export interface Days {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** As in calendar.css, in rem: the height of a row, and from which widths on there are two and three columns. */
const ROW = 8.125;
const COLUMNS = [46, 68];
/** The least that today's card is higher than half a row, above its middle and below. */
const HALF_HERO = 7.75;
/** How far below the window's middle a card comes to stand, because of the bar, and today's, because of the card before it. */
const DOWN = 3;
const HERO_DOWN = 7;

/**
 * The days that the window shows when this one is in its middle, and on the way there. Above the calendar's end the
 * window cannot be filled by what comes after it.
 */
export function daysAround(day: DayNumber, isToday: boolean): Days {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const height = innerHeight / rem;
  const columns = 1 + COLUMNS.filter((width) => innerWidth >= width * rem).length;
  const [down, half] = isToday ? [HERO_DOWN, HALF_HERO] : [DOWN, ROW / 2];
  const way = isMotionReduced() ? 0 : SEEN_WAY * height;
  const below = height / 2 - down - half;
  const missing = Math.max(0, below - ((DAYS_PER_YEAR - day) / columns) * ROW);
  const reach = (rows: number) => (Math.max(0, Math.ceil(rows / ROW)) + 1) * columns;
  return {
    from: Math.max(1, day - reach(height / 2 + down + way + missing - half)),
    to: Math.min(DAYS_PER_YEAR, day + reach(below)),
  };
}
