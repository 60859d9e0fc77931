import { DAYS_PER_YEAR, isRecord, SOURCE_NUMBERS, type Ticks } from "@dailyleet/core";
import { bitsAt, hasBit } from "./dayBits.ts";
import { withNotes } from "./journal.ts";
import { keepCopy, parseCopy, YEAR_COPY } from "./localCopy.ts";

/** What the calendar showed last, where it can be read at once: the database answers only after several frames. */
export function readYearCopy(uid: string, year: number): Ticks | null {
  const copy = parseCopy(YEAR_COPY);
  if (!isRecord(copy) || copy.uid !== uid || copy.year !== year) return null;
  return withNotes(unpack(String(copy.ticks)), uid, year);
}

/** `days` is of `packDays`. */
export function keepYearCopy(uid: string, year: number, days: string): void {
  keepCopy(YEAR_COPY, JSON.stringify({ uid, year, ticks: days }));
}

function unpack(text: string): Ticks {
  const days = Array.from({ length: DAYS_PER_YEAR }, (_, index) => {
    const bits = bitsAt(text, index);
    return Object.fromEntries(SOURCE_NUMBERS.filter((source) => hasBit(bits, source)).map((source) => [source, true]));
  });
  return Object.fromEntries(days.map((day, index) => [index + 1, day]));
}
