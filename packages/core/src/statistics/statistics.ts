import type { CivilDate } from "../calendar/calendar.ts";
import { SOURCE_NUMBERS, type SourceNumber } from "../ticks/sources.ts";
import { countDone, doneCells, NO_TICKS, type Ticks, type TicksByYear } from "../ticks/ticks.ts";
import { type Streaks, streaks } from "./streaks.ts";
import { type Strength, strength } from "./strength.ts";

/** One year in figures. The days are keys of the tick document, so 29 February and 1 March are one. */
export interface YearSummary extends Totals {
  readonly year: number;
  /** Over all years given, as of today; for an earlier year as of its last day. */
  readonly streaks: Streaks;
  readonly strength: Strength;
}

export interface Totals {
  /** Done ticks. */
  readonly done: number;
  readonly bySource: Readonly<Record<SourceNumber, number>>;
  /** Days with at least one source done. */
  readonly activeDays: number;
  /** Days with all five done. */
  readonly fullDays: number;
}

export function yearSummary(years: TicksByYear, year: number, today: CivilDate): YearSummary {
  const asOf = lastDayOf(year, today);
  const isOver = year < today.year;
  return {
    year,
    ...totals(years[year] ?? NO_TICKS),
    streaks: streaks(years, asOf, isOver),
    strength: strength(years, asOf, isOver),
  };
}

/** What a year's current streak is called: in one that is over it does not go on. */
export function streakTitle(isRunning: boolean): string {
  return isRunning ? "Current streak" : "Year-end streak";
}

export const START_STREAK = "Tick one to start a streak";

/** '59-day streak'; what a tick would do while today `isUntried`. */
export function streakText(days: number | string, isUntried: boolean): string {
  if (days === 0) return START_STREAK;
  return `${days}-day streak${isUntried ? "; tick once to keep it" : ""}`;
}

/** The day as of which a year's figures are given: today, or the last day of an earlier year. */
export function lastDayOf(year: number, today: CivilDate): CivilDate {
  return year < today.year ? { year, month: 12, day: 31 } : today;
}

export function totals(ticks: Ticks): Totals {
  const cells = doneCells(ticks);
  const bySource: Record<SourceNumber, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const { source } of cells) bySource[source]++;
  const counts = Object.values(ticks).map(countDone);
  return {
    done: cells.length,
    bySource,
    activeDays: counts.filter((count) => count > 0).length,
    fullDays: counts.filter((count) => count === SOURCE_NUMBERS.length).length,
  };
}
