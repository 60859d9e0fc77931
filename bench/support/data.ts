import { booleanValue, type Fields, integerValue, mapValue, openPath } from "@dailyleet/core";
import { createProfile, type Database, listProfiles, openDatabase } from "@dailyleet/local";

/** Days of a year with three of five sources done. */
function practised(days: number): Fields {
  const day = mapValue({ 1: booleanValue(true), 2: booleanValue(true), 4: booleanValue(true) });
  const entries = Array.from({ length: days }, (_, index) => [String(index + 1), day] as const);
  return { year: integerValue(new Date().getFullYear()), ...Object.fromEntries(entries) };
}

/** Fills a data directory's database: profiles that have half a year, and other people's documents. Returns the uids. */
export function fill(file: string, sizes: { profiles: number; documents: number }): string[] {
  const database = openDatabase(file);
  try {
    for (let number = listProfiles(database).length; number < sizes.profiles; number++) {
      createProfile(database, `Person ${number}`);
    }
    const uids = listProfiles(database).map(({ uid }) => uid);
    const others = Array.from({ length: sizes.documents - uids.length }, (_, number) => `other${number}`);
    insert(database, uids, practised(180));
    insert(database, others, practised(10));
    return uids;
  } finally {
    database.close();
  }
}

/** In one transaction, past the rules: thousands of durable commits would take minutes. */
function insert(database: Database, uids: readonly string[], fields: Fields): void {
  const text = JSON.stringify(fields);
  const now = Date.now() * 1000;
  database.transaction(() => {
    for (const uid of uids) {
      database.run(
        "INSERT OR IGNORE INTO documents (path, fields, created, updated) VALUES (?, ?, ?, ?)",
        openPath(uid),
        text,
        now,
        now,
      );
    }
  });
}
