import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { alteredTables, databaseError, isBusy, isDamaged } from "./errors.ts";

/**
 * One connection to a database file. Every failure that a person can meet is a `DailyleetError` (`storage`, `busy`,
 * `not-a-database`) that names the file.
 */
export interface Database {
  readonly file: string;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Returns how many rows changed. */
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
 * How long SQLite itself waits before this module restarts it. SQLite polls ever less often, up to every 100 ms, so that
 * one of many writers could starve.
 */
const SQLITE_WAIT_MS = 25;

/**
 * - `usual`: to read and write.
 * - `damaged`: to read what is left. Reads also a file that was cut: SQLite refuses a file that is shorter than its
 *   header says, unless its schema may be written, which needs a connection that isn't defensive.
 * - `immutable`: to read a file that nobody changes meanwhile (https://www.sqlite.org/uri.html#uriimmutable); needs Node
 *   22.15.
 */
type Mode = "usual" | "damaged" | "immutable";

const openIn: Readonly<Record<Mode, (path: string) => DatabaseSync>> = {
  usual: (path) => new DatabaseSync(path),
  damaged: (path) => new DatabaseSync(path, { defensive: false }),
  immutable: (path) =>
    new DatabaseSync(`file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?immutable=1`, { readOnly: true }),
};

/** Opens the file without checking or migrating it. Errors call it `name`. */
export function connect(path: string, name = path, mode: Mode = "usual"): Database {
  const connection = patiently(name, null, () => {
    const opened = openIn[mode](path);
    try {
      // First, because the other statements read the file.
      if (mode === "damaged") opened.exec("PRAGMA writable_schema = ON");
      opened.exec(`PRAGMA busy_timeout = ${SQLITE_WAIT_MS}; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF`);
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

  /** Prepares each statement once. */
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
  // Loading the clock takes 3 % of a command's time.
  let deadline: number | null = null;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (isBusy(error)) deadline ??= performance.now() + WAIT_MS;
      if (deadline === null || !isBusy(error) || performance.now() >= deadline) {
        throw databaseError(file, error, () => connection === null || isDamaged(connection));
      }
    }
  }
}
