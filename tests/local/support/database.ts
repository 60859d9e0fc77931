import { join } from "node:path";
import { type Database, listProfiles, openDatabase } from "@dailyleet/local";
import { onTestFinished } from "vitest";
import { tempDirectory } from "../../support/tempDirectory.ts";

/** A new database in a directory of its own, both gone when the test ends. */
export function tempDatabase(): Database {
  return openForTest(join(tempDirectory(), "dailyleet.db"));
}

/** Opens the file and closes it when the test ends. */
export function openForTest(file: string): Database {
  const database = openDatabase(file);
  onTestFinished(() => database.close());
  return database;
}

/** The uid of the profile that every database has. */
export function uidOfYou(database: Database): string {
  const [you] = listProfiles(database);
  if (!you) throw new Error("a new database has no profile");
  return you.uid;
}
