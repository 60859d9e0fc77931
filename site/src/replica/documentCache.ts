import {
  type Cache,
  documentPart,
  isRecord,
  type Part,
  readMarks,
  readTicks,
  type Ticks,
  unpackYear,
} from "@dailyleet/core";
import { parseStored, STORED_YEAR, storeText } from "../ui/stored.ts";
import { marksKey, readCached, writeCached, yearKey } from "./browserCache.ts";
import { withNotes } from "./journal.ts";

/** A person's documents as the server said them last; at once the year that the page showed when it was seen last. */
export function createDocumentCache(uid: string): Cache {
  const keyOf = (part: Part) => (part === "marks" ? marksKey(uid) : yearKey(uid, part));
  return {
    read: (part) => (part === "marks" ? null : readStoredYear(uid, part)) ?? readKept(keyOf(part), part),
    keep(document) {
      const part = documentPart(document);
      if (part !== null) void writeCached(keyOf(part), document.fields);
    },
  };
}

async function readKept(key: string, part: Part) {
  const fields = await readCached(key);
  if (!isRecord(fields)) return null;
  return part === "marks" ? readMarks(fields) : readTicks(fields);
}

/** What the calendar showed last, where it can be read at once: the database answers only after several frames. */
export function readStoredYear(uid: string, year: number): Ticks | null {
  const copy = parseStored(STORED_YEAR);
  if (!isRecord(copy) || copy.uid !== uid || copy.year !== year) return null;
  return withNotes(unpackYear(String(copy.ticks)), uid, year);
}

/** `days` is of `packYear`. */
export function storeYear(uid: string, year: number, days: string): void {
  storeText(STORED_YEAR, JSON.stringify({ uid, year, ticks: days }));
}
