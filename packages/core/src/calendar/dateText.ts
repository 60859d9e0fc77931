import { type CivilDate, type DayNumber, dayOfYear } from "./calendar.ts";
import { weekday } from "./civilDays.ts";

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
  const { month, day } = monthDay(dayNumber);
  return `${MONTH_NAMES[month - 1]} ${day}`;
}

/** 'Thursday, March 5, 2026' */
export function longDate(date: CivilDate): string {
  return `${WEEKDAY_NAMES[weekday(date)]}, ${MONTH_NAMES[date.month - 1]} ${date.day}, ${date.year}`;
}
