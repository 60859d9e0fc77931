import { type CivilDate, fromEpochDay, MS_PER_DAY } from "../calendar/calendar.ts";
import { SOURCE_NUMBERS, type Source, sourceName } from "./sources.ts";
import type { DayTicks } from "./ticks.ts";

/** When the site's own day ends, in milliseconds since the epoch; null if the site's zone is unknown. */
export function closesAt({ zone }: Source, now: number): number | null {
  return zone === undefined ? null : dayEndIn(zone, now);
}

const MS_PER_MINUTE = 60_000;
const SOON_MINUTES = 180;

/** 'LeetCode closes in 1 h 40 min' for each source that is not done, if its site's own day ends soon. */
export function closingSoon(sources: readonly Source[], ticks: DayTicks, now: number): string[] {
  return SOURCE_NUMBERS.flatMap((number) => {
    const source = sources[number - 1];
    const text = source && !ticks[number] ? closingText(source, now) : "";
    return text === "" ? [] : [`${sourceName(sources, number)} ${text}`];
  });
}

/** 'closes in 1 h 40 min' in the last three hours of the site's own day; else empty. */
export function closingText(source: Source, now: number): string {
  const left = Math.ceil(((closesAt(source, now) ?? Number.POSITIVE_INFINITY) - now) / MS_PER_MINUTE);
  if (left > SOON_MINUTES) return "";
  const [hours, minutes] = [Math.floor(left / 60), left % 60];
  return ["closes in", hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(" ");
}

/** The date that the zone's clocks show at `epochMs`. */
export function dateInZone(zone: string, epochMs: number): CivilDate {
  return fromEpochDay(Math.floor((epochMs + offsetIn(zone)(epochMs)) / MS_PER_DAY));
}

/** The end of the day that the zone's clocks show at `epochMs`, in milliseconds since the epoch. */
export function dayEndIn(zone: string, epochMs: number): number {
  const offsetAt = offsetIn(zone);
  const midnight = (Math.floor((epochMs + offsetAt(epochMs)) / MS_PER_DAY) + 1) * MS_PER_DAY;
  const first = midnight - offsetAt(epochMs);
  const second = midnight - offsetAt(first);
  // If clocks are set forward over midnight, the day ends at that moment.
  return offsetAt(second) === offsetAt(first) ? second : Math.max(first, second);
}

/** Offsets in minutes of zones without summer time. They avoid loading Intl's zones, which takes 10 ms. */
const STEADY: Readonly<Record<string, number>> = { UTC: 0, "Asia/Kolkata": 330 };

/** Returns a function that gives the zone's offset from UTC at a moment, in milliseconds, positive in the east. */
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
