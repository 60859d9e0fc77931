import { MS_PER_DAY } from "./calendar.ts";

const MS_PER_MINUTE = 60_000;

/** The moment at which the day ends that the clocks of a zone show at `epochMs`. */
export function dayEndIn(zone: string, epochMs: number): number {
  const offsetAt = offsetIn(zone);
  const midnight = (Math.floor((epochMs + offsetAt(epochMs)) / MS_PER_DAY) + 1) * MS_PER_DAY;
  const first = midnight - offsetAt(epochMs);
  const second = midnight - offsetAt(first);
  // Where clocks are put forward over midnight, none of them shows it: the day ends when they are.
  return offsetAt(second) === offsetAt(first) ? second : Math.max(first, second);
}

/** Zones that don't change their clocks, in minutes: to load those of all the world takes a program 10 ms. */
const STEADY: Readonly<Record<string, number>> = { UTC: 0, "Asia/Kolkata": 330 };

/** Milliseconds east of Greenwich at a moment. */
function offsetIn(zone: string): (epochMs: number) => number {
  const steady = STEADY[zone];
  if (steady !== undefined) return () => steady * MS_PER_MINUTE;
  const clock = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  return (epochMs) => offsetOf(clock.format(epochMs));
}

/** `text` ends with 'GMT', 'GMT+05:30' or 'GMT-00:44:30'. */
function offsetOf(text: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes) + Number(seconds) / 60) * MS_PER_MINUTE;
  return sign === "-" ? -offset : offset;
}
