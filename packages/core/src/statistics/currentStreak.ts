import { type CivilDate, DAYS_PER_YEAR, dayOfYear, isTickYear } from "../calendar/calendar.ts";
import { NO_TICKS, type Ticks, type TicksByYear } from "../ticks/ticks.ts";
import { streaks } from "./streaks.ts";

export interface CurrentStreak {
  readonly days: number;
  /** What was read for it. */
  readonly years: TicksByYear;
}

/**
 * The streak that reaches today or yesterday. Of the earlier years only those are read that it may reach, which most
 * often is none; for the best streak `readBack` is needed. Rejects as `read` does.
 */
export async function readCurrentStreak(
  read: (years: readonly number[]) => Promise<TicksByYear>,
  today: CivilDate,
): Promise<CurrentStreak> {
  const years: Record<number, Ticks> = {};
  for (let first = today.year; ; first--) {
    years[first] = (await read([first]))[first] ?? NO_TICKS;
    const { days } = streaks(years, today).current;
    const known = (today.year - first) * DAYS_PER_YEAR + dayOfYear(today);
    // Today may still be done: without it the streak may be all the other days that are known.
    if (days < known - 1 || !isTickYear(first - 1)) return { days, years };
  }
}
