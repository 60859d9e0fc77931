import { isRecord, type Ticks, unpackYear } from "@dailyleet/core";
import { keepCopy, parseCopy, YEAR_COPY } from "../ui/localCopy.ts";
import { withNotes } from "./journal.ts";

/** What the calendar showed last, where it can be read at once: the database answers only after several frames. */
export function readYearCopy(uid: string, year: number): Ticks | null {
  const copy = parseCopy(YEAR_COPY);
  if (!isRecord(copy) || copy.uid !== uid || copy.year !== year) return null;
  return withNotes(unpackYear(String(copy.ticks)), uid, year);
}

/** `days` is of `packYear`. */
export function keepYearCopy(uid: string, year: number, days: string): void {
  keepCopy(YEAR_COPY, JSON.stringify({ uid, year, ticks: days }));
}
