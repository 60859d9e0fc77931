import { statSync } from "node:fs";
import { dirname, sep } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { alteredTables, databaseError, isBusy, isDamaged, unlockable } from "./errors.ts";
import { canLock } from "./files.ts";

/**
 * One connection to a database file. Every failure that a person can meet is a `DailyleetError` (`storage`, `busy`,
 * `not-a-database`) that names the file.
 */
export interface Database {
  readonly file: string;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Runs an optional statement; does nothing if it fails or another process is writing. */
  tryToRun(sql: string, ...values: SQLInputValue[]): void;
  execute(sql: string): void;
  /** Writes all of `work` or nothing; durable when it returns. Other processes wait. May be nested. */
  transaction<T>(work: () => T): T;
  /** A transaction for asynchronous work. Don't use the connection for anything else until it ends. */
  transactionAsync<T>(work: () => Promise<T>): Promise<T>;
  /** The names of tables, indexes, triggers and views that differ from the schema. */
  alteredTables(): string[];
  /** May be called twice. */
  close(): void;
}

/** How long a statement waits for other processes; a write takes milliseconds. */
const WAIT_MS = 10_000;

/**
 * How long SQLite itself waits before this module repeats the statement. SQLite polls less and less often, down to
 * every 100 ms, so that one of many writers could starve.
 */
const SQLITE_WAIT_MS = 25;

/** After this wait, test whether the file system has locks at all: without locks, SQLite reports the file as busy. */
const TRY_LOCKS_AFTER_MS = 1_000;

/**
 * - `usual`: to read and write.
 * - `damaged`: to read what is left, even of a truncated file. SQLite refuses a file that is shorter than its header
 *   says unless `writable_schema` is on, which needs a connection that isn't defensive.
 * - `alone`: to read without locks and side files, while nobody changes the file. Needs Node 22.15.
 */
type Mode = "usual" | "damaged" | "alone";

const openIn: Readonly<Record<Mode, (path: string) => DatabaseSync>> = {
  usual: (path) => new DatabaseSync(path),
  damaged: (path) => new DatabaseSync(path, { defensive: false }),
  alone(path) {
    const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    // `immutable` ignores a log; the VFS without locks would delete an empty log. https://www.sqlite.org/uri.html
    const how = hasLog ? `vfs=${sep === "/" ? "unix" : "win32"}-none` : "immutable=1";
    return new DatabaseSync(`file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?${how}`, { readOnly: true });
  },
};

/** The first statements. They precede the statements for all modes, which read the file. */
const BEGINNINGS: Readonly<Record<Mode, string>> = {
  usual: "",
  damaged: "PRAGMA writable_schema = ON;",
  // Reads the log without shared memory.
  alone: "PRAGMA locking_mode = EXCLUSIVE;",
};

/** Opens the file without checking or migrating it. Errors call it `name`. */
export function connect(path: string, name = path, mode: Mode = "usual"): Database {
  const connection = patiently(name, null, () => {
    const opened = openIn[mode](path);
    try {
      opened.exec(
        `${BEGINNINGS[mode]} PRAGMA busy_timeout = ${SQLITE_WAIT_MS}; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF`,
      );
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  });
  const statements = new Map<string, StatementSync>();
  let isOpen = true;
  // Not every supported Node has `isTransaction`.
  let isInTransaction = false;

  /** Caches prepared statements by their text. */
  const ask = <T>(sql: string, work: (statement: StatementSync) => T): T =>
    patiently(name, connection, () => {
      const statement = statements.get(sql) ?? connection.prepare(sql);
      statements.set(sql, statement);
      return work(statement);
    });
  const execute = (sql: string): void => patiently(name, connection, () => connection.exec(sql));

  const begin = (): void => {
    execute("BEGIN IMMEDIATE");
    isInTransaction = true;
  };
  const commit = <T>(result: T): T => {
    execute("COMMIT");
    isInTransaction = false;
    return result;
  };
  const rollBack = (error: unknown): never => {
    isInTransaction = false;
    try {
      connection.exec("ROLLBACK");
    } catch {
      // SQLite rolls back by itself after a full disk or an input/output error.
    }
    throw error;
  };

  return {
    file: name,
    execute,
    get: <Row>(sql: string, ...values: SQLInputValue[]) =>
      ask(sql, (statement) => statement.get(...values)) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => ask(sql, (statement) => statement.all(...values)) as Row[],
    run: (sql, ...values) => ask(sql, (statement) => Number(statement.run(...values).changes)),

    tryToRun(sql, ...values) {
      try {
        connection.prepare(sql).run(...values);
      } catch {
        // The statement is optional.
      }
    },

    transaction(work) {
      if (isInTransaction) return work();
      begin();
      try {
        return commit(work());
      } catch (error) {
        return rollBack(error);
      }
    },

    async transactionAsync(work) {
      begin();
      try {
        return commit(await work());
      } catch (error) {
        return rollBack(error);
      }
    },

    alteredTables: () => patiently(name, connection, () => alteredTables(connection)),

    close() {
      if (isOpen) connection.close();
      isOpen = false;
    },
  };
}

function patiently<T>(file: string, connection: DatabaseSync | null, work: () => T): T {
  // Read the clock only while busy: loading it takes 3 % of a command's time.
  let start: number | null = null;
  let hasLocks = null as boolean | null;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw databaseError(file, error, () => connection === null || isDamaged(connection));
      start ??= performance.now();
      const waitedMs = performance.now() - start;
      if (waitedMs >= TRY_LOCKS_AFTER_MS) hasLocks ??= canLock(dirname(file));
      if (hasLocks === false) throw unlockable(file, error);
      if (waitedMs >= WAIT_MS) throw databaseError(file, error, () => false);
    }
  }
}
