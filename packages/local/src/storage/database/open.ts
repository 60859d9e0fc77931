import { chmodSync, copyFileSync, existsSync, mkdtempSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { DailyleetError, hasCode } from "@dailyleet/core";
import { connect, type Database } from "./connection.ts";
import { guarded, notADatabase } from "./errors.ts";
import { createPrivateFile, discard, ensurePrivateFile, followLinks, statPrivately } from "./files.ts";
import { APPLICATION_ID, STEPS } from "./steps.ts";

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
    return migrated(connect(path, file));
  } catch (error) {
    // Reading a pipe would wait for ever.
    if (!hasCode(error, "storage") || !statSync(path, { throwIfNoEntry: false })?.isFile()) throw error;
    return openReadOnly(path, file, error);
  }
}

/** Makes a database that appears whole or not at all. Of several processes one makes it, the others wait. */
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
    // A process that waits for the lock, or makes a new one, finds the database.
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
    // The first commit makes the new name durable: it synchronises the directory of its log.
    renameSync(unfinished, file);
  } catch (error) {
    discardAll();
    throw error;
  }
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
  return migrated(connect(file, name, "PRAGMA locking_mode = EXCLUSIVE"));
}

/** For a directory that can't be written: copies the database and its log elsewhere. */
function openCopy(file: string, name: string): Database {
  const { tmpdir } = process.getBuiltinModule("node:os");
  const directory = guarded(name, () => mkdtempSync(join(tmpdir(), "dailyleet-")));
  try {
    const copy = join(directory, "dailyleet.db");
    for (const end of ["", "-wal"].filter((end) => existsSync(file + end))) {
      guarded(name, () => copyFileSync(file + end, copy + end));
      chmodSync(copy + end, 0o600);
    }
    const database = migrated(connect(copy, name));
    // Makes it one file, which stays readable after its removal: a killed command leaves no copy behind.
    database.execute("PRAGMA journal_mode = DELETE");
    return { ...database, close: () => [database.close(), discard(directory)] };
  } finally {
    discard(directory);
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

/** Migrates the database to the current version, or closes it when that fails. */
function migrated(database: Database): Database {
  try {
    if (readVersion(database) === STEPS.length) return database;
    // Of several processes one migrates, the others wait.
    database.transaction(() => {
      for (const step of STEPS.slice(readVersion(database))) database.execute(step);
      database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STEPS.length}`);
    });
    // After the tables, so that a new file holds them: an error in moving them there from a log could go unnoticed.
    database.execute("PRAGMA journal_mode = WAL");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** One statement, so that it reads one state: another process may be making the database. */
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
