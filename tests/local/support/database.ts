import { join } from "node:path";
import { type Database, listProfiles, openDatabase } from "@dailyleet/local";
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
