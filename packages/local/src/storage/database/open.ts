import { existsSync, renameSync, statSync } from "node:fs";
import { DailyleetError, hasCode } from "@dailyleet/core";
import { connect, type Database } from "./connection.ts";
import { guarded, notADatabase, storage } from "./errors.ts";
import { createPrivateFile, discard, ensurePrivateFile, followLinks, statPrivately } from "./files.ts";
import { APPLICATION_ID, STEPS } from "./steps.ts";

/**
 * Opens the database, or makes it (mode 0600, directories 0700). Uses a write-ahead log; every commit is on the disk
 * before it returns; safe for several processes. If the database can only be read, as in a read-only directory or on a
 * disk without locks or room, every write throws the reason.
 * Throws `storage`, `not-a-database`, `newer-database` or `busy`; then nothing was written.
 */
export function openDatabase(file: string): Database {
  const path = guarded(file, () => followLinks(file));
  const found = guarded(file, () => statPrivately(path));
  if (found === null) createDatabase(path, file);
  // A new database appears whole, so something has emptied this file. SQLite would take it for new.
  if (found?.size === 0) throw notADatabase(file, "is empty, and what was in it is gone");
  try {
    return refusingWhenMoved(migrated(connect(path, file)), path);
  } catch (error) {
    if (!hasCode(error, "storage")) throw error;
    return openToRead(path, file, error);
  }
}

/** Opens the database to read only; every write throws `reason`. Throws `reason` also if the file can't be read. */
function openToRead(path: string, name: string, reason: unknown): Database {
  const refuse = () => {
    throw reason;
  };
  try {
    const database = migrated(connect(path, name, "alone"));
    return { ...database, run: refuse, transaction: refuse, transactionAsync: async () => refuse() };
  } catch {
    throw reason;
  }
}

/** Stands for a missing database: empty, in memory, refuses every write. `name` is for errors. */
export function openEmptyDatabase(name: string): Database {
  const database = migrated(connect(":memory:", name));
  database.execute("PRAGMA query_only = ON");
  return database;
}

/** Refuses to write once the file was deleted or replaced: SQLite would write to a file that nobody can open again. */
function refusingWhenMoved(database: Database, path: string): Database {
  const identity = () => {
    const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return `${dev} ${ino}`;
  };
  const opened = identity();
  const check = () => {
    if (identity() !== opened) {
      const advice = "nothing was saved; bring the file back, or start again and run 'dailyleet restore'";
      throw storage(database.file, "was moved or deleted while it was open", advice);
    }
  };
  return {
    ...database,
    transaction(work) {
      return database.transaction(() => {
        check();
        return work();
      });
    },
    transactionAsync(work) {
      return database.transactionAsync(() => {
        check();
        return work();
      });
    },
  };
}

/** Makes a database that appears whole or not at all. One of several processes makes it; the others wait. */
function createDatabase(file: string, name: string): void {
  const lockFile = `${file}-new.lock`;
  ensurePrivateFile(lockFile);
  const lock = connect(lockFile, name);
  try {
    lock.transaction(() => {
      if (!existsSync(file)) guarded(name, () => makeWhole(file, name));
    });
  } finally {
    lock.close();
    // A process that waits for the lock will find the database.
    discard(lockFile);
  }
}

function makeWhole(file: string, name: string): void {
  const unfinished = `${file}.new`;
  const discardAll = () => ["", "-journal", "-wal", "-shm"].forEach((end) => void discard(unfinished + end));
  discardAll();
  try {
    createPrivateFile(unfinished);
    migrated(connect(unfinished, name)).close();
    // The first commit makes the new name durable: it syncs the directory of its log.
    renameSync(unfinished, file);
  } catch (error) {
    discardAll();
    throw error;
  }
}

/** Migrates the database to the current version, or closes it when that fails. */
export function migrated(database: Database): Database {
  try {
    if (readVersion(database) === STEPS.length) return database;
    // One of several processes migrates; the others wait.
    database.transaction(() => {
      for (const step of STEPS.slice(readVersion(database))) database.execute(step);
      database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STEPS.length}`);
    });
    // Turn on the log after the tables are in the file: moving them from the log to the file later could fail
    // unnoticed.
    database.execute("PRAGMA journal_mode = WAL");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** One statement reads one state, even while another process makes the database. */
const HEADER = `
  SELECT application_id AS application, user_version AS version, (SELECT count(*) FROM sqlite_schema) AS tables
  FROM pragma_application_id, pragma_user_version`;

/** The schema version; 0 for an empty file. Throws for a database of another program or of a newer version. */
function readVersion(database: Database): number {
  const header = database.get<Record<"application" | "version" | "tables", number>>(HEADER);
  const { application = 0, version = 0, tables = 0 } = header ?? {};
  if (application === 0 && version === 0 && tables === 0) return 0;
  if (application !== APPLICATION_ID || version <= 0) {
    throw notADatabase(database.file, "is a database of another program");
  }
  if (version <= STEPS.length) return version;
  const versions = `has version ${version}, but this dailyleet knows versions up to ${STEPS.length}`;
  throw new DailyleetError("newer-database", `The database ${database.file} ${versions}; update dailyleet.`);
}
