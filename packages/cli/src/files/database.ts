import type { Database } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "./directories.ts";

/** Opens the database of this computer for the time of `use`. Rejects as opening it and as `use` do. */
export async function withDatabase<T>(context: Context, use: (database: Database) => T | Promise<T>): Promise<T> {
  const database = context.openDatabase(placesOf(context).databaseFile);
  try {
    return await use(database);
  } finally {
    database.close();
  }
}
