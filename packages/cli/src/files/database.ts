import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Database, openEmptyDatabase } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { printNote } from "../terminal/output.ts";
import { lostData } from "./backups.ts";
import { placesOf } from "./directories.ts";

/** `preview` reads what a person may be about to write. */
export type Purpose = "read" | "preview" | "write";

/**
 * Opens the database of this computer. A writer makes it where there is none. Others, whose DAILYLEET_HOME may be
 * mistyped, make nothing: they get an empty database, a reader with a note. Rejects as `openDatabase` throws.
 */
export async function openFor(purpose: Purpose, context: Context): Promise<Database> {
  const { databaseFile } = placesOf(context);
  const directory = dirname(databaseFile);
  // `openDatabase` reports anything else in the directory's place.
  const isMissing = !existsSync(databaseFile) && existsSync(directory) === existsSync(`${directory}/.`);
  if (purpose === "write" || !isMissing) return context.openDatabase(databaseFile);
  // Lost data was reported before the verb ran.
  if (purpose === "read" && (await lostData(context)) === null) {
    printNote(context, `Nothing is in ${directory} yet; the first tick or mark makes the database.`);
  }
  return openEmptyDatabase(databaseFile);
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
