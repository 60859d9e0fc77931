import { DAYS_PER_YEAR, type DayNumber } from "@dailyleet/core";
import { SEEN_WAY } from "./scrolling.ts";

export interface Days {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** As in calendar.css: the height of a row, and from which widths on there are two and three columns. */
const ROW_PX = 130;
const COLUMNS_PX = [736, 1088];

/**
 * The days that the window shows when this one is in its middle, and on the way there; both that one and they may begin
 * or end a row. With smaller letters than usual it shows a few more.
 */
export function daysAround(day: DayNumber): Days {
  const columns = 1 + COLUMNS_PX.filter((width) => innerWidth >= width).length;
  const reach = (windows: number) => (Math.ceil((windows * innerHeight) / ROW_PX) + 1) * columns;
  return { from: Math.max(1, day - reach(0.5 + SEEN_WAY)), to: Math.min(DAYS_PER_YEAR, day + reach(0.5)) };
}
