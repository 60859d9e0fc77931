import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { type DayTicks, dayTicks, type Ticks } from "../ticks/ticks.ts";

/**
 * `next` with the day objects of `previous` wherever the day is the same, so that views skip it; `previous` itself
 * when no day differs.
 */
export function keepSameDays(previous: Ticks, next: Ticks): Ticks {
  const merged: Record<number, DayTicks> = {};
  let isSame = true;
  for (const day of Object.keys({ ...previous, ...next }).map(Number)) {
    const isSameDay = areSame(dayTicks(previous, day), dayTicks(next, day));
    if (!isSameDay) isSame = false;
    const kept = isSameDay ? previous[day] : next[day];
    if (kept) merged[day] = kept;
  }
  return isSame ? previous : merged;
}

/** An absent cell and one that is false say the same. */
function areSame(before: DayTicks, after: DayTicks): boolean {
  return before === after || SOURCE_NUMBERS.every((source) => !before[source] === !after[source]);
}
