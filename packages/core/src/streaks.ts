import { addDays, type CivilDate, dayOfYear, epochDay, fromEpochDay, isTickYear } from "./calendar.ts";
import { countDone, dayTicks, NO_TICKS, type TicksByYear } from "./ticks.ts";

/** Civil days in a row on each of which at least one source was done. */
export interface Streak {
  readonly days: number;
  /** The first and the last of them; null when there are none. */
  readonly first: CivilDate | null;
  readonly last: CivilDate | null;
}

export interface Streaks {
  /** The one that reaches today, or yesterday while today is untried: today can still be done. */
  readonly current: Streak;
  /** The longest up to today; of equal ones the earliest. */
  readonly best: Streak;
}

/**
 * The streaks up to today in all years given, over the ends of years too. 29 February counts like 1 March, whose
 * key it shares: where that key is done, both are days of the streak.
 */
export function streaks(years: TicksByYear, today: CivilDate): Streaks {
  let run = 0;
  let runBeforeToday = 0;
  let best = 0;
  let bestEnd = 0;
  const counts = dailyCounts(years, today);
  for (const [index, count] of counts.entries()) {
    runBeforeToday = run;
    run = count > 0 ? run + 1 : 0;
    if (run > best) [best, bestEnd] = [run, index];
  }
  const daysAgo = (index: number) => addDays(today, index - (counts.length - 1));
  const current = run > 0 ? streakTo(today, run) : streakTo(addDays(today, -1), runBeforeToday);
  return { current, best: streakTo(daysAgo(bestEnd), best) };
}

function streakTo(last: CivilDate, days: number): Streak {
  return days === 0 ? { days, first: null, last: null } : { days, first: addDays(last, 1 - days), last };
}

/** How many sources were done on each civil day, from 1 January of the first year given to today. */
export function dailyCounts(years: TicksByYear, today: CivilDate): number[] {
  const known = Object.keys(years)
    .map(Number)
    .filter((year) => isTickYear(year) && year <= today.year);
  if (known.length === 0) return [];
  const first = epochDay({ year: Math.min(...known), month: 1, day: 1 });
  return Array.from({ length: epochDay(today) - first + 1 }, (_, days) => {
    const date = fromEpochDay(first + days);
    return countDone(dayTicks(years[date.year] ?? NO_TICKS, dayOfYear(date)));
  });
}
