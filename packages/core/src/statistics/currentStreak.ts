import { type CivilDate, dayOfYear, isTickYear } from "../calendar/calendar.ts";
import { yearsUpTo } from "../ticks/allYears.ts";
import type { ReadYears } from "../ticks/earlierYears.ts";
import { NO_TICKS, type TicksByYear } from "../ticks/ticks.ts";
import { streaks } from "./streaks.ts";

export interface CurrentStreak {
  readonly days: number;
  /** What was known and what was read for it. */
  readonly years: TicksByYear;
}

/**
 * The streak that reaches today or yesterday. Of the years that are not known only those are read that it may reach,
 * which most often is none; for the best streak `readBack` is needed. Rejects as `read` does.
 */
export async function readCurrentStreak(
  read: ReadYears,
  today: CivilDate,
  known: TicksByYear = {},
): Promise<CurrentStreak> {
  for (let years = known; ; ) {
    const { days, first } = streaks(years, today).current;
    const next = years[today.year] === undefined ? kept(today.year) : yearBefore(first ?? today);
    if (next === null || years[next] !== undefined) return { days, years };
    // As many again as it has filled so far: a streak of ten years is read in five turns.
    const least = yearsUpTo(next).slice(-Math.max(1, today.year - next));
    const found = await read(yearsUpTo(next), least);
    years = { ...years, ...Object.fromEntries(least.map((year) => [year, NO_TICKS])), ...found };
  }
}

/** The year that ends on the day before; null where that day is in the same year, or nothing can be kept of it. */
function yearBefore(date: CivilDate): number | null {
  return dayOfYear(date) === 1 ? kept(date.year - 1) : null;
}

/** The year; null where nothing can be kept of it, as where a clock stands before 1970. */
function kept(year: number): number | null {
  return isTickYear(year) ? year : null;
}
