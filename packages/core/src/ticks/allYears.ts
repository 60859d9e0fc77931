import { type CivilDate, isTickYear } from "../calendar/calendar.ts";
import { hasDone, NO_TICKS, type Ticks, type TicksByYear } from "./ticks.ts";

/**
 * Every year that can have ticks: up to the next, which a device past New Year may have begun, and the years `found`,
 * because this device's clock may be wrong.
 */
export function allYears(today: CivilDate, found: readonly number[] = []): number[] {
  return [...new Set([...yearsUpTo(today.year + 1), ...found])];
}

export function yearsUpTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, year) => year).filter(isTickYear);
}

/**
 * The latest year that streaks and strength of `last` need and `years` lacks; null when no year is missing. They need the
 * years from `last`, which may have just begun, back to a year without ticks.
 */
export function missingYear(years: TicksByYear, last: number): number | null {
  for (let year = last; isTickYear(year); year--) {
    const ticks = years[year];
    if (ticks === undefined) return year;
    if (year < last && !hasDone(ticks)) return null;
  }
  return null;
}

export type ReadYears = (years: readonly number[]) => Promise<TicksByYear>;

/** Reads all years that a streak needs. Rejects as `read` does. */
export async function readBack(read: ReadYears, last: number): Promise<TicksByYear> {
  const found = await read(yearsUpTo(last));
  const needed: Record<number, Ticks> = {};
  for (let year = missingYear(needed, last); year !== null; year = missingYear(needed, last)) {
    needed[year] = found[year] ?? NO_TICKS;
  }
  return needed;
}
