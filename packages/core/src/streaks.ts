import { type CivilDate, DAYS_PER_YEAR, dayOfYear, isTickYear } from "./calendar.ts";
import { addDays, epochDay, isLeapYear } from "./civilDays.ts";
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

/** The key that 29 February shares with 1 March. */
const LEAP_DAY = dayOfYear({ month: 2, day: 29 });

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
  const first = Math.min(...known);
  const counts: number[] = [];
  for (let year = first; year <= today.year; year++) {
    const ticks = years[year] ?? NO_TICKS;
    for (let day = 1; day <= DAYS_PER_YEAR; day++) {
      const count = countDone(dayTicks(ticks, day));
      if (day === LEAP_DAY && isLeapYear(year)) counts.push(count);
      counts.push(count);
    }
  }
  return counts.slice(0, epochDay(today) - epochDay({ year: first, month: 1, day: 1 }) + 1);
}
