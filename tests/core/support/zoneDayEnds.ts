/**
 * Run as a process of its own, because the zone is the process's: compares `todayAt` in every zone of the runtime with
 * what Intl's clock shows, and with itself a little before, on a leap year's days on which the clocks change, the days around them and some others, for
 * ends of the day from 00:00 to 06:00, and prints the counts as JSON.
 */
import { epochDay, todayAt } from "@dailyleet/core";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const START = Date.UTC(2028, 0, 1);
const ENDS = ["00:00", "00:30", "01:30", "02:00", "02:30", "03:00", "04:00", "06:00"];
const STEP = 15;
const LONGEST_CHANGE = 3 * 60;

const faults: string[] = [];
let checks = 0;
let repeated = 0;
const zones = Intl.supportedValuesOf("timeZone");
for (const zone of zones) {
  process.env.TZ = zone;
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  for (const first of daysToTry()) tryDay(zone, clock, first);
}
console.log(
  JSON.stringify({ zones: zones.length, checks, repeated, faults: faults.length, first: faults.slice(0, 5) }),
);

/** The first moments of days in UTC: those in which the offset changes, and one in each quarter. */
function daysToTry(): number[] {
  const days = Array.from({ length: 367 }, (_, index) => START + (index - 1) * DAY);
  const offsetAt = (moment: number) => new Date(moment).getTimezoneOffset();
  return days.filter((day, index) => offsetAt(day) !== offsetAt(day + DAY) || index % 91 === 60);
}

function tryDay(zone: string, clock: Intl.DateTimeFormat, first: number): void {
  const steps = Array.from({ length: (3 * 1440) / STEP }, (_, index) => first - DAY + index * STEP * MINUTE);
  const shown = steps.map((moment) => clock.format(moment).split(" ") as [date: string, time: string]);
  const isSkipped = LONGEST_CHANGE / STEP;
  for (const end of ENDS) {
    let last = Number.NEGATIVE_INFINITY;
    for (let index = isSkipped; index < steps.length; index++) {
      checks++;
      const [date, time] = shown[index] ?? ["", ""];
      const before = shown.slice(index - isSkipped, index);
      const hasEnded = time >= end || before.some(([day, earlier]) => day === date && earlier >= end);
      if (hasEnded && time < end) repeated++;
      const expected = Date.parse(date) / DAY - (hasEnded ? 0 : 1);
      const found = epochDay(todayAt(steps[index] ?? 0, end));
      if (found !== expected || found < last) faults.push(`${zone} ${date} ${time} ${end}`);
      last = found;
    }
  }
}
