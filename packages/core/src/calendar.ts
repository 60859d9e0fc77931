import { DailyleetError } from "./errors.ts";

/** A day of the civil calendar: no time, no zone. `month` is 1 to 12, `day` 1 to 31. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A key of the tick document: 1 (January 1) to 365 (December 31), in every year. */
export type DayNumber = number;

export const DAYS_PER_YEAR = 365;
export const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
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

/** Days before each month in the fixed year, so that a day number is one addition. */
const DAYS_BEFORE = MONTH_LENGTHS.map((_, month) =>
  MONTH_LENGTHS.slice(0, month).reduce((sum, length) => sum + length, 0),
);
const MS_PER_DAY = 86_400_000;

/**
 * The sum of the days of all prior months plus the day in the month. The fixed year has no leap day, so
 * 29 February gives 60, the same as 1 March.
 */
export function dayOfYear(date: { month: number; day: number }): DayNumber {
  return (DAYS_BEFORE[date.month - 1] ?? Number.NaN) + date.day;
}

/** Month and day of a day number; 60 is March 1. */
export function monthDay(dayNumber: DayNumber): { month: number; day: number } {
  const next = DAYS_BEFORE.findIndex((before) => before >= dayNumber);
  const month = next === -1 ? 12 : next;
  return { month, day: dayNumber - (DAYS_BEFORE[month - 1] ?? 0) };
}

export function isDayNumber(value: unknown): value is DayNumber {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= DAYS_PER_YEAR;
}

/** 'March 5' */
export function dayHeading(dayNumber: DayNumber): string {
  const { month, day } = monthDay(dayNumber);
  return `${MONTH_NAMES[month - 1]} ${day}`;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Whether days of this year can be kept: 1970 to 9999, as in `firestore.rules`. */
export function isTickYear(year: number): boolean {
  return Number.isInteger(year) && year >= 1970 && year <= 9999;
}

export function isCivilDate({ year, month, day }: CivilDate): boolean {
  const length = month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
  return [year, month, day].every(Number.isInteger) && day >= 1 && day <= length;
}

/** The civil date of a moment (milliseconds since the epoch) in the zone of this computer. */
export function civilDateAt(epochMs: number): CivilDate {
  const moment = new Date(epochMs);
  return { year: moment.getFullYear(), month: moment.getMonth() + 1, day: moment.getDate() };
}

/** Whole days since 1970-01-01; differences of these are differences of civil days. */
export function epochDay({ year, month, day }: CivilDate): number {
  // setUTCFullYear, because Date.UTC reads the years 0 to 99 as 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day) / MS_PER_DAY;
}

export function fromEpochDay(days: number): CivilDate {
  const moment = new Date(days * MS_PER_DAY);
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() };
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return fromEpochDay(epochDay(date) + days);
}

/** 0 is Sunday. */
export function weekday(date: CivilDate): number {
  return (((epochDay(date) + 4) % 7) + 7) % 7;
}

export function isSameDate(a: CivilDate, b: CivilDate): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day;
}

/** 'YYYY-MM-DD', ISO 8601. */
export function formatDate({ year, month, day }: CivilDate): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

const DATE_FORMS = "today, yesterday, -1, 2026-03-05, 03-05 or a day number from 1 to 365";

/**
 * Reads what a person writes for a day: `today`, `yesterday`, `-7`, `2026-03-05`, `03-05` or `64`.
 * Throws `usage` when the text is none of these or names a day that does not exist.
 */
export function parseDate(text: string, today: CivilDate): CivilDate {
  const date = readDate(text.trim().toLowerCase(), today);
  if (date === null) {
    throw new DailyleetError("usage", `'${text}' is not a date; give ${DATE_FORMS}.`);
  }
  if (!isCivilDate(date)) {
    throw new DailyleetError("usage", `There is no day ${text}; give ${DATE_FORMS}.`);
  }
  return date;
}

function readDate(text: string, today: CivilDate): CivilDate | null {
  if (text === "today") return today;
  if (text === "yesterday") return addDays(today, -1);
  if (/^-\d{1,5}$/.test(text)) return addDays(today, Number(text));
  const iso = /^(?:(\d{4})-)?(\d{2})-(\d{2})$/.exec(text);
  if (iso) {
    return { year: Number(iso[1] ?? today.year), month: Number(iso[2]), day: Number(iso[3]) };
  }
  if (/^\d{1,3}$/.test(text)) {
    const number = Number(text);
    return isDayNumber(number) ? { year: today.year, ...monthDay(number) } : { year: today.year, month: 0, day: 0 };
  }
  return null;
}
