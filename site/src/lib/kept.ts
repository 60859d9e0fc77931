import { type Database, openDatabase } from "./database.ts";

/**
 * Copies of what a server said last. A copy is a convenience: where the browser keeps none, reading finds nothing
 * and writing does nothing.
 */
export function readKept(key: string): Promise<unknown> {
  return attempt((database) => database.get("kept", key));
}

export function keep(key: string, value: unknown): Promise<unknown> {
  return attempt((database) => database.put("kept", value, key));
}

/** Forgets every copy whose key begins with `prefix`. */
export function forgetKept(prefix: string): Promise<unknown> {
  return attempt((database) => database.delete("kept", IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
}

function attempt(work: (database: Database) => Promise<unknown>): Promise<unknown> {
  return openDatabase()
    .then(work)
    .catch(() => undefined);
}

export const keptYear = (uid: string, year: number): string => `year/${uid}/${year}`;
/** When the server was last asked for a year that is over (milliseconds since the epoch). */
export const keptYearRead = (uid: string, year: number): string => `${keptYear(uid, year)}/read`;
export const keptYears = (uid: string): string => `year/${uid}/`;
export const keptSheet = (address: string): string => `sheet/${address}`;
export const keptExport = (uid: string): string => `export/${uid}`;
/** When the browser was last asked to keep this site's data. */
export const KEPT_PERSISTENCE = "persistence";
/** Who was signed in last, to say whose changes still wait. */
export const KEPT_PERSON = "person";
