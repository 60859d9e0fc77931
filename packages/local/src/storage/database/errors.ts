import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getSystemErrorMessage } from "node:util";
import { codeOf, DailyleetError, isDailyleetError, storageError } from "@dailyleet/core";
import { STEPS } from "./steps.ts";

/** Primary result codes, https://www.sqlite.org/rescode.html */
const CODE = {
  /** Wrong SQL, or a header or table that SQLite can no longer read. */
  ERROR: 1,
  /** A lock is not permitted. */
  PERMISSION: 3,
  BUSY: 5,
  LOCKED: 6,
  READ_ONLY: 8,
  /** Also a disk without room for the side files. */
  IO_ERROR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANNOT_OPEN: 14,
  /** The locks don't do what SQLite needs. */
  PROTOCOL: 15,
  /** A value that violates a constraint: a fault of the program, or a damaged schema or row. */
  CONSTRAINT: 19,
  NOT_A_DATABASE: 26,
};

/** Extended codes: read lock, lock, unlock; locking and mapping of the shared memory. */
const LOCK_ERRORS = [2314, 3850, 2058, 5130, 5386];

/** Turns errors of SQLite and of the file system into errors that a person can act on. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw databaseError(file, error, () => false);
  }
}

/** Whether another process or connection is writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && [CODE.BUSY, CODE.LOCKED].includes(primaryCode(error.errcode));
}

const primaryCode = (extended: unknown): number => Number(extended) & 0xff;

/**
 * The `DailyleetError` for an error of SQLite or the file system; returns other errors unchanged. Calls `isDamaged` to
 * tell a damaged file from a fault of the program.
 */
export function databaseError(file: string, error: unknown, isDamaged: () => boolean): unknown {
  if (!(error instanceof Error) || isDailyleetError(error)) return error;
  if ("errcode" in error) {
    const code = primaryCode(error.errcode);
    if (LOCK_ERRORS.includes(Number(error.errcode))) return unlockable(file, error);
    const isUnclear = code === CODE.ERROR || code === CODE.CONSTRAINT;
    const explanation = isUnclear && isDamaged() ? damaged : EXPLANATIONS[code];
    return explanation?.(file, error) ?? error;
  }
  // A stored number is too large for JavaScript; the program never stores one.
  if (codeOf(error) === "ERR_OUT_OF_RANGE") return notADatabase(file, "is damaged", error);
  return "syscall" in error ? cannotWrite(dirname(file), reasonOf(error), error) : error;
}

type Explanation = (file: string, cause: Error) => DailyleetError;

const busy: Explanation = (file, cause) =>
  new DailyleetError("busy", `Another program is using the database ${file}; try again in a moment.`, { cause });
const damaged: Explanation = (file, cause) =>
  notADatabase(file, `is damaged (${cause.message.replace(/\s+/g, " ")})`, cause);

/** For a file system without the locks that SQLite needs. */
export function unlockable(file: string, cause?: unknown): DailyleetError {
  const fault = `The file ${file} can't be locked, as on some network and foreign file systems`;
  return storageError(`${fault}; set DAILYLEET_HOME to a directory on a local disk.`, cause);
}

const EXPLANATIONS: Readonly<Record<number, Explanation>> = {
  [CODE.PERMISSION]: unlockable,
  [CODE.BUSY]: busy,
  [CODE.LOCKED]: busy,
  [CODE.READ_ONLY]: (file, cause) => cannotWrite(file, "read-only", cause),
  [CODE.IO_ERROR]: (file, cause) =>
    storage(file, "can't be read or written (input/output error)", "check whether the disk is full or failing", cause),
  [CODE.CORRUPT]: damaged,
  [CODE.FULL]: (file, cause) =>
    storage(file, "can't grow because the disk is full", "free some space and try again", cause),
  [CODE.CANNOT_OPEN]: (file, cause) =>
    cannotWrite(dirname(file), directoryFault(dirname(file)) ?? "the database can't be opened", cause),
  [CODE.PROTOCOL]: unlockable,
  [CODE.NOT_A_DATABASE]: (file, cause) => notADatabase(file, "is not a database", cause),
};

/** Parses stored JSON. Throws `not-a-database` where it is damaged. */
export function parseColumn<T>(file: string, json: string): T {
  try {
    return JSON.parse(json) as T;
  } catch (error) {
    throw notADatabase(file, "is damaged", error);
  }
}

export function notADatabase(file: string, fault: string, cause?: unknown): DailyleetError {
  const remedy = "'dailyleet restore' keeps what can be read and brings back a backup";
  return new DailyleetError("not-a-database", `The file ${file} ${fault}; ${remedy}.`, { cause });
}

function cannotWrite(path: string, reason: string, cause: Error): DailyleetError {
  return storageError(`Can't write to ${path} (${reason}); set DAILYLEET_HOME.`, cause);
}

export function storage(file: string, fault: string, remedy: string, cause?: unknown): DailyleetError {
  return storageError(`The database ${file} ${fault}; ${remedy}.`, cause);
}

/** Why a directory can't be used, such as 'read-only file system'; null where it can. */
function directoryFault(path: string): string | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The system's own words, such as 'no space left on device'. */
export function reasonOf(cause: unknown): string {
  const { errno } = cause as NodeJS.ErrnoException;
  return errno === undefined ? codeOf(cause) || "unknown" : getSystemErrorMessage(errno);
}

/** Whether the pages of the file are damaged, or its tables differ from the schema. */
export function isDamaged(connection: DatabaseSync): boolean {
  try {
    const isSound = connection.prepare("PRAGMA integrity_check(1)").get()?.integrity_check === "ok";
    return !isSound || alteredTables(connection).length > 0;
  } catch {
    return true;
  }
}

/** The names of tables, indexes, triggers and views that differ from the schema. */
export function alteredTables(connection: DatabaseSync): string[] {
  const version = Number(connection.prepare("PRAGMA user_version").get()?.user_version);
  const [found, expected] = [entriesOf(connection), expectedEntries(version)];
  const differing = [...found, ...expected].filter((entry) => !found.includes(entry) || !expected.includes(entry));
  return [...new Set(differing.map((entry) => JSON.parse(entry).name))];
}

/** Leaves out the tables of `ANALYZE`, which affect only the speed. */
const ENTRIES = `
  SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_stat[0-9]' ORDER BY name`;

/** Each entry as JSON. */
function entriesOf(connection: DatabaseSync): string[] {
  return Array.from(connection.prepare(ENTRIES).all(), (entry) => JSON.stringify(entry));
}

function expectedEntries(version: number): string[] {
  const model = new DatabaseSync(":memory:");
  try {
    for (const step of STEPS.slice(0, version)) model.exec(step);
    return entriesOf(model);
  } finally {
    model.close();
  }
}
