import { dayEndIn } from "../calendar/zones.ts";
import { SOURCE_NUMBERS, type Source, sourceName } from "./sources.ts";
import type { DayTicks } from "./ticks.ts";

/** The moment at which the site's own day of `now` ends (milliseconds since the epoch); null where nobody knows. */
export function closesAt({ zone }: Source, now: number): number | null {
  return zone === undefined ? null : dayEndIn(zone, now);
}

const MS_PER_MINUTE = 60_000;
/** From when on it is said. */
const SOON_MINUTES = 180;

/** 'LeetCode closes in 1 h 40 min', of each untried source of a day whose own day ends soon. */
export function closingSoon(sources: readonly Source[], ticks: DayTicks, now: number): string[] {
  return SOURCE_NUMBERS.flatMap((number) => {
    const source = sources[number - 1];
    const text = source && !ticks[number] ? closingText(source, now) : "";
    return text === "" ? [] : [`${sourceName(sources, number)} ${text}`];
  });
}

/** 'closes in 1 h 40 min', from three hours before the site's own day ends; else empty. */
export function closingText(source: Source, now: number): string {
  const left = Math.ceil(((closesAt(source, now) ?? Number.POSITIVE_INFINITY) - now) / MS_PER_MINUTE);
  if (left > SOON_MINUTES) return "";
  const [hours, minutes] = [Math.floor(left / 60), left % 60];
  return ["closes in", hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(" ");
}
