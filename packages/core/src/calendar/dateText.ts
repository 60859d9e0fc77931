import { DailyleetError } from "../errors.ts";
import { type CivilDate, type DayNumber, dayOfYear, isDayNumber } from "./calendar.ts";
import { addDays, isCivilDate } from "./civilDays.ts";

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

/** Month and day of a day number; 60 is March 1. */
export function monthDay(dayNumber: DayNumber): { month: number; day: number } {
  const first = (month: number) => dayOfYear({ month, day: 1 });
  let month = 12;
  while (month > 1 && first(month) > dayNumber) month--;
  return { month, day: dayNumber - first(month) + 1 };
}

/** 'March 5' */
export function dayHeading(dayNumber: DayNumber): string {
  const { month, day } = monthDay(dayNumber);
  return `${MONTH_NAMES[month - 1]} ${day}`;
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
