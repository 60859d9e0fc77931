import { addDays, type CivilDate, civilDateAt } from "./calendar.ts";

/** The latest end of a day, as minutes past midnight. */
const LATEST_END = 6 * 60;

/** Whether `text` is 'HH:MM' from 00:00 to 06:00: when a person's day may end. */
export function isDayEnd(text: string): boolean {
  return /^\d\d:[0-5]\d$/.test(text) && minutesOf(text) <= LATEST_END;
}

/**
 * The person's day at a moment (milliseconds since the epoch), by the clock of this computer: until it first shows
 * `dayEndsAt` it is the day before. Everything that goes by 'today' asks here, in the page and in the terminal.
 */
export function todayAt(epochMs: number, dayEndsAt = "00:00"): CivilDate {
  const end = minutesOf(dayEndsAt);
  const date = civilDateAt(epochMs);
  const clock = new Date(epochMs);
  if (clock.getHours() * 60 + clock.getMinutes() >= end) return date;
  // A clock that is put back shows the end twice, and the first time counts.
  const firstEnd = clock.setHours(0, end, 0, 0);
  return epochMs < firstEnd ? addDays(date, -1) : date;
}

/** The date in the calendar of a time of the clock ('HH:MM') within the person's day. */
export function dateOf(time: string, day: CivilDate, dayEndsAt = "00:00"): CivilDate {
  return minutesOf(time) < minutesOf(dayEndsAt) ? addDays(day, 1) : day;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
