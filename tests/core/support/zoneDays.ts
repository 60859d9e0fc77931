/**
 * Run as a process of its own, because the zone is the process's: compares `civilDateAt` in every zone of the runtime
 * with what Intl says of the same moment, four times on each day of a leap year, and prints the counts as JSON.
 */
import { civilDateAt, dayOfYear, formatDate } from "@dailyleet/core";

const HOUR = 3_600_000;
const START = Date.UTC(2028, 0, 1) - 15 * HOUR;
const END = Date.UTC(2029, 0, 1) + 15 * HOUR;
const BEFORE_MARCH = 59;

const faults: string[] = [];
let checks = 0;
const zones = Intl.supportedValuesOf("timeZone");
for (const zone of zones) {
  process.env.TZ = zone;
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  for (let moment = START; moment < END; moment += 6 * HOUR) {
    checks++;
    const date = civilDateAt(moment);
    const expected = clock.format(moment);
    // Days since 1 January, less one from March on, because this year has a leap day.
    const days = (Date.parse(expected) - Date.UTC(date.year, 0, 1)) / (24 * HOUR);
    const number = date.year === 2028 && days > BEFORE_MARCH ? days : days + 1;
    if (formatDate(date) !== expected || dayOfYear(date) !== number) faults.push(`${zone} ${expected}`);
  }
}
console.log(JSON.stringify({ zones: zones.length, checks, faults: faults.length, first: faults.slice(0, 5) }));
