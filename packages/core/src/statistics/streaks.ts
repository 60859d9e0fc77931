import {
  type CivilDate,
  DAYS_PER_YEAR,
  type DayNumber,
  dayOfYear,
  isLeapYear,
  isTickYear,
} from "../calendar/calendar.ts";
import { monthDay } from "../calendar/dates.ts";
import { type ReadYears, yearsUpTo } from "../ticks/allYears.ts";
import { countDone, dayTicks, NO_TICKS, type Ticks, type TicksByYear } from "../ticks/ticks.ts";
import { createRestDays, isResting, monthsBetween, NO_REST, type Rest } from "./rest.ts";

/** Days of practice in a row: on each of them at least one source was done. Rest days between them are not counted. */
export interface Streak {
  readonly days: number;
  /** The first and the last of them; null when there are none. */
  readonly first: CivilDate | null;
  readonly last: CivilDate | null;
}

export interface Streaks {
  /** The one that reaches today, or yesterday while today is untried and can still be done. */
  readonly current: Streak;
  /** The longest up to today; of equal ones the earliest. */
  readonly best: Streak;
  /** The rest days of today's year, as keys of the tick document. */
  readonly rested: ReadonlySet<DayNumber>;
  /** How many of the rest days of today's month are used. */
  readonly restUsed: number;
}

/** The key that 29 February shares with 1 March. */
const LEAP_DAY = dayOfYear({ month: 2, day: 29 });

/**
 * The streaks up to today in all years given, over the ends of years too. A missed day ends a streak unless it is a rest
 * day. 29 February and 1 March have one key and are one day of practice: a streak over the two goes on and grows by one.
 * It is dated so that without rest days it is as long as the days from its first to its last date: it begins with the
 * pair on 1 March and ends with it on 29 February; only one with days on both sides is a day shorter than that. The pair
 * alone is dated 1 March, or 29 February while that is today. With `isOver` nothing more can be done on the day given as
 * today.
 */
export function streaks(years: TicksByYear, today: CivilDate, rest: Rest = NO_REST, isOver = false): Streaks {
  const counts = dailyCounts(years, today);
  const restDays = createRestDays(rest, today.year - Math.floor((counts.length - 1) / DAYS_PER_YEAR));
  const missable = isOver ? counts.length : counts.length - 1;
  let [run, first, last, best, bestFirst, bestLast] = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < counts.length; index++) {
    if (counts[index]) {
      if (run === 0) first = index;
      run++;
      last = index;
      // Not in one assignment: making two lists for each day, a program that has just started takes 6 ms for ten years.
      if (run > best) {
        best = run;
        bestFirst = first;
        bestLast = last;
      }
    } else if (index < missable && !restDays.includes(index, best > 0 ? last : null)) run = 0;
  }
  const dated = (days: number, from: number, to: number) =>
    datedStreak(days, from + 1 - counts.length, to + 1 - counts.length, today);
  return {
    current: dated(run, first, last),
    best: dated(best, bestFirst, bestLast),
    rested: new Set(restDays.days.filter(({ year }) => year === today.year).map(dayOfYear)),
    restUsed: restDays.used.filter((date) => monthsBetween(date, today) === 0).length,
  };
}

/** A streak whose first and last day are so many (0 or less) days of practice from today. */
function datedStreak(days: number, firstOffset: number, lastOffset: number, today: CivilDate): Streak {
  if (days === 0) return { days, first: null, last: null };
  const first = practiceDay(today, firstOffset);
  const last = practiceDay(today, lastOffset);
  const isOnLeapDay = days > 1 && isLeapYear(last.year) && dayOfYear(last) === LEAP_DAY;
  return { days, first, last: isOnLeapDay ? { ...last, month: 2, day: 29 } : last };
}

/** The day that is `offset` keys away from that of `today`. */
function practiceDay(today: CivilDate, offset: number): CivilDate {
  if (offset === 0) return today;
  const index = dayOfYear(today) - 1 + offset;
  const years = Math.floor(index / DAYS_PER_YEAR);
  return { year: today.year + years, ...monthDay(index - years * DAYS_PER_YEAR + 1) };
}

/** How many sources were done on each day of practice, 365 a year, from that of 1 January of the first year to today's. */
export function dailyCounts(years: TicksByYear, today: CivilDate): number[] {
  const known = Object.keys(years)
    .map(Number)
    .filter((year) => isTickYear(year) && year <= today.year);
  if (known.length === 0) return [];
  const first = Math.min(...known);
  const each = Array.from({ length: today.year - first + 1 }, (_, index) => countsOf(years[first + index] ?? NO_TICKS));
  return each.flat().slice(0, (today.year - first) * DAYS_PER_YEAR + dayOfYear(today));
}

/** By the identity of a year's ticks: several figures are worked out of the same counts. */
const counted = new WeakMap<Ticks, readonly number[]>();

function countsOf(ticks: Ticks): readonly number[] {
  const counts =
    counted.get(ticks) ?? Array.from({ length: DAYS_PER_YEAR }, (_, index) => countDone(dayTicks(ticks, index + 1)));
  counted.set(ticks, counts);
  return counts;
}

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
  rest: Rest = NO_REST,
): Promise<CurrentStreak> {
  for (let years = known; ; ) {
    const { days, first } = streaks(years, today, rest).current;
    const next = years[today.year] === undefined ? kept(today.year) : yearBefore(first ?? today, rest);
    if (next === null || years[next] !== undefined) return { days, years };
    // As many again as it has filled so far: a streak of ten years is read in five turns.
    const least = yearsUpTo(next).slice(-Math.max(1, today.year - next));
    const found = await read(yearsUpTo(next), least);
    years = { ...years, ...Object.fromEntries(least.map((year) => [year, NO_TICKS])), ...found };
  }
}

/** Null where the streak does not concern it, or nothing can be kept of it. */
function yearBefore(first: CivilDate, rest: Rest): number | null {
  return mayBeginEarlier(first, rest) ? kept(first.year - 1) : null;
}

/**
 * Whether a streak that begins on this day, as far as its year tells, may begin in the year before: over rest days also
 * one that begins in January, or just after it.
 */
export function mayBeginEarlier(first: CivilDate, rest: Rest = NO_REST): boolean {
  return dayOfYear(first) <= (isResting(rest) ? FEBRUARY_1 : 1);
}

const FEBRUARY_1 = dayOfYear({ month: 2, day: 1 });

/** The year; null where nothing can be kept of it, as where a clock stands before 1970. */
function kept(year: number): number | null {
  return isTickYear(year) ? year : null;
}
