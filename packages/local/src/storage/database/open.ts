import { chmodSync, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type DailyleetError, hasCode } from "@dailyleet/core";
import { connect, type Database } from "./connection.ts";
import { guarded, notADatabase } from "./errors.ts";
import { createPrivateFile, discard, ensurePrivateFile, followLinks, statPrivately } from "./files.ts";
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
    const found = guarded(file, () => statPrivately(path));
    if (found === null) createDatabase(path, file);
    // A new database appears whole, so something emptied this one; SQLite would take it for new.
    if (found?.size === 0) throw notADatabase(file, "is empty, and what was in it is gone");
    return migrated(connect(path, { name: file }));
  } catch (error) {
    // Reading a pipe would wait for ever.
    if (!hasCode(error, "storage") || !statSync(path, { throwIfNoEntry: false })?.isFile()) throw error;
    return openReadOnly(path, file, error);
  }
}

const SIDE_FILES = ["", "-journal", "-wal", "-shm"];

/** Makes a database that appears whole or not at all. Of several processes one makes it, the others wait. */
function createDatabase(file: string, name: string): void {
  const lockFile = `${file}-new.lock`;
  ensurePrivateFile(lockFile);
  const lock = connect(lockFile, { name });
  try {
    lock.transaction(() => {
      if (!existsSync(file)) guarded(name, () => makeWhole(file, name));
    });
  } finally {
    lock.close();
    // A process that waits for the lock, or makes a new one, finds the database.
    discard(lockFile);
  }
}

function makeWhole(file: string, name: string): void {
  const unfinished = `${file}.new`;
  discardAll(unfinished);
  try {
    createPrivateFile(unfinished);
    migrated(connect(unfinished, { name })).close();
    // The first commit makes the new name durable: it synchronises the directory of its log.
    renameSync(unfinished, file);
  } catch (error) {
    discardAll(unfinished);
    throw error;
  }
}

function discardAll(unfinished: string): void {
  for (const end of SIDE_FILES) discard(unfinished + end);
}

/** Opens a database on a disk that can't be written. Every write throws `reason`; so does this if reading fails, too. */
function openReadOnly(file: string, name: string, reason: DailyleetError): Database {
  for (const open of [openAlone, openCopy]) {
    try {
      return refuseWrites(open(file, name), reason);
    } catch (error) {
      if (!hasCode(error, "storage")) throw error;
    }
  }
  throw reason;
}

/** For a full disk: an exclusive connection needs no shared-memory file. */
function openAlone(file: string, name: string): Database {
  return migrated(connect(file, { name, setup: "PRAGMA locking_mode = EXCLUSIVE" }));
}

/** For a directory that can't be written: copies the database and its log elsewhere. */
function openCopy(file: string, name: string): Database {
  const { tmpdir } = process.getBuiltinModule("node:os");
  const directory = guarded(name, () => mkdtempSync(join(tmpdir(), "dailyleet-")));
  try {
    const copy = join(directory, "dailyleet.db");
    guarded(name, () => copyWithLog(file, copy));
    const database = migrated(connect(copy, { name }));
    // Makes it one file, which stays readable after its removal: a killed command leaves no copy behind.
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
    // Windows removes no open file: it goes when the database is closed.
  }
}
