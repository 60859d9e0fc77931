import { DAYS_PER_YEAR, dayTicks, isRecord, SOURCE_NUMBERS, type Ticks } from "@dailyleet/core";
import { dayBits, hasBit } from "./dayBits.ts";
import { withNotes } from "./journal.ts";
import { keepCopy, parseCopy, YEAR_COPY } from "./localCopy.ts";

/** What the calendar showed last, where it can be read at once: the database answers only after several frames. */
export function readYearCopy(uid: string, year: number): Ticks | null {
  const copy = parseCopy(YEAR_COPY);
  if (!isRecord(copy) || copy.uid !== uid || copy.year !== year) return null;
  return withNotes(unpack(String(copy.ticks)), uid, year);
}

export function keepYearCopy(uid: string, year: number, ticks: Ticks): void {
  keepCopy(YEAR_COPY, JSON.stringify({ uid, year, ticks: pack(ticks) }));
}

/** A digit of base 32 for each day. */
function pack(ticks: Ticks): string {
  return Array.from({ length: DAYS_PER_YEAR }, (_, index) => dayBits(dayTicks(ticks, index + 1)).toString(32)).join("");
}

function unpack(text: string): Ticks {
  const days = [...text.slice(0, DAYS_PER_YEAR)].map((digit) => {
    const bits = Number.parseInt(digit, 32);
    return Object.fromEntries(SOURCE_NUMBERS.filter((source) => hasBit(bits, source)).map((source) => [source, true]));
  });
  return Object.fromEntries(days.map((day, index) => [index + 1, day]));
}
