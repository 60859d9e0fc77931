import {
  type CivilDate,
  counted,
  dayOfYear,
  isSameDate,
  MONTH_NAMES,
  type Streak,
  type TicksByYear,
} from "@dailyleet/core";

/** What is known around the shown year. */
export interface Reach {
  readonly years: TicksByYear;
  /** A year that the figures need and that could not be read yet. */
  readonly missing: number | null;
}

/** '12 days'; 'at least 40 days' where the streak may have begun in a year that is not known. */
export function streakLength({ days, first }: Streak, { years, missing }: Reach): string {
  const isCut = missing !== null && first !== null && !(first.year - 1 in years) && dayOfYear(first) === 1;
  return `${isCut ? "at least " : ""}${counted(days, "day")}`;
}

/** 'November 9 to November 20', with years where it is not all in `year`. */
export function streakDates({ first, last }: Streak, year: number): string {
  if (first === null || last === null) return "";
  const isOfYear = first.year === year && last.year === year;
  const text = (date: CivilDate) => (isOfYear ? dayText(date) : `${dayText(date)}, ${date.year}`);
  return isSameDate(first, last) ? text(first) : `${text(first)} to ${text(last)}`;
}

function dayText({ month, day }: CivilDate): string {
  return `${MONTH_NAMES[month - 1]} ${day}`;
}
