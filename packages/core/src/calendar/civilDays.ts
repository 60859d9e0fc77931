import type { CivilDate } from "./calendar.ts";

export const MS_PER_DAY = 86_400_000;

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

/** 'YYYY-MM-DD', ISO 8601. */
export function formatDate({ year, month, day }: CivilDate): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** The epoch day of a day as `formatDate` writes it. ISO 8601 without a time is read as UTC, in every zone. */
export function epochDayOf(date: string): number {
  return Date.parse(date) / MS_PER_DAY;
}
