import { type CivilDate, isTickYear } from "./calendar.ts";
import { epochDay } from "./civilDays.ts";
import { countDone, dayTicks, doneCells, NO_TICKS, type Ticks, type TicksByYear } from "./ticks.ts";

/** All years from `last` back to the first one, on the way, in which nothing was done. */
export async function readBack(
  read: (years: readonly number[]) => Promise<TicksByYear>,
  last: number,
): Promise<TicksByYear> {
  const found: Record<number, Ticks> = {};
  for (let year = last; isTickYear(year); year--) {
    const ticks = (await read([year]))[year] ?? NO_TICKS;
    found[year] = ticks;
    if (year < last && doneCells(ticks).length === 0) break;
  }
  return found;
}

/** After so many days a year before weighs less than half a point of 100 in the strength: 0.5^(100 / 13). */
const WEIGHTY_DAYS = 100;

/**
 * The year before those given, if the streak that reaches `asOf` or the strength would need it: a streak may have
 * begun in it, or it weighs in the strength. Null when they are right without it, and after a year with nothing done.
 */
export function missingYear(years: TicksByYear, asOf: CivilDate): number | null {
  const first = Math.min(...Object.keys(years).map(Number), asOf.year);
  const ticks = years[first] ?? NO_TICKS;
  if (!isTickYear(first - 1) || (first < asOf.year && doneCells(ticks).length === 0)) return null;
  const age = epochDay(asOf) - epochDay({ year: first, month: 1, day: 1 });
  return age < WEIGHTY_DAYS || countDone(dayTicks(ticks, 1)) > 0 ? first - 1 : null;
}
