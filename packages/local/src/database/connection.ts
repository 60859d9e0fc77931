import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { guarded, isBusy } from "./errors.ts";

/**
 * One connection to a database file. Every failure that a person can meet is a `DailyleetError` (`storage`, `busy`,
 * `not-a-database`) that names the file.
 */
export interface Database {
  readonly file: string;
  /** The first row, or undefined when there is none. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Answers how many rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Several statements without values. */
  execute(sql: string): void;
  /**
   * Everything that `work` writes or nothing of it, durable when it returns. No other process writes meanwhile. Within
   * another one it is a part of that.
   */
  transaction<T>(work: () => T): T;
  /** The same for work that waits. Nothing else may use this connection until it ends. */
  transactionAsync<T>(work: () => Promise<T>): Promise<T>;
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

/** Opens the file as it is. */
export function connect(file: string): Database {
  const connection = patiently(file, () => open(file));
  let isOpen = true;
  const statements = new Map<string, StatementSync>();

  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const execute = (sql: string): void => patiently(file, () => connection.exec(sql));

  const rollBack = (): void => {
    try {
      connection.exec("ROLLBACK");
    } catch {
      // After a full disk or an input/output error SQLite has rolled back already.
    }
  };

  return {
    file,
    execute,
    get: <Row>(sql: string, ...values: SQLInputValue[]) =>
      patiently(file, () => prepare(sql).get(...values)) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => patiently(file, () => prepare(sql).all(...values)) as Row[],
    run: (sql, ...values) => patiently(file, () => Number(prepare(sql).run(...values).changes)),

    transaction(work) {
      if (connection.isTransaction) return work();
      execute("BEGIN IMMEDIATE");
      try {
        const result = work();
        execute("COMMIT");
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    },

    async transactionAsync(work) {
      execute("BEGIN IMMEDIATE");
      try {
        const result = await work();
        execute("COMMIT");
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    },

    close() {
      if (isOpen) connection.close();
      isOpen = false;
    },
  };
}

function open(file: string): DatabaseSync {
  const connection = new DatabaseSync(file);
  try {
    connection.exec(`PRAGMA busy_timeout = ${SQLITE_WAIT_MS}; PRAGMA synchronous = FULL`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function patiently<T>(file: string, work: () => T): T {
  // The clock is read only when there is something to wait for: loading it takes a command some 3 % of its time.
  let deadline: number | null = null;
  return guarded(file, () => {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) throw error;
        deadline ??= performance.now() + WAIT_MS;
        if (performance.now() >= deadline) throw error;
      }
    }
  });
}
