import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Database, openEmptyDatabase } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { note } from "../terminal/output.ts";
import { lostData } from "./backups.ts";
import { placesOf } from "./directories.ts";

export type Purpose = "read" | "write";

/**
 * The database of this computer. A writer makes it where there is none; a reader, whose DAILYLEET_HOME may be mistyped,
 * makes nothing, is told and gets an empty one. Rejects as `openDatabase` throws.
 */
export async function openFor(purpose: Purpose, context: Context): Promise<Database> {
  const { databaseFile } = placesOf(context);
  const directory = dirname(databaseFile);
  // Opening it names what else may be in the directory's place.
  const isMissing = !existsSync(databaseFile) && existsSync(directory) === existsSync(`${directory}/.`);
  if (purpose === "write" || !isMissing) return context.openDatabase(databaseFile);
  // Each verb has said so before, or is about to bring it back.
  if ((await lostData(context)) === null) {
    note(context, `Nothing is in ${directory} yet; the first tick or mark makes the database.`);
  }
  return openEmptyDatabase(databaseFile);
}

/** Opens the database of this computer for the time of `use`. Rejects as opening it and as `use` do. */
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
