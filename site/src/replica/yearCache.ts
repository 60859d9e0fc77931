import { type Cache, isRecord, readTicks } from "@dailyleet/core";
import { readCached, writeCached, yearKey } from "./browserCache.ts";
import { readYearCopy } from "./yearCopy.ts";

/** One person's years as the server said them last; at once the one that the page showed when it was seen last. */
export function createYearCache(uid: string): Cache {
  return {
    read: (year) => readYearCopy(uid, year) ?? readKeptYear(uid, year),
    keep({ year, fields }) {
      if (year !== null) void writeCached(yearKey(uid, year), fields);
    },
  };
}

async function readKeptYear(uid: string, year: number) {
  const fields = await readCached(yearKey(uid, year));
  return isRecord(fields) ? readTicks(fields) : null;
}
