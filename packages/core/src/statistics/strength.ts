import type { CivilDate } from "../calendar/calendar.ts";
import type { TicksByYear } from "../ticks/ticks.ts";
import { dailyCounts } from "./streaks.ts";

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
 * What a day leaves of the score before it. Exponential smoothing as in Loop Habit Tracker (uhabits-core,
 * `models/Score.kt`): score = score before · m + value · (1 − m) with m = 0.5^(√frequency / 13), here for a daily
 * habit, so that half is lost in 13 days. The value is 1 for a day with any source done, as for a streak: the habit
 * is to practise daily, and a day with one source is no failure.
 */
const KEPT_PER_DAY = 0.5 ** (1 / 13);

/** The score up to today; an untried today is left out, since it can still be done, unless it `isOver`. */
export function strength(years: TicksByYear, today: CivilDate, isOver = false): Strength {
  const counts = dailyCounts(years, today);
  const days = counts.at(-1) === 0 && !isOver ? counts.slice(0, -1) : counts;
  const isActive = (count: number) => count > 0;
  const score = days.reduce((before, count) => before * KEPT_PER_DAY + Number(isActive(count)) * (1 - KEPT_PER_DAY), 0);
  const sinceFirst = days.slice(days.findIndex(isActive));
  const recent = days.some(isActive) ? sinceFirst.slice(-RECENT_DAYS) : [];
  return { score: score * 100, activeDays: recent.filter(isActive).length, ofDays: recent.length };
}

/** What moves the score; a sentence. */
export const STRENGTH_FORMULA = "Each day with a tick brings it closer to 100; a missed day lowers it by 5 %.";

/** 'active on 19 of the last 30 days' */
export function strengthReason({ activeDays, ofDays }: Strength): string {
  if (ofDays === 0) return "no active days yet";
  return ofDays === 1 ? "1 active day so far" : `active on ${activeDays} of the last ${ofDays} days`;
}

/** The score and its reason in words. */
export function explainStrength(strength: Strength): string {
  return `Strength ${Math.round(strength.score)} of 100: ${strengthReason(strength)}. ${STRENGTH_FORMULA}`;
}
