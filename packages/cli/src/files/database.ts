import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Owner } from "@dailyleet/core";
import {
  createProfile,
  type Database,
  isUnused,
  listProfiles,
  openEmptyDatabase,
  replaceProfile,
} from "@dailyleet/local";
import type { Context } from "../context.ts";
import { formerPeople } from "./backups.ts";
import { placesOf } from "./directories.ts";

/** `preview`: reads for a command that may write next. */
export type Purpose = "read" | "preview" | "write";

/**
 * Opens this computer's database. Only a writer creates a missing one; others get an empty database in memory, because
 * DAILYLEET_HOME may be mistyped. Rejects as `openDatabase` throws.
 */
export async function openFor(purpose: Purpose, context: Context): Promise<Database> {
  const { databaseFile } = placesOf(context);
  if (!isDatabaseMissing(context)) return context.openDatabase(databaseFile);
  return purpose === "write" ? openAgain(context, databaseFile) : openEmptyDatabase(databaseFile);
}

/** False if the directory's path exists but is not a directory, which `openDatabase` reports. */
export function isDatabaseMissing(context: Context): boolean {
  const { databaseFile } = placesOf(context);
  const directory = dirname(databaseFile);
  return !existsSync(databaseFile) && existsSync(directory) === existsSync(`${directory}/.`);
}

/**
 * Creates the database. If there was one before, its people keep their uids, so that their pages can send unsent
 * changes.
 */
async function openAgain(context: Context, databaseFile: string): Promise<Database> {
  const people = await formerPeople(context);
  const database = context.openDatabase(databaseFile);
  try {
    database.transaction(() => takePlaces(database, people));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function takePlaces(database: Database, [first, ...others]: readonly Owner[]): void {
  const [only, ...more] = listProfiles(database);
  // Another process may have created the people already.
  if (first === undefined || only === undefined || more.length > 0 || !isUnused(database, only)) return;
  if (only.uid !== first.uid) replaceProfile(database, only, first);
  for (const { name, uid } of others) createProfile(database, name, uid);
}

/** Opens this computer's database while `use` runs. Rejects as `openFor` and `use`. */
export async function withDatabase<T>(
  context: Context,
  purpose: Purpose,
  use: (database: Database) => T | Promise<T>,
): Promise<T> {
  const database = await openFor(purpose, context);
  try {
    return await use(database);
  } finally {
    database.close();
  }
}
