import { type DayTicks, SOURCE_NUMBERS, type SourceNumber } from "@dailyleet/core";

/** A day's ticks as a number, a bit for each source: the same ticks are the same number, whoever told them. */
export function dayBits(ticks: DayTicks): number {
  return SOURCE_NUMBERS.reduce((bits, source) => bits | (ticks[source] ? 1 << (source - 1) : 0), 0);
}

export const hasBit = (bits: number, source: SourceNumber): boolean => (bits & (1 << (source - 1))) !== 0;
