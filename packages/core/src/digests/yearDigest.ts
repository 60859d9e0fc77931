import { DAYS_PER_YEAR } from "../calendar/calendar.ts";
import type { DataPath } from "../firestore/paths.ts";
import type { Fields } from "../firestore/value.ts";
import { packDay } from "../ticks/packedYear.ts";
import { readDay, readYear } from "../ticks/ticks.ts";
import type { Digested } from "./digested.ts";

/**
 * A year's document in 370 characters, for readers that change nothing: the year and its days as `packYear` writes them. An
 * untried cell is absent, whether the document has it or not.
 */
const DIGEST = /^(\d{4}) ([\da-v]{365})$/;

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
  let days = isOfYear ? kept.days : "0".repeat(DAYS_PER_YEAR);
  for (let day = 1; day <= DAYS_PER_YEAR; day++) {
    if (known[day] === fields[day]) continue;
    days = days.slice(0, day - 1) + packDay(readDay(fields[day])) + days.slice(day);
  }
  return `${year} ${days}`;
}

export interface YearDigest {
  readonly year: number;
  /** As `packYear` writes them. */
  readonly days: string;
}

/** Null for a text that is no such digest. */
export function readYearDigest(text: string): YearDigest | null {
  const [, year, days] = DIGEST.exec(text) ?? [];
  return days === undefined ? null : { year: Number(year), days };
}
