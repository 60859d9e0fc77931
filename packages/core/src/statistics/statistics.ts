import { type CivilDate, formatDate } from "../calendar/calendar.ts";
import { counted } from "../text.ts";
import { doneCells } from "../ticks/allYears.ts";
import { SOURCE_NUMBERS, type SourceNumber } from "../ticks/sources.ts";
import { countDone, NO_TICKS, type Ticks, type TicksByYear } from "../ticks/ticks.ts";
import { dailyCounts, NO_REST, type Rest, restText, type Streak, type Streaks, streaks } from "./streaks.ts";

/** A year in figures. 29 February and 1 March are one day. */
export interface YearSummary extends Totals {
  readonly year: number;
  /** Over all years given, as of `lastDayOf` the year. */
  readonly streaks: Streaks;
  readonly strength: Strength;
}

export interface Totals {
  readonly done: number;
  readonly bySource: Readonly<Record<SourceNumber, number>>;
  /** Days with at least one source done. */
  readonly activeDays: number;
  /** Days with all five done. */
  readonly fullDays: number;
}

export function yearSummary(years: TicksByYear, year: number, today: CivilDate, rest: Rest = NO_REST): YearSummary {
  const asOf = lastDayOf(year, today);
  const isOver = year < today.year;
  return {
    year,
    ...totals(years[year] ?? NO_TICKS),
    streaks: streaks(years, asOf, rest, isOver),
    strength: strength(years, asOf, isOver),
  };
}

/** The name of a year's current streak. `isRunning`: the year is the current one. */
export function streakTitle(isRunning: boolean): string {
  return isRunning ? "Current streak" : "Year-end streak";
}

/** 'Best streak', 74, 'days', '2026-02-01 to 2026-04-15' */
interface Figure {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  /** May be empty. */
  readonly detail: string;
}

/** The figures of a year as a terminal lists them. */
export function figuresOf(summary: YearSummary, today: CivilDate, rest?: Rest): readonly Figure[] {
  const { year, strength, activeDays, fullDays, done } = summary;
  const { current, best, restUsed } = summary.streaks;
  const isRunning = year === today.year;
  const streak = (label: string, { days, first, last }: Streak, used = "") => {
    const dates = first && last ? [...new Set([formatDate(first), formatDate(last)])].join(" to ") : "";
    return { label, value: days, unit: days === 1 ? "day" : "days", detail: [dates, used].filter(Boolean).join(", ") };
  };
  return [
    streak(streakTitle(isRunning), current, isRunning ? restText(rest, restUsed, today) : ""),
    streak("Best streak", best),
    { label: "Strength", value: Math.round(strength.score), unit: "of 100", detail: strengthReason(strength) },
    { label: "Active days", value: activeDays, unit: "", detail: `${fullDays} with all five` },
    { label: "Total ticks", value: done, unit: "", detail: "" },
  ];
}

export const START_STREAK = "Tick one to start a streak";

/** '59-day streak'; while today is untried, also how to keep the streak. */
export function streakText(days: number | string, isUntried: boolean): string {
  if (days === 0) return START_STREAK;
  return `${days}-day streak${isUntried ? "; tick once to keep it" : ""}`;
}

/**
 * Notes beside the streak: 'best 74' or 'your best', a round number, and the rest days that kept the streak. Before the
 * day's first tick, the rest days only.
 */
export function streakNotes(
  { current, best, restKept }: Omit<Streaks, "rested" | "restUsed">,
  isUntried: boolean,
): string {
  const { days } = current;
  const isBest = days >= best.days;
  const record = isBest ? days > 1 && "your best" : `best ${best.days}`;
  const kept = restKept > 0 && `kept by ${counted(restKept, "rest day")}`;
  return (isUntried ? [kept] : [record, roundText(days), kept]).filter(Boolean).join(", ");
}

/** Names a number of days that people celebrate; empty for any other number. */
function roundText(days: number): string {
  if (days === 7) return "a full week";
  if (days > 0 && days % 365 === 0) return days === 365 ? "a full year" : `${days / 365} full years`;
  return days === 30 || (days > 0 && days % 50 === 0) ? "a round number" : "";
}

/** The day for which a year's figures are computed: today, or the last day of an earlier year. */
export function lastDayOf(year: number, today: CivilDate): CivilDate {
  return year < today.year ? { year, month: 12, day: 31 } : today;
}

export function totals(ticks: Ticks): Totals {
  const cells = doneCells(ticks);
  const bySource: Record<SourceNumber, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const { column } of cells) bySource[column]++;
  const counts = Object.values(ticks).map(countDone);
  return {
    done: cells.length,
    bySource,
    activeDays: counts.filter((count) => count > 0).length,
    fullDays: counts.filter((count) => count === SOURCE_NUMBERS.length).length,
  };
}

/** How well the habit is established. */
export interface Strength {
  /** 0 to 100, not rounded. */
  readonly score: number;
  /** How many of the last `ofDays` days had at least one source done; at most 30, counted from the first tick. */
  readonly activeDays: number;
  readonly ofDays: number;
}

const RECENT_DAYS = 30;

/**
 * The share of the score that a day keeps. Exponential smoothing as in Loop Habit Tracker (uhabits-core,
 * `models/Score.kt`): score = previous score · m + value · (1 − m) with m = 0.5^(√frequency / 13), here for a daily habit,
 * which halves in 13 days. The value is 1 for a day with any source done, as for a streak.
 */
const KEPT_PER_DAY = 0.5 ** (1 / 13);

/** The score up to today. Ignores an untried today unless it `isOver`. */
export function strength(years: TicksByYear, today: CivilDate, isOver = false): Strength {
  const counts = dailyCounts(years, today);
  const days = counts.at(-1) === 0 && !isOver ? counts.slice(0, -1) : counts;
  const isActive = (count: number) => count > 0;
  const score = days.reduce((before, count) => before * KEPT_PER_DAY + Number(isActive(count)) * (1 - KEPT_PER_DAY), 0);
  const sinceFirst = days.slice(days.findIndex(isActive));
  const recent = days.some(isActive) ? sinceFirst.slice(-RECENT_DAYS) : [];
  return { score: score * 100, activeDays: recent.filter(isActive).length, ofDays: recent.length };
}

export const STRENGTH_FORMULA = "Each day with a tick brings it closer to 100; a missed day lowers it by 5 %.";

/** 'active on 19 of the last 30 days' */
function strengthReason({ activeDays, ofDays }: Strength): string {
  if (ofDays === 0) return "no active days yet";
  return ofDays === 1 ? "1 active day so far" : `active on ${activeDays} of the last ${ofDays} days`;
}

export function explainStrength(strength: Strength): string {
  return `Strength ${Math.round(strength.score)} of 100: ${strengthReason(strength)}. ${STRENGTH_FORMULA}`;
}
