import { usageError } from "../errors.ts";

/** A day of the civil calendar, without time and zone. `month` is 1 to 12, `day` 1 to 31. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A day's key in the tick document: 1 (January 1) to 365 (December 31), in leap years as well. */
export type DayNumber = number;

export const DAYS_PER_YEAR = 365;
export const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Days before each month in a year without a leap day. */
const DAYS_BEFORE = MONTH_LENGTHS.map((_, month) =>
  MONTH_LENGTHS.slice(0, month).reduce((sum, length) => sum + length, 0),
);

/** Counts as in a year without a leap day: 29 February and 1 March are both 60. */
export function dayOfYear(date: { month: number; day: number }): DayNumber {
  return (DAYS_BEFORE[date.month - 1] ?? Number.NaN) + date.day;
}

export function isDayNumber(value: unknown): value is DayNumber {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= DAYS_PER_YEAR;
}

/** Whether `firestore.rules` allow ticks of this year: 1970 to 9999. */
export function isTickYear(year: number): boolean {
  return Number.isInteger(year) && year >= 1970 && year <= 9999;
}

export function isCivilDate({ year, month, day }: CivilDate): boolean {
  const length = month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
  return [year, month, day].every(Number.isInteger) && day >= 1 && day <= length;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** The civil date in this computer's time zone. */
export function civilDateAt(epochMs: number): CivilDate {
  const moment = new Date(epochMs);
  return { year: moment.getFullYear(), month: moment.getMonth() + 1, day: moment.getDate() };
}

export function isSameDate(a: CivilDate, b: CivilDate): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day;
}

export const MS_PER_DAY = 86_400_000;

/** Whole days since 1970-01-01. */
export function epochDay({ year, month, day }: CivilDate): number {
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
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

/** 'YYYY-MM-DD', ISO 8601. */
export function formatDate({ year, month, day }: CivilDate): string {
  return `${String(year).padStart(4, "0")}-${monthAndDay({ month, day })}`;
}

/** Reads 'YYYY-MM-DD'; null for any other text, and for a day that does not exist. */
export function readDate(text: string): CivilDate | null {
  const [year = 0, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1).map(Number) ?? [];
  return isCivilDate({ year, month, day }) ? { year, month, day } : null;
}

/** The epoch day of 'YYYY-MM-DD'. `Date.parse` reads a date without a time as UTC. */
export function epochDayOf(date: string): number {
  return Date.parse(date) / MS_PER_DAY;
}

/**
 * The person's day at `epochMs`, by this computer's clock. Until the clock first shows `dayEndsAt` ('HH:MM'), it is
 * still the day before. Page and terminal have no other source of 'today'.
 */
export function todayAt(epochMs: number, dayEndsAt = ""): CivilDate {
  const date = civilDateAt(epochMs);
  const clock = new Date(epochMs);
  if (clock.toTimeString() >= dayEndsAt) return date;
  // If the clock is set back for the end of summer time, it shows `dayEndsAt` twice; the first time counts.
  const end = clock.setHours(...(dayEndsAt.split(":").map(Number) as [number, number]));
  return epochMs < end ? addDays(date, -1) : date;
}

const DATE_FORMS = "today, yesterday, a weekday, -1, 2026-03-05 or 03-05";

/**
 * Reads a day as a person writes it: `today`, `yesterday`, `tomorrow`, `-7` (days ago), `2026-03-05`, `03-05`, or a
 * weekday (full name or three letters). `03-05` and a weekday mean the last or the next such day, by `which`, possibly
 * today. Throws `usage` for other texts, and for a day that does not exist.
 */
export function parseDate(text: string, today: CivilDate, which: "last" | "next" = "last"): CivilDate {
  const direction = which === "last" ? -1 : 1;
  const written = text.trim().toLowerCase();
  const date = writtenDate(written, today, direction);
  if (date !== null && isCivilDate(date)) return date;
  const fault = date === null ? `'${text}' is not a date` : `There is no day ${text}`;
  throw usageError(`${fault}; ${bareNumberAdvice(written, today) ?? `give ${DATE_FORMS}`}.`);
}

function writtenDate(text: string, today: CivilDate, direction: -1 | 1): CivilDate | null {
  if (text === "today") return today;
  if (text === "yesterday") return addDays(today, -1);
  if (text === "tomorrow") return addDays(today, 1);
  const named = WEEKDAY_NAMES.findIndex((name) => [name, name.slice(0, 3)].some((form) => form.toLowerCase() === text));
  if (named !== -1) return addDays(today, direction * ((direction * (named - weekday(today)) + 7) % 7));
  if (/^-\d{1,5}$/.test(text)) return addDays(today, Number(text));
  const [, year, month, day] = /^(?:(\d{4})-)?(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year !== undefined) return { year: Number(year), month: Number(month), day: Number(day) };
  if (month !== undefined) return nearestDate({ month: Number(month), day: Number(day) }, today, direction);
  return null;
}

/** Advice for a bare number, which may mean a day of the month or of the year; null for other texts. */
function bareNumberAdvice(text: string, today: CivilDate): string | null {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (!isDayNumber(number)) return null;
  const ofYear = monthAndDay(monthDay(number));
  if (number > LONGEST_MONTH) return `for day ${number} of the year give ${ofYear}`;
  // Of two consecutive months, one has 31 days: look back that far for the day of the month.
  const days = Array.from({ length: 2 * LONGEST_MONTH }, (_, away) => addDays(today, -away));
  const ofMonth = monthAndDay(days.find(({ day }) => day === number) ?? today);
  return ofMonth === ofYear ? `give ${ofMonth}` : `give ${ofMonth}, or ${ofYear} for day ${number} of the year`;
}

const LONGEST_MONTH = 31;

/** '03-05' */
function monthAndDay({ month, day }: { readonly month: number; readonly day: number }): string {
  return `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Two leap days are at most eight years apart, as in 1896 and 1904. */
const MAX_YEARS_AWAY = 8;

/** The nearest such date from today on, in the direction. If no year has the date, returns an invalid one. */
function nearestDate(
  wanted: { readonly month: number; readonly day: number },
  today: CivilDate,
  direction: -1 | 1,
): CivilDate {
  const inYear = (yearsAway: number) => ({ year: today.year + direction * yearsAway, ...wanted });
  const dates = Array.from({ length: MAX_YEARS_AWAY + 1 }, (_, yearsAway) => inYear(yearsAway));
  const isThere = (date: CivilDate) => direction * (epochDay(date) - epochDay(today)) >= 0;
  return dates.find((date) => isCivilDate(date) && isThere(date)) ?? inYear(0);
}

export const MONTH_NAMES: readonly string[] =
  "January February March April May June July August September October November December".split(" ");

export const WEEKDAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** The names of a week's days, beginning with `firstWeekday`. */
export function weekdayNames(firstWeekday: number): readonly string[] {
  return [...WEEKDAY_NAMES.slice(firstWeekday), ...WEEKDAY_NAMES.slice(0, firstWeekday)];
}

/** A date's place in its week, 0 to 6. */
export function placeInWeek(date: CivilDate, firstWeekday: number): number {
  return (weekday(date) - firstWeekday + 7) % 7;
}

/** Node 22 has `weekInfo`, newer engines have `getWeekInfo`, Firefox has neither. */
interface WeekLocale extends Intl.Locale {
  readonly weekInfo?: WeekInfo;
  getWeekInfo?(): WeekInfo;
}

interface WeekInfo {
  /** 1 (Monday) to 7 (Sunday) */
  readonly firstDay: number;
}

/**
 * The first weekday of the week in a language, 0 for Sunday; Sunday if the engine does not know. Takes BCP 47 tags and
 * POSIX names (`de_DE.UTF-8`, `C`), because some browsers report a mixture: `de-DE@posix`.
 */
export function firstWeekday(language: string): number {
  try {
    const name = language.replace(/^POSIX|[.@].*/g, "").replaceAll("_", "-");
    const locale: WeekLocale = new Intl.Locale(name);
    return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 7) % 7;
  } catch {
    return 0;
  }
}

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
