import { DAYS_PER_YEAR } from "../calendar/calendar.ts";
import type { DataPath } from "../firestore/paths.ts";
import type { Fields } from "../firestore/value.ts";
import { SOURCE_NUMBERS, type SourceNumber } from "../ticks/sources.ts";
import { type DayTicks, readDay, readYear, type Ticks } from "../ticks/ticks.ts";
import type { Digested } from "./digested.ts";

/**
 * A year's document in 370 characters, for who only looks at it: the year, and a character for each day, whose lowest
 * five bits say which sources are done. An untried cell is absent, whether the document has it or not.
 */
const DIGEST = /^(\d{4}) ([@-_]{365})$/;
const NOTHING_DONE = "@".charCodeAt(0);
const NO_DAY_DONE = "@".repeat(DAYS_PER_YEAR);

const bitOf = (source: SourceNumber): number => 1 << (source - 1);

/**
 * Null for a document of which it is not known yet whose year it holds. Of the document that it is made from `before` and
 * its digest may be known: then days that are the same object are not read again, since this is on the way of every tick.
 */
export function digestYear(path: DataPath, fields: Fields, before: Digested | null = null): string | null {
  const year = path.kind === "closed" ? path.year : readYear(fields);
  if (year === null) return null;
  const kept = before && readYearDigest(before.digest);
  const isOfYear = before && kept?.year === year;
  const known: Fields = isOfYear ? before.fields : {};
  let days = isOfYear ? kept.days : NO_DAY_DONE;
  for (let day = 1; day <= DAYS_PER_YEAR; day++) {
    if (known[day] === fields[day]) continue;
    days = days.slice(0, day - 1) + digestDay(readDay(fields[day])) + days.slice(day);
  }
  return `${year} ${days}`;
}

function digestDay(day: DayTicks): string {
  const bits = SOURCE_NUMBERS.filter((source) => day[source]).map(bitOf);
  return String.fromCharCode(bits.reduce((code, bit) => code + bit, NOTHING_DONE));
}

export interface YearDigest {
  readonly year: number;
  readonly days: string;
}

/** Null for a text that is no such digest. */
export function readYearDigest(text: string): YearDigest | null {
  const [, year, days] = DIGEST.exec(text) ?? [];
  return days === undefined ? null : { year: Number(year), days };
}

export function ticksOfDigest({ days }: YearDigest): Ticks {
  const ticks: Record<number, DayTicks> = {};
  for (let index = 0; index < DAYS_PER_YEAR; index++) {
    const code = days.charCodeAt(index) - NOTHING_DONE;
    if (code > 0) ticks[index + 1] = DAYS[code] as DayTicks;
  }
  return ticks;
}

/** Every day that there can be, by the bits of its code. */
const DAYS: readonly DayTicks[] = Array.from({ length: 1 << SOURCE_NUMBERS.length }, (_, code) =>
  Object.fromEntries(SOURCE_NUMBERS.filter((source) => code & bitOf(source)).map((source) => [source, true])),
);
