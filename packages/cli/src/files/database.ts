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

/** `preview` reads for a person who may be about to write. */
export type Purpose = "read" | "preview" | "write";

/**
 * Opens the database of this computer. A writer makes it where there is none. Others, whose DAILYLEET_HOME may be
 * mistyped, make nothing and get an empty database. Rejects as `openDatabase` throws.
 */
export async function openFor(purpose: Purpose, context: Context): Promise<Database> {
  const { databaseFile } = placesOf(context);
  if (!isDatabaseMissing(context)) return context.openDatabase(databaseFile);
  return purpose === "write" ? openAgain(context, databaseFile) : openEmptyDatabase(databaseFile);
}

/** False where something else is in the directory's place, which `openDatabase` reports. */
export function isDatabaseMissing(context: Context): boolean {
  const { databaseFile } = placesOf(context);
  const directory = dirname(databaseFile);
  return !existsSync(databaseFile) && existsSync(directory) === existsSync(`${directory}/.`);
}

/** Makes the database. The people of a lost one keep their uids, so that their pages can send their unsent changes. */
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
  // Another process may have been faster.
  if (first === undefined || only === undefined || more.length > 0 || !isUnused(database, only)) return;
  if (only.uid !== first.uid) replaceProfile(database, only, first);
  for (const { name, uid } of others) createProfile(database, name, uid);
}

/** Opens the database of this computer while `use` runs. Rejects as `openFor` and `use` do. */
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
