import { type Cache, documentPart, isRecord, type Part, readMarks, readTicks } from "@dailyleet/core";
import { marksKey, readCached, writeCached, yearKey } from "./browserCache.ts";
import { readYearCopy } from "./yearCopy.ts";

/** A person's documents as the server said them last; at once the year that the page showed when it was seen last. */
export function createDocumentCache(uid: string): Cache {
  const keyOf = (part: Part) => (part === "marks" ? marksKey(uid) : yearKey(uid, part));
  return {
    read: (part) => (part === "marks" ? null : readYearCopy(uid, part)) ?? readKept(keyOf(part), part),
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
