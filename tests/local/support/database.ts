import { join } from "node:path";
import { booleanValue, type DocumentWrite, type Fields, mapValue, type Outbox, openPath } from "@dailyleet/core";
import { createOutbox, type Database, listProfiles, openDatabase } from "@dailyleet/local";
import { onTestFinished } from "vitest";
import { tempDirectory } from "../../support/tempDirectory.ts";

export function tempDatabase(): Database {
  return openForTest(join(tempDirectory(), "dailyleet.db"));
}

export function openForTest(file: string): Database {
  const database = openDatabase(file);
  onTestFinished(() => database.close());
  return database;
}

export function uidOfYou(database: Database): string {
  const [you] = listProfiles(database);
  if (!you) throw new Error("a new database has no profile");
  return you.uid;
}

/** A terminal's outbox on an empty database, for one test. */
export function openOutbox(): Outbox {
  return createOutbox(tempDatabase());
}

/** Writes a document past all rules, as another program would. */
export function plantDocument(database: Database, path: string, fields: Fields): void {
  const sql = "INSERT OR REPLACE INTO documents (path, fields, updated) VALUES (?, ?, ?)";
  database.run(sql, path, JSON.stringify(fields), Date.now() * 1000);
}

export const dayOf = (...sources: number[]): Fields[string] =>
  mapValue(Object.fromEntries(sources.map((source) => [source, booleanValue(true)])));

export function cellWrite(uid: string, day: number, source: number, done = true): DocumentWrite {
  return {
    path: openPath(uid),
    fields: { [day]: mapValue({ [source]: booleanValue(done) }) },
    mask: [[String(day), String(source)]],
  };
}
