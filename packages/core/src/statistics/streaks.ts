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

/** Days of practice in a row, each with at least one source done. Rest days between them are not counted. */
export interface Streak {
  readonly days: number;
  /** Null where there are no days. */
  readonly first: CivilDate | null;
  readonly last: CivilDate | null;
}

export interface Streaks {
  /** The streak that reaches today, or yesterday while today is untried and can still be done. */
  readonly current: Streak;
  /** The longest streak up to today; of equal ones the earliest. */
  readonly best: Streak;
  /** The rest days of today's year, as keys of the tick document. */
  readonly rested: ReadonlySet<DayNumber>;
  /** How many of the rest days of today's month are used. */
  readonly restUsed: number;
}

/** The key that 29 February shares with 1 March. */
const LEAP_DAY = dayOfYear({ month: 2, day: 29 });

/**
 * The streaks up to today in all years given, also across New Year. A missed day ends a streak unless it is a rest day.
 * With `isOver` nothing more can be done on the day given as today.
 *
 * 29 February and 1 March have one key and are one day of practice: a streak over the two goes on and grows by one. A
 * streak that begins with the pair begins on 1 March, and one that ends with it ends on 29 February, so that without rest
 * days it has as many days as its dates span; only a streak with days on both sides of the pair is a day shorter. The
 * pair alone is dated 1 March, or 29 February while that is today.
 */
export function streaks(years: TicksByYear, today: CivilDate, rest: Rest = NO_REST, isOver = false): Streaks {
  const counts = dailyCounts(years, today);
  const restDays = createRestDays(rest, today.year - Math.floor((counts.length - 1) / DAYS_PER_YEAR));
  const missable = isOver ? counts.length : counts.length - 1;
  let [current, best] = [NO_RUN, NO_RUN];
  let lastDone: number | null = null;
  for (let index = 0; index < counts.length; index++) {
    if (counts[index]) {
      current = { days: current.days + 1, first: current.days === 0 ? index : current.first, last: index };
      if (current.days > best.days) best = current;
      lastDone = index;
    } else if (index < missable && !restDays.includes(index, lastDone)) current = NO_RUN;
  }
  return {
    current: datedStreak(current, counts.length - 1, today),
    best: datedStreak(best, counts.length - 1, today),
    rested: new Set(restDays.days.filter(({ year }) => year === today.year).map(dayOfYear)),
    restUsed: restDays.used.filter((date) => monthsBetween(date, today) === 0).length,
  };
}

/** A streak by the places of its first and last day among the days of practice. */
const NO_RUN = { days: 0, first: 0, last: 0 };

/** `now` is today's place among the days of practice. */
function datedStreak({ days, first, last }: typeof NO_RUN, now: number, today: CivilDate): Streak {
  if (days === 0) return { days, first: null, last: null };
  const end = practiceDay(today, last - now);
  const isOnLeapDay = days > 1 && isLeapYear(end.year) && dayOfYear(end) === LEAP_DAY;
  return { days, first: practiceDay(today, first - now), last: isOnLeapDay ? { ...end, month: 2, day: 29 } : end };
}

/** The day whose key is `offset` after that of `today`. */
function practiceDay(today: CivilDate, offset: number): CivilDate {
  if (offset === 0) return today;
  const index = dayOfYear(today) - 1 + offset;
  const years = Math.floor(index / DAYS_PER_YEAR);
  return { year: today.year + years, ...monthDay(index - years * DAYS_PER_YEAR + 1) };
}

/** How many sources were done on each day of practice, 365 a year, from 1 January of the first year to today. */
export function dailyCounts(years: TicksByYear, today: CivilDate): number[] {
  const known = Object.keys(years)
    .map(Number)
    .filter((year) => isTickYear(year) && year <= today.year);
  if (known.length === 0) return [];
  const first = Math.min(...known);
  const each = Array.from({ length: today.year - first + 1 }, (_, index) => countsOf(years[first + index] ?? NO_TICKS));
  return each.flat().slice(0, (today.year - first) * DAYS_PER_YEAR + dayOfYear(today));
}

/** Cached by the identity of a year's ticks: several figures need the same counts. */
const counted = new WeakMap<Ticks, readonly number[]>();

function countsOf(ticks: Ticks): readonly number[] {
  const counts =
    counted.get(ticks) ?? Array.from({ length: DAYS_PER_YEAR }, (_, index) => countDone(dayTicks(ticks, index + 1)));
  counted.set(ticks, counts);
  return counts;
}

interface CurrentStreak {
  readonly days: number;
  /** The years that were known, and those that were read for the streak. */
  readonly years: TicksByYear;
}

/**
 * The streak that reaches today or yesterday. Reads only those unknown years into which it may reach, most often none;
 * the best streak needs `readBack`. Rejects as `read` does.
 */
export async function readCurrentStreak(
  read: ReadYears,
  today: CivilDate,
  known: TicksByYear = {},
  rest: Rest = NO_REST,
): Promise<CurrentStreak> {
  for (let years = known; ; ) {
    const { days, first } = streaks(years, today, rest).current;
    const isBegun = years[today.year] !== undefined;
    const next = isBegun ? (first ?? today).year - 1 : today.year;
    const mayReach = !isBegun || mayBeginEarlier(first ?? today, rest);
    if (!mayReach || !isTickYear(next) || years[next] !== undefined) return { days, years };
    // Reads as many years again as the streak has filled so far: a streak of ten years takes five turns.
    const least = yearsUpTo(next).slice(-Math.max(1, today.year - next));
    const found = await read(yearsUpTo(next), least);
    years = { ...years, ...Object.fromEntries(least.map((year) => [year, NO_TICKS])), ...found };
  }
}

/**
 * Whether a streak whose first day is this one, as far as the day's own year tells, may have begun in the year before.
 * With rest days also a streak from January, or from 1 February, may have.
 */
export function mayBeginEarlier(first: CivilDate, rest: Rest = NO_REST): boolean {
  return dayOfYear(first) <= (isResting(rest) ? FEBRUARY_1 : 1);
}

const FEBRUARY_1 = dayOfYear({ month: 2, day: 1 });
