import {
  type CivilDate,
  type Config,
  civilDateAt,
  epochDay,
  firstWeekday,
  formatDate,
  inDays,
  isTickYear,
  orElse,
  parseDate,
  todayAt,
  usageError,
} from "@dailyleet/core";
import type { Context } from "../context.ts";

export function todayOf(context: Pick<Context, "now">, { dayEndsAt }: Pick<Config, "dayEndsAt">): CivilDate {
  return todayAt(context.now(), dayEndsAt);
}

/** The first day of the week (0 is Sunday), by POSIX's locale variables. */
export function firstWeekdayOf({ env }: Pick<Context, "env">): number {
  return firstWeekday(env.LC_ALL || env.LC_TIME || env.LANG || "");
}

/** Such as '2026-11-20 14:05', by this computer's clock and zone. */
export function localTimeText(epochMs: number): string {
  return `${formatDate(civilDateAt(epochMs))} ${new Date(epochMs).toTimeString().slice(0, 5)}`;
}

/** Such as '2026-11-24T05:30:00+05:30', in this computer's zone. */
export function isoText(epochMs: number): string {
  const offset = offsetAt(epochMs);
  const local = new Date(epochMs + offset * MS_PER_MINUTE).toISOString().slice(0, 19);
  return local + offsetText(offset);
}

function offsetAt(epochMs: number): number {
  return -new Date(epochMs).getTimezoneOffset();
}

/** Such as '+05:30'. */
function offsetText(minutes: number): string {
  const pair = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return (minutes < 0 ? "-" : "+") + pair.map((part) => String(part).padStart(2, "0")).join(":");
}

const MS_PER_MINUTE = 60_000;

/** Such as ', in 359 days' or ', tomorrow' for a future day; else empty. */
export function aheadText(date: CivilDate, today: CivilDate): string {
  const days = epochDay(date) - epochDay(today);
  return days > 0 ? `, ${inDays(days)}` : "";
}

/** Accepts today and earlier days. Throws `usage`. */
export function readDay(text: string, today: CivilDate): CivilDate {
  const date = readAnyDay(text, today);
  if (epochDay(date) <= epochDay(today)) return date;
  throw usageError(`${formatDate(date)} has not come yet; give today or an earlier day.`);
}

/** As `readDay`, but accepts future days: a wrong clock may have left ticks there to remove. */
export function readAnyDay(text: string, today: CivilDate): CivilDate {
  const date = parseDate(text, today);
  checkEarliest(date.year);
  return date;
}

/** Whether the text is a day as a person writes it. */
export function isDay(text: string, today: CivilDate): boolean {
  return orElse(false, () => isTickYear(parseDate(text, today).year));
}

/** Throws `usage`. */
export function readYearNumber(text: string, today: CivilDate): number {
  if (!/^\d{4}$/.test(text)) {
    throw usageError(`'${text}' is not a year; give four digits such as ${today.year}.`);
  }
  const year = Number(text);
  if (year > today.year) {
    throw usageError(`The year ${year} has not begun; give one up to ${today.year}.`);
  }
  checkEarliest(year);
  return year;
}

function checkEarliest(year: number): void {
  if (isTickYear(year)) return;
  throw usageError(`The year ${year} is too early; give one from 1970 on.`);
}
