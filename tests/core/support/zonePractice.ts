/**
 * Run as a process of its own, because the zone is the process's: prints, for zones that change their clocks at
 * midnight, by half an hour, or skip a day, when questions come back, as JSON: zone → answers.
 */
import { addDays, fromEpochDay, type Mark, nextDue, progressOf } from "@dailyleet/core";

const ZONES = ["UTC", "America/Santiago", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Beirut", "Pacific/Kiritimati"];
/** From the autumn of 2011, when Apia skipped 30 December, over two changes of the clocks. */
const DAYS = Array.from({ length: 240 }, (_, index) => fromEpochDay(15_248 + index));

console.log(JSON.stringify(Object.fromEntries(ZONES.map((zone) => [zone, answersIn(zone)]))));

function answersIn(zone: string): unknown[] {
  process.env.TZ = zone;
  return DAYS.map((day, index) => {
    const dates = [day, addDays(day, 3), addDays(day, 17)].map(({ year, month, day }) =>
      [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-"),
    );
    const marks = Object.fromEntries(dates.map((date, at) => [date, (1 + ((index + at) % 4)) as Mark]));
    return [progressOf({ a: marks }, "a", addDays(day, 21)), nextDue(marks, dates[2] ?? "", 3)];
  });
}
