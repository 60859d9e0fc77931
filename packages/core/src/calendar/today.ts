import { addDays, type CivilDate, civilDateAt } from "./calendar.ts";

/**
 * The person's day at a moment (milliseconds since the epoch), by the clock of this computer: before the clock first shows
 * `dayEndsAt` it is still the day before. Page and terminal take 'today' from here alone.
 */
export function todayAt(epochMs: number, dayEndsAt = ""): CivilDate {
  const date = civilDateAt(epochMs);
  const clock = new Date(epochMs);
  if (clock.toTimeString() >= dayEndsAt) return date;
  // A clock that is put back shows the end twice, and the first time counts.
  const end = clock.setHours(...(dayEndsAt.split(":").map(Number) as [number, number]));
  return epochMs < end ? addDays(date, -1) : date;
}

/** The calendar's date when the clock shows `time` ('HH:MM') within the person's day. */
export function dateOfTime(time: string, day: CivilDate, dayEndsAt = ""): CivilDate {
  return time < dayEndsAt ? addDays(day, 1) : day;
}
