import {
  type CivilDate,
  counted,
  hasDone,
  isSameDate,
  MONTH_NAMES,
  mayBeginEarlier,
  NO_TICKS,
  type Rest,
  type Streak,
  type TicksByYear,
} from "@dailyleet/core";

/** The years that the figures go by, as far as they are known. */
export interface Reach {
  readonly years: TicksByYear;
  /** The next year that the figures need and that is not known yet; null when they are all there. */
  readonly missing: number | null;
}

/** '17 days'; '17+ days' while a year that may hold a longer one is not known: as short, so that nothing moves. */
export function bestLength({ days }: Streak, { missing }: Reach): string {
  return missing === null ? counted(days, "day") : atLeast(days);
}

/** The length of the streak up to `asOf`, as `bestLength`; '…' where it can only lie in a year that is not known. */
export function currentLength(
  { days, first }: Streak,
  { years, missing }: Reach,
  asOf: CivilDate,
  rest?: Rest,
): string {
  const begin = first ?? asOf;
  const isCut = missing !== null && mayBeginEarlier(begin, rest) && !(begin.year - 1 in years);
  if (isCut && days === 0) return UNKNOWN;
  return isCut ? atLeast(days) : counted(days, "day");
}

const atLeast = (days: number) => `${days}+ days`;

/** Stands in for an unknown figure. */
export const UNKNOWN = "…";

/** The first of the years with anything done. */
export function firstYear({ years }: Reach, shown: number): number {
  const active = Object.keys(years).filter((year) => hasDone(years[Number(year)] ?? NO_TICKS));
  return Math.min(shown, ...active.map(Number));
}

/** 'November 9 to November 20', with the years where they are not `year`. */
export function streakDates({ first, last }: Streak, year: number): string {
  if (first === null || last === null) return "";
  const end = dayText(last) + (last.year === year && first.year === year ? "" : `, ${last.year}`);
  if (isSameDate(first, last)) return end;
  return `${dayText(first)}${first.year === last.year ? "" : `, ${first.year}`} to ${end}`;
}

function dayText({ month, day }: CivilDate): string {
  return `${MONTH_NAMES[month - 1]} ${day}`;
}
