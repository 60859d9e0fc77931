import { DAYS_PER_YEAR } from "../calendar/calendar.ts";
import { SOURCE_NUMBERS, type SourceNumber } from "./sources.ts";
import { type DayTicks, dayTicks, type Ticks } from "./ticks.ts";

const bitOf = (source: SourceNumber): number => 1 << (source - 1);

/**
 * The days of a year as a text with a digit of base 32 for each, in which a source that is done is a bit: the same ticks
 * are the same text, whoever told them, because an untried cell is 0 whether the ticks have it or not.
 */
export function packYear(ticks: Ticks): string {
  return Array.from({ length: DAYS_PER_YEAR }, (_, index) => packDay(dayTicks(ticks, index + 1))).join("");
}

/** The digit of a day. */
export function packDay(day: DayTicks): string {
  return SOURCE_NUMBERS.reduce((bits, source) => (day[source] ? bits + bitOf(source) : bits), 0).toString(32);
}

/** What a text of `packYear` says is done. Any text may be given; what is no digit says nothing of its day. */
export function unpackYear(days: string): Ticks {
  const ticks: Record<number, DayTicks> = {};
  for (let index = 0; index < DAYS_PER_YEAR; index++) {
    const cells = dayAt(days, index);
    if (cells !== DAYS[0]) ticks[index + 1] = cells;
  }
  return ticks;
}

/** The same of one of its days, which are counted from 0: the same object wherever the same is done. */
export function dayAt(days: string, index: number): DayTicks {
  return DAYS[Number.parseInt(days.charAt(index), 32) || 0] as DayTicks;
}

/** Every day that there can be, by its bits. */
const DAYS: readonly DayTicks[] = Array.from({ length: 1 << SOURCE_NUMBERS.length }, (_, bits) =>
  Object.fromEntries(SOURCE_NUMBERS.filter((source) => bits & bitOf(source)).map((source) => [source, true])),
);
