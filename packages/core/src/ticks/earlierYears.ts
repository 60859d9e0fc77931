import { isTickYear } from "../calendar/calendar.ts";
import { hasDone, NO_TICKS, type Ticks, type TicksByYear } from "./ticks.ts";

/**
 * How many years a streak needs: from `last` back to the first one, on the way, in which nothing was done. Streaks and
 * strength are given over these years, by page and terminal alike. This is the first of them that `years` lacks; null
 * when they are all there. `last` itself may be empty: it may have just begun.
 */
export function missingYear(years: TicksByYear, last: number): number | null {
  for (let year = last; isTickYear(year); year--) {
    const ticks = years[year];
    if (ticks === undefined) return year;
    if (year < last && !hasDone(ticks)) return null;
  }
  return null;
}

/** All years that a streak needs, read one after the other. Rejects as `read` does. */
export async function readBack(
  read: (years: readonly number[]) => Promise<TicksByYear>,
  last: number,
): Promise<TicksByYear> {
  const found: Record<number, Ticks> = {};
  for (let year = missingYear(found, last); year !== null; year = missingYear(found, last)) {
    found[year] = (await read([year]))[year] ?? NO_TICKS;
  }
  return found;
}
