import { type Database, openDatabase } from "./database.ts";

/**
 * Copies of what a server said last. A copy is a convenience: where the browser keeps none, reading finds nothing
 * and writing does nothing.
 */
export function readCached(key: string): Promise<unknown> {
  return attempt((database) => database.get("kept", key));
}

export function writeCached(key: string, value: unknown): Promise<unknown> {
  return attempt((database) => database.put("kept", value, key));
}

/** Forgets every copy whose key begins with `prefix`. */
export function forgetCached(prefix: string): Promise<unknown> {
  return attempt((database) => database.delete("kept", IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
}

function attempt(work: (database: Database) => Promise<unknown>): Promise<unknown> {
  return openDatabase()
    .then(work)
    .catch(() => undefined);
}

export const yearKey = (uid: string, year: number): string => `year/${uid}/${year}`;
/** When the server was last asked for a year that is over (milliseconds since the epoch). */
export const yearReadKey = (uid: string, year: number): string => `${yearKey(uid, year)}/read`;
export const marksKey = (uid: string): string => `${yearsPrefix(uid)}marks`;
export const yearsPrefix = (uid: string): string => `year/${uid}/`;
export const sheetKey = (address: string): string => `sheet/${address}`;
export const exportKey = (uid: string): string => `export/${uid}`;
/** When the browser was last asked to keep this site's data. */
export const PERSISTENCE_KEY = "persistence";
/** Who was signed in last, to say whose changes still wait. */
export const PERSON_KEY = "person";
