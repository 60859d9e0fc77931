import { addDays, type CivilDate, civilDateAt } from "./calendar.ts";

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
export function dateOfTime(time: string, day: CivilDate, dayEndsAt = "00:00"): CivilDate {
  return minutesOf(time) < minutesOf(dayEndsAt) ? addDays(day, 1) : day;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
