import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { DailyleetError } from "@dailyleet/core";
import { alteredTables, databaseError, isBusy, isDamaged } from "./errors.ts";

/**
 * One connection to a database file. Every failure that a person can meet is a `DailyleetError` (`storage`, `busy`,
 * `not-a-database`) that names the file.
 */
export interface Database {
  readonly file: string;
  /** Why every write throws, where what is on the disk can only be read; else null. */
  readonly unwritable: DailyleetError | null;
  /** The first row, or undefined when there is none. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Returns how many rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** One statement that may be left out: where it fails or another process writes just now, nothing happens. */
  tryToRun(sql: string, ...values: SQLInputValue[]): void;
  /** Several statements without values. */
  execute(sql: string): void;
  /**
   * Everything that `work` writes or nothing of it, durable when it returns. No other process writes meanwhile. Within
   * another one it is a part of that.
   */
  transaction<T>(work: () => T): T;
  /** The same for work that waits. Nothing else may use this connection until it ends. */
  transactionAsync<T>(work: () => Promise<T>): Promise<T>;
  /** The names of what is not as the program makes it: tables, indexes, triggers and views. */
  alteredTables(): string[];
  /** May be called twice. */
  close(): void;
}

/** How long a statement waits for other processes that write. A write takes milliseconds, so this means trouble. */
const WAIT_MS = 10_000;

/**
 * How long SQLite itself waits. It looks ever less often, in the end every 100 ms, so that of many busy writers one
 * could starve; begun again after this time it looks every few milliseconds.
 */
const SQLITE_WAIT_MS = 25;

interface ConnectOptions {
  /** What errors call the file, where it is not its path. */
  readonly name?: string;
  /** Statements for the connection itself. */
  readonly setup?: string;
}

/** Opens the file as it is. */
export function connect(path: string, { name = path, setup = "" }: ConnectOptions = {}): Database {
  const connection = patiently(name, null, () => {
    const opened = new DatabaseSync(path);
    try {
      opened.exec(
        `PRAGMA busy_timeout = ${SQLITE_WAIT_MS}; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; ${setup}`,
      );
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  });
  const statements = new Map<string, StatementSync>();
  let isOpen = true;
  // Kept here, because not every Node that is promised has `isTransaction`.
  let isInTransaction = false;

  /** Prepares each statement once. */
  const ask = <T>(sql: string, work: (statement: StatementSync) => T): T =>
    patiently(name, connection, () => {
      const statement = statements.get(sql) ?? connection.prepare(sql);
      statements.set(sql, statement);
      return work(statement);
    });
  const execute = (sql: string): void => patiently(name, connection, () => connection.exec(sql));

  const rollBack = (): void => {
    isInTransaction = false;
    try {
      connection.exec("ROLLBACK");
    } catch {
      // After a full disk or an input/output error SQLite has rolled back already.
    }
  };

  return {
    file: name,
    unwritable: null,
    execute,
    get: <Row>(sql: string, ...values: SQLInputValue[]) =>
      ask(sql, (statement) => statement.get(...values)) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => ask(sql, (statement) => statement.all(...values)) as Row[],
    run: (sql, ...values) => ask(sql, (statement) => Number(statement.run(...values).changes)),

    tryToRun(sql, ...values) {
      try {
        connection.prepare(sql).run(...values);
      } catch {
        // It is made again when it is wanted.
      }
    },

    transaction(work) {
      if (isInTransaction) return work();
      execute("BEGIN IMMEDIATE");
      isInTransaction = true;
      try {
        const result = work();
        execute("COMMIT");
        isInTransaction = false;
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    },

    async transactionAsync(work) {
      execute("BEGIN IMMEDIATE");
      isInTransaction = true;
      try {
        const result = await work();
        execute("COMMIT");
        isInTransaction = false;
        return result;
      } catch (error) {
        rollBack();
        throw error;
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
  // The clock is read only when there is something to wait for: loading it takes a command some 3 % of its time.
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
