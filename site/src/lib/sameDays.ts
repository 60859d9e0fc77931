import type { DayTicks, Ticks } from "@dailyleet/core";
import { DAYS_PER_YEAR, dayTicks, SOURCE_NUMBERS } from "@dailyleet/core";

/**
 * `next` with the day objects of `previous` wherever the day is the same, so that views skip it; `previous` itself
 * when no day differs.
 */
export function keepSameDays(previous: Ticks, next: Ticks): Ticks {
  const merged: Record<number, DayTicks> = {};
  let isSame = true;
  for (let day = 1; day <= DAYS_PER_YEAR; day++) {
    const before = dayTicks(previous, day);
    const after = dayTicks(next, day);
    const isSameDay = before === after || SOURCE_NUMBERS.every((source) => !before[source] === !after[source]);
    if (!isSameDay) isSame = false;
    const kept = isSameDay ? previous[day] : next[day];
    if (kept) merged[day] = kept;
  }
  return isSame ? previous : merged;
}
