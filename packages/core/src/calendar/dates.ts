import { DailyleetError } from "../errors.ts";
import {
  addDays,
  type CivilDate,
  type DayNumber,
  dayOfYear,
  epochDay,
  isCivilDate,
  isDayNumber,
  weekday,
} from "./calendar.ts";

const DATE_FORMS = "today, yesterday, tomorrow, a weekday, -1, 2026-03-05, 03-05 or a day number from 1 to 365";

/**
 * Reads a day as a person writes it: `today`, `yesterday`, `tomorrow`, `-7`, `2026-03-05`, `03-05`, `64`, or a weekday's
 * name or its first three letters. Without a year the last such day is meant, which may be today. Throws `usage` for any
 * other text, and for a day that does not exist.
 */
export function parseDate(text: string, today: CivilDate): CivilDate {
  const date = readDate(text.trim().toLowerCase(), today);
  if (date !== null && isCivilDate(date)) return date;
  const fault = date === null ? `'${text}' is not a date` : `There is no day ${text}`;
  throw new DailyleetError("usage", `${fault}; give ${DATE_FORMS}.`);
}

function readDate(text: string, today: CivilDate): CivilDate | null {
  if (text === "today") return today;
  if (text === "yesterday") return addDays(today, -1);
  if (text === "tomorrow") return addDays(today, 1);
  const named = WEEKDAY_NAMES.findIndex((name) => [name, name.slice(0, 3)].some((form) => form.toLowerCase() === text));
  if (named !== -1) return addDays(today, -((weekday(today) - named + 7) % 7));
  if (/^-\d{1,5}$/.test(text)) return addDays(today, Number(text));
  const [, year, month, day] = /^(?:(\d{4})-)?(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year !== undefined) return { year: Number(year), month: Number(month), day: Number(day) };
  if (month !== undefined) return lastDateOf({ month: Number(month), day: Number(day) }, today);
  if (/^\d{1,3}$/.test(text)) {
    return lastDateOf(isDayNumber(Number(text)) ? monthDay(Number(text)) : { month: 0, day: 0 }, today);
  }
  return null;
}

/** Two leap days are at most eight years apart, as in 1896 and 1904. */
const MAX_YEARS_AGO = 8;

/** Returns a day that does not exist where no year has such a day. */
function lastDateOf(wanted: { readonly month: number; readonly day: number }, today: CivilDate): CivilDate {
  const inYear = (yearsAgo: number) => ({ year: today.year - yearsAgo, ...wanted });
  const dates = Array.from({ length: MAX_YEARS_AGO + 1 }, (_, yearsAgo) => inYear(yearsAgo));
  return dates.find((date) => isCivilDate(date) && epochDay(date) <= epochDay(today)) ?? inYear(0);
}

export const MONTH_NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export const WEEKDAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Month and day of a day number; 60 is March 1. */
export function monthDay(dayNumber: DayNumber): { month: number; day: number } {
  const first = (month: number) => dayOfYear({ month, day: 1 });
  let month = 12;
  while (month > 1 && first(month) > dayNumber) month--;
  return { month, day: dayNumber - first(month) + 1 };
}

/** 'March 5' */
export function dayHeading(dayNumber: DayNumber): string {
  return shortDate(monthDay(dayNumber));
}

/** 'March 5' */
export function shortDate({ month, day }: { readonly month: number; readonly day: number }): string {
  return `${MONTH_NAMES[month - 1]} ${day}`;
}

/** 'Thursday, March 5, 2026' */
export function longDate(date: CivilDate): string {
  return `${WEEKDAY_NAMES[weekday(date)]}, ${shortDate(date)}, ${date.year}`;
}
