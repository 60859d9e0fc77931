import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DailyleetError, hasCode } from "@dailyleet/core";
import { connect, type Database } from "./connection.ts";
import { guarded } from "./errors.ts";
import { migrated } from "./schema.ts";

/**
 * Opens what is on a disk that takes no more writes, which is when a person needs it most. `reason` is why it could not
 * be opened as usual, and what every write throws; also what this throws when nothing can be read either.
 */
export function openReadOnly(file: string, name: string, reason: DailyleetError): Database {
  for (const open of [openAlone, openCopy]) {
    try {
      return refuseWrites(open(file, name), reason);
    } catch (error) {
      if (!hasCode(error, "storage")) throw error;
    }
  }
  throw reason;
}

/** For a full disk: a connection that shares the file with no other needs no side file for what they share. */
function openAlone(file: string, name: string): Database {
  return migrated(connect(file, { name, setup: "PRAGMA locking_mode = EXCLUSIVE" }));
}

/** For a directory that cannot be written: what is in the database and in its log, in a place that can. */
function openCopy(file: string, name: string): Database {
  const { tmpdir } = process.getBuiltinModule("node:os");
  const directory = guarded(name, () => mkdtempSync(join(tmpdir(), "dailyleet-")));
  try {
    const copy = join(directory, "dailyleet.db");
    guarded(name, () => copyWithLog(file, copy));
    const database = migrated(connect(copy, { name }));
    // One file, which stays readable while it is open: a command that is killed leaves no copy behind.
    database.execute("PRAGMA journal_mode = DELETE");
    return { ...database, close: () => [database.close(), remove(directory)] };
  } finally {
    remove(directory);
  }
}

function copyWithLog(file: string, copy: string): void {
  for (const end of ["", "-wal"].filter((end) => existsSync(file + end))) {
    copyFileSync(file + end, copy + end);
    chmodSync(copy + end, 0o600);
  }
}

function refuseWrites(database: Database, reason: DailyleetError): Database {
  const refuse = (): never => {
    throw reason;
  };
  return {
    ...database,
    unwritable: reason,
    run: refuse,
    tryToRun: () => {},
    execute: refuse,
    transaction: refuse,
    transactionAsync: async () => refuse(),
  };
}

function remove(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Windows removes no file that is open: it goes when the database is closed.
  }
}
