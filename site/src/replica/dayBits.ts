import { DAYS_PER_YEAR, type DayTicks, dayTicks, SOURCE_NUMBERS, type SourceNumber, type Ticks } from "@dailyleet/core";

/**
 * The days of a year as a text with a digit of base 32 for each, a bit for each source: the same ticks are the same text,
 * whoever told them.
 */
export function packDays(ticks: Ticks): string {
  return Array.from({ length: DAYS_PER_YEAR }, (_, index) => dayBits(dayTicks(ticks, index + 1)).toString(32)).join("");
}

/** The bits of a day in such a text, from 0; none where it says nothing of it. */
export function bitsAt(days: string, index: number): number {
  return Number.parseInt(days[index] ?? "0", 32);
}

export const hasBit = (bits: number, source: SourceNumber): boolean => (bits & (1 << (source - 1))) !== 0;

function dayBits(ticks: DayTicks): number {
  let bits = 0;
  for (const source of SOURCE_NUMBERS) if (ticks[source]) bits |= 1 << (source - 1);
  return bits;
}
