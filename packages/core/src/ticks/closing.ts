import { dayEndIn } from "../calendar/zones.ts";
import type { Source } from "./sources.ts";

/** The moment at which the site's own day of `now` ends (milliseconds since the epoch); null where nobody knows. */
export function closesAt({ zone }: Source, now: number): number | null {
  return zone === undefined ? null : dayEndIn(zone, now);
}

const MS_PER_MINUTE = 60_000;
/** From when on it is said. */
const SOON_MINUTES = 180;

/** 'closes in 1 h 40 min', from three hours before the site's own day ends; else empty. */
export function closingText(source: Source, now: number): string {
  const left = Math.ceil(((closesAt(source, now) ?? Number.POSITIVE_INFINITY) - now) / MS_PER_MINUTE);
  if (left > SOON_MINUTES) return "";
  const [hours, minutes] = [Math.floor(left / 60), left % 60];
  return ["closes in", hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(" ");
}
