import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf, DailyleetError } from "@dailyleet/core";
import { STEPS } from "./steps.ts";

/** Primary result codes, https://www.sqlite.org/rescode.html */
/** Wrong SQL; or a header or a table that SQLite does not understand any more. */
const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
/** A value that a table does not take: a fault of the program, or a damaged schema or row. */
const CONSTRAINT = 19;
const NOT_A_DATABASE = 26;

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
  return error instanceof Error && "errcode" in error && [BUSY, LOCKED].includes(primaryCode(error.errcode));
}

const primaryCode = (extended: unknown): number => Number(extended) & 0xff;

/**
 * The `DailyleetError` for an error of SQLite or of the file system; any other error as it is. Calls `isDamaged` where a
 * damaged file and a fault of the program look alike.
 */
export function databaseError(file: string, error: unknown, isDamaged: () => boolean): unknown {
  if (!(error instanceof Error) || error instanceof DailyleetError) return error;
  if ("errcode" in error) return explainSqlite(file, error, primaryCode(error.errcode), isDamaged) ?? error;
  // A number beyond what JavaScript can hold; the program never stores one.
  if (codeOf(error) === "ERR_OUT_OF_RANGE") return notADatabase(file, "is damaged", error);
  return "syscall" in error ? cannotWrite(dirname(file), reasonOf(error), error) : error;
}

const DISK = "check whether the disk is full or failing";

function explainSqlite(file: string, cause: Error, code: number, isDamaged: () => boolean): DailyleetError | null {
  const damage = () => notADatabase(file, `is damaged (${cause.message.replace(/\s+/g, " ")})`, cause);
  switch (code) {
    case BUSY:
    case LOCKED:
      return new DailyleetError("busy", `Another program is using the database ${file}; try again in a moment.`, {
        cause,
      });
    case READ_ONLY:
      return cannotWrite(file, "read-only", cause);
    case IO_ERROR:
      // Also what a disk without room for the side files looks like.
      return storage(file, "can't be read or written (input/output error)", DISK, cause);
    case FULL:
      return storage(file, "can't grow because the disk is full", "free some space and try again", cause);
    case CANNOT_OPEN:
      return cannotWrite(dirname(file), "the database can't be opened", cause);
    case CORRUPT:
      return damage();
    case ERROR:
    case CONSTRAINT:
      return isDamaged() ? damage() : null;
    case NOT_A_DATABASE:
      return notADatabase(file, "is not a database", cause);
    default:
      return null;
  }
}

/** Parses stored JSON. Throws `not-a-database` where it is damaged. */
export function parseStored<T>(file: string, json: string): T {
  try {
    return JSON.parse(json) as T;
  } catch (error) {
    throw notADatabase(file, "is damaged", error);
  }
}

export function notADatabase(file: string, fault: string, cause?: unknown): DailyleetError {
  const remedy = "move it away to start a new one, or restore a backup";
  return new DailyleetError("not-a-database", `The file ${file} ${fault}; ${remedy}.`, { cause });
}

function cannotWrite(path: string, reason: string, cause: Error): DailyleetError {
  return new DailyleetError("storage", `Can't write to ${path} (${reason}); set DAILYLEET_HOME.`, { cause });
}

export function storage(file: string, fault: string, remedy: string, cause?: unknown): DailyleetError {
  return new DailyleetError("storage", `The database ${file} ${fault}; ${remedy}.`, { cause });
}

/** 'permission denied' of "EACCES: permission denied, open '/x'". */
function reasonOf(error: Error): string {
  return /^[A-Z0-9]+: ([^,]+)/.exec(error.message)?.[1] ?? error.message;
}

interface Entry {
  readonly name: string;
}

/** Whether the pages of the file are damaged, or its tables differ from the schema. */
export function isDamaged(connection: DatabaseSync): boolean {
  try {
    return !hasSoundPages(connection) || alteredTables(connection).length > 0;
  } catch {
    return true;
  }
}

export function alteredTables(connection: DatabaseSync): string[] {
  const [found, expected] = [entriesOf(connection), expectedEntries(versionOf(connection))];
  const differing = [...without(found, expected), ...without(expected, found)];
  return [...new Set(differing.map(({ name }) => name))];
}

function hasSoundPages(connection: DatabaseSync): boolean {
  return connection.prepare("PRAGMA integrity_check(1)").get()?.integrity_check === "ok";
}

function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare("PRAGMA user_version").get()?.user_version);
}

/** Without the statistics that `ANALYZE` makes: they change only how fast an answer is. */
const ENTRIES = `
  SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_stat[0-9]' ORDER BY name`;

function entriesOf(connection: DatabaseSync): Entry[] {
  return connection.prepare(ENTRIES).all() as unknown as Entry[];
}

function without(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const known = new Set(others.map((entry) => JSON.stringify(entry)));
  return entries.filter((entry) => !known.has(JSON.stringify(entry)));
}

function expectedEntries(version: number): Entry[] {
  const model = new DatabaseSync(":memory:");
  try {
    for (const step of STEPS.slice(0, version)) model.exec(step);
    return entriesOf(model);
  } finally {
    model.close();
  }
}
