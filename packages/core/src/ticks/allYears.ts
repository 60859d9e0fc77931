import { type CivilDate, DAYS_PER_YEAR, dayOfYear, isTickYear } from "../calendar/calendar.ts";
import { SOURCE_NUMBERS } from "./sources.ts";
import { countDone, type DayTicks, dayTicks, NO_TICKS, type TickCell, type Ticks, type TicksByYear } from "./ticks.ts";

/**
 * Every year that can have ticks: all up to next year, which another device past New Year may have begun, and the years
 * `found`, because this device's clock may be wrong.
 */
export function allYears(today: CivilDate, found: readonly number[] = []): number[] {
  return [...new Set([...yearsUpTo(today.year + 1), ...found])];
}

export function yearsUpTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, year) => year).filter(isTickYear);
}

/**
 * The latest missing year of those that streaks and strength need; null if none is missing. They need the years from
 * `last` back to a year without ticks. `last` itself may be empty, because it may have just begun.
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

/** Reads all years that streaks up to `last` need. Rejects as `read` does. */
export async function readBack(read: ReadYears, last: number): Promise<TicksByYear> {
  const found = await read(yearsUpTo(last));
  const needed: Record<number, Ticks> = {};
  for (let year = missingYear(needed, last); year !== null; year = missingYear(needed, last)) {
    needed[year] = found[year] ?? NO_TICKS;
  }
  return needed;
}

/** The cells of a date; empty if its year is unknown. */
export function ticksOn(years: TicksByYear, date: CivilDate): DayTicks {
  return dayTicks(years[date.year] ?? NO_TICKS, dayOfYear(date));
}

export function hasDone(ticks: Ticks): boolean {
  return Object.values(ticks).some((day) => countDone(day) > 0);
}

/** Every done cell of a year, by day and source. */
export function doneCells(ticks: Ticks): Omit<TickCell, "table">[] {
  const cells: Omit<TickCell, "table">[] = [];
  for (let row = 1; row <= DAYS_PER_YEAR; row++) {
    for (const column of SOURCE_NUMBERS) if (ticks[row]?.[column]) cells.push({ row, column });
  }
  return cells;
}

export function countDoneCells(years: TicksByYear): number {
  return Object.values(years).reduce((count, ticks) => count + doneCells(ticks).length, 0);
}
