import { connect, type Database } from "./connection.ts";
import { ensurePrivateFile } from "./files.ts";
import { migrate } from "./schema.ts";

/**
 * Opens the database, making it (mode 0600, directories 0700) where there is none. Write-ahead log, every commit
 * on the disk before it returns, safe for several processes. Throws `storage`, `not-a-database`, `newer-database`
 * or `busy`; then nothing was written.
 */
export function openDatabase(file: string): Database {
  ensurePrivateFile(file);
  const database = connect(file);
  try {
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
