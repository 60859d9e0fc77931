import {
  type CivilDate,
  DAYS_PER_YEAR,
  type DayNumber,
  dayOfYear,
  isTickYear,
  MONTH_NAMES,
  monthDay,
  WEEKDAY_NAMES,
  weekday,
} from "../calendar/calendar.ts";
import { isSharedDay } from "../calendar/sharedDay.ts";
import { type ReadYears, readBack } from "../ticks/allYears.ts";
import { countDone, dayTicks, NO_TICKS, type TicksByYear } from "../ticks/ticks.ts";

/** Days of practice in a row, each with at least one source done. Rest days between them are not counted. */
export interface Streak {
  readonly days: number;
  /** Null where there are no days. */
  readonly first: CivilDate | null;
  readonly last: CivilDate | null;
}

export interface Streaks {
  /** The streak up to today, or up to yesterday while today can still be done. */
  readonly current: Streak;
  /** The longest streak up to today; of equal ones the earliest. */
  readonly best: Streak;
  /** The rest days of today's year, as keys of the tick document. */
  readonly rested: ReadonlySet<DayNumber>;
  /** How many rest days of today's month are used. */
  readonly restUsed: number;
  /** How many rest days the current streak spans. */
  readonly restKept: number;
}

/** The days on which a streak needs no tick. */
export interface Rest {
  /** The first three letters of weekdays in lower case, such as 'sun'. */
  readonly weekdays?: readonly string[];
  /** How many other missed days of a month are rest days; the earliest ones are. */
  readonly perMonth?: number;
}

export const NO_REST: Rest = {};

function isResting({ weekdays = [], perMonth = 0 }: Rest): boolean {
  return weekdays.length > 0 || perMonth > 0;
}

/** '1 of 2 rest days used in November'; empty without `perMonth`. */
export function restText(rest: Rest | undefined, used: number, { month }: CivilDate): string {
  const perMonth = rest?.perMonth ?? 0;
  if (perMonth === 0) return "";
  return `${used} of ${perMonth} rest ${perMonth === 1 ? "day" : "days"} used in ${MONTH_NAMES[month - 1]}`;
}

/**
 * The streaks up to today in the given years, also across New Year. A missed day ends a streak unless it is a rest day.
 * With `isOver`, today can no longer be done.
 *
 * 29 February and 1 March have one key and are one day of practice: a streak over the two goes on and grows by one. A
 * streak that begins with the pair begins on 1 March, and one that ends with it ends on 29 February, so that without rest
 * days it has as many days as its dates span; only a streak with days on both sides of the pair is a day shorter. The
 * pair alone is dated 1 March, or 29 February while that is today.
 */
export function streaks(years: TicksByYear, today: CivilDate, rest: Rest = NO_REST, isOver = false): Streaks {
  const counts = dailyCounts(years, today);
  const now = counts.length - 1;
  const firstYear = today.year - Math.floor(now / DAYS_PER_YEAR);
  const dateAt = (index: number): CivilDate => {
    if (index === now) return today;
    return { year: firstYear + Math.floor(index / DAYS_PER_YEAR), ...monthDay((index % DAYS_PER_YEAR) + 1) };
  };
  const restDays = createRestDays(rest);
  let [current, best] = [NO_RUN, NO_RUN];
  let lastDone: number | null = null;
  let restKept = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0) {
      current = { days: current.days + 1, first: current.days === 0 ? index : current.first, last: index };
      if (current.days > best.days) best = current;
      if (current.days === 1) restKept = 0;
      lastDone = index;
    } else if (index < now || isOver) {
      const isRest = isResting(rest) && lastDone !== null && restDays.includes(dateAt(index), dateAt(lastDone));
      if (isRest) restKept++;
      else current = NO_RUN;
    }
  }
  return {
    current: datedStreak(current, dateAt),
    best: datedStreak(best, dateAt),
    rested: new Set(restDays.days.filter(({ year }) => year === today.year).map(dayOfYear)),
    restUsed: restDays.used.filter((date) => monthsBetween(date, today) === 0).length,
    restKept: current.days === 0 ? 0 : restKept,
  };
}

/** A streak by the indexes of its first and last day among the days of practice. */
const NO_RUN = { days: 0, first: 0, last: 0 };

function datedStreak({ days, first, last }: typeof NO_RUN, dateAt: (index: number) => CivilDate): Streak {
  if (days === 0) return { days, first: null, last: null };
  const end = dateAt(last);
  const isOnLeapDay = days > 1 && isSharedDay({ year: end.year, day: dayOfYear(end) });
  return { days, first: dateAt(first), last: isOnLeapDay ? { ...end, month: 2, day: 29 } : end };
}

/** How many sources were done on each day of practice, 365 a year, from 1 January of the first year to today. */
export function dailyCounts(years: TicksByYear, today: CivilDate): number[] {
  const known = Object.keys(years).map(Number);
  const first = Math.min(...known.filter((year) => isTickYear(year) && year <= today.year));
  const counts: number[] = [];
  for (let year = first; year <= today.year; year++) {
    const ticks = years[year] ?? NO_TICKS;
    const last = year === today.year ? dayOfYear(today) : DAYS_PER_YEAR;
    for (let day = 1; day <= last; day++) counts.push(countDone(dayTicks(ticks, day)));
  }
  return counts;
}

/** Decides the rest days of a history and counts the ones of `perMonth`. */
function createRestDays({ weekdays = [], perMonth = 0 }: Rest) {
  const days: CivilDate[] = [];
  const used: CivilDate[] = [];
  const isFree = (date: CivilDate) => {
    const name = WEEKDAY_NAMES[weekday(date)] ?? "";
    return weekdays.includes(name.slice(0, 3).toLowerCase());
  };
  const isOneLeft = (date: CivilDate) => {
    const last = used.at(-perMonth);
    return perMonth > 0 && (last === undefined || monthsBetween(last, date) > 0);
  };
  /**
   * Whether a missed day is a rest day. Call it once for each missed day, in order. After a month without a tick there is
   * no streak to keep, so no day is a rest day until the next tick.
   */
  const includes = (date: CivilDate, lastDone: CivilDate): boolean => {
    if (monthsBetween(lastDone, date) > 1) return false;
    if (!isFree(date)) {
      if (!isOneLeft(date)) return false;
      used.push(date);
    }
    days.push(date);
    return true;
  };
  return { days, used, includes };
}

function monthsBetween(from: CivilDate, to: CivilDate): number {
  return 12 * (to.year - from.year) + to.month - from.month;
}

interface CurrentStreak {
  readonly days: number;
  /** The years passed in and the years read for the streak. */
  readonly years: TicksByYear;
}

/**
 * The streak up to today or yesterday. Reads unknown years that the streak may reach, usually none. For the best
 * streak, use `readBack`. Rejects as `read` does.
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
    years = { ...years, ...(await readBack(read, next)) };
  }
}

/**
 * Whether a streak may have begun in an earlier year, if this is its first day within the day's own year. With rest days,
 * even a streak from January or from 1 February may have.
 */
export function mayBeginEarlier(first: CivilDate, rest: Rest = NO_REST): boolean {
  return dayOfYear(first) <= (isResting(rest) ? FEBRUARY_1 : 1);
}

const FEBRUARY_1 = dayOfYear({ month: 2, day: 1 });
