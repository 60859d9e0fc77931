import { statSync } from "node:fs";
import { hasCode } from "@dailyleet/core";
import { connect, type Database } from "./connection.ts";
import { createDatabase } from "./create.ts";
import { guarded, notADatabase } from "./errors.ts";
import { followLinks, statPrivately } from "./files.ts";
import { openReadOnly } from "./readOnly.ts";
import { migrated } from "./schema.ts";

/**
 * Opens the database, making it (mode 0600, directories 0700) where there is none. Write-ahead log, every commit
 * on the disk before it returns, safe for several processes. One that is there but cannot be written is opened for
 * reading, and says so in `unwritable`. Throws `storage`, `not-a-database`, `newer-database` or `busy`; then nothing
 * was written.
 */
export function openDatabase(file: string): Database {
  const path = guarded(file, () => followLinks(file));
  try {
    return openWritable(path, file);
  } catch (error) {
    // To read a pipe would wait for ever.
    if (!hasCode(error, "storage") || !statSync(path, { throwIfNoEntry: false })?.isFile()) throw error;
    return openReadOnly(path, file, error);
  }
}

function openWritable(path: string, name: string): Database {
  const found = guarded(name, () => statPrivately(path));
  if (found === null) createDatabase(path, name);
  // A new one appears whole, so that something has emptied this one. SQLite would take it for a new one.
  if (found?.size === 0) throw notADatabase(name, "is empty, and what was in it is gone");
  return migrated(connect(path, { name }));
}
