import { cellKey, coalesce, laterVersion, type Outbox, type OutboxEntry, type TableId } from "@dailyleet/core";
import { within } from "../ui/wait.ts";

/** One unsent change. The database assigns the sequence number; `cell` is core's `cellKey`. */
interface OutboxRow extends OutboxEntry {
  readonly uid: string;
  readonly cell: string;
}

/** Some browsers that store no data never answer; neither does a dead connection. */
const TIMEOUT_MS = 5_000;

let opened: Promise<IDBDatabase> | null = null;

/** The browser's database of this site. Rejects where the browser stores no data. */
export function openBrowserDatabase(): Promise<IDBDatabase> {
  opened ??= limitTime(open());
  opened.catch(forget);
  return opened;
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open("dailyleet", 1);
  request.onupgradeneeded = () => {
    const outbox = request.result.createObjectStore("outbox", { keyPath: "sequence", autoIncrement: true });
    outbox.createIndex("byCell", ["uid", "cell"], { unique: true });
    outbox.createIndex("byPerson", "uid");
    // Snapshots of the server's documents, and notes of this browser.
    request.result.createObjectStore("kept");
  };
  const database = await resultOf(request);
  // Close, so that a newer version in another tab can upgrade the database.
  database.onversionchange = () => {
    database.close();
    forget();
  };
  database.onclose = forget;
  return database;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/** The write transactions that have neither completed nor aborted. */
const writing = new Set<IDBTransaction>();

/** Resolves when the transaction is on disk. */
function completionOf(transaction: IDBTransaction): Promise<void> {
  writing.add(transaction);
  const completed = new Promise<void>((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    // A failed request aborts its transaction; so does a connection that dies.
    transaction.addEventListener("abort", () => {
      reject(transaction.error ?? new Error("the transaction was aborted"));
    });
  });
  return completed.finally(() => writing.delete(transaction));
}

function forget(): void {
  opened = null;
}

const limitTime = <T>(work: Promise<T>): Promise<T> =>
  within(TIMEOUT_MS, work, () => new Error("the browser's database does not answer"));

type Work<T> = (database: IDBDatabase) => Promise<T>;

/**
 * Runs `work`, and retries it once on a new connection, because a connection may die without an event (Safari:
 * 'Connection to Indexed Database server lost'). `work` must be idempotent. Calls `onLate` with the result of work that
 * timed out and then succeeds.
 */
async function attempt<T>(work: Work<T>, onLate: (result: T) => unknown = nothing): Promise<T> {
  const connection = openBrowserDatabase();
  const database = await connection;
  try {
    return await runOn(database, work, onLate);
  } catch {
    if (opened === connection) forget();
    return runOn(await openBrowserDatabase(), work, onLate);
  }
}

async function runOn<T>(database: IDBDatabase, work: Work<T>, onLate: (result: T) => unknown): Promise<T> {
  const result = work(database);
  try {
    return await limitTime(result);
  } catch (error) {
    giveUp(database);
    result.then(onLate, nothing);
    throw error;
  }
}

/** Aborts all writes of the connection: a later write must not overtake the write that is retried. */
function giveUp(database: IDBDatabase): void {
  for (const transaction of writing) {
    if (transaction.db === database) abort(transaction);
  }
  database.close();
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction is committing, and may still succeed.
  }
}

/** Snapshots are optional: where the browser stores no data, reading gives undefined and writing does nothing. */
export function readCached(key: string): Promise<unknown> {
  return attemptCached((database) => resultOf(database.transaction("kept").objectStore("kept").get(key)));
}

export function writeCached(key: string, value: unknown): Promise<unknown> {
  return changeCached((kept) => kept.put(value, key));
}

/** Removes every snapshot whose key begins with `prefix`. */
export function removeCached(prefix: string): Promise<unknown> {
  return changeCached((kept) => kept.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
}

function changeCached(change: (kept: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return attemptCached((database) => {
    const transaction = database.transaction("kept", "readwrite");
    change(transaction.objectStore("kept"));
    return completionOf(transaction);
  });
}

function attemptCached(work: (database: IDBDatabase) => Promise<unknown>): Promise<unknown> {
  return attempt(work).catch(() => undefined);
}

export const tableKey = (uid: string, table: TableId): string => `${tablesPrefix(uid)}${table}`;
/** When a past year was last read from the server (milliseconds since the epoch). */
export const yearReadKey = (uid: string, year: number): string => `${tableKey(uid, year)}/read`;
export const tablesPrefix = (uid: string): string => `year/${uid}/`;
export const sheetKey = (address: string): string => `sheet/${address}`;
export const exportKey = (uid: string): string => `export/${uid}`;
/** When the browser was last asked not to evict this site's data. */
export const PERSISTENCE_KEY = "persistence";
/** The last person who signed in, to name their unsent changes. */
export const PERSON_KEY = "person";

/** Unsent changes in the browser's database; a `put` survives a crash of the browser and of the computer. */
export const indexedDbOutbox: Outbox = {
  put: (uid, changes) =>
    write(
      coalesce(changes),
      async (store, { change, attempt }) => {
        const cell = cellKey(change);
        const old = await rowOf(store, uid, cell);
        // A transaction runs its requests in order and rejects when any failed.
        if (old) store.delete(old.sequence);
        const row = { uid, cell, change, attempt: laterVersion(old?.attempt, attempt) };
        return { ...row, sequence: Number(await resultOf(store.add(row))) };
      },
      // Remove the rows of a late write: the replica still has its changes in memory and puts them again.
      (rows) => void remove(rows.map(({ sequence }) => sequence)).catch(nothing),
    ),

  list: (uid) =>
    attempt((database): Promise<OutboxRow[]> => {
      return resultOf(database.transaction("outbox").objectStore("outbox").index("byPerson").getAll(uid));
    }),

  acknowledge: (_uid, sequences) => remove(sequences),

  recordAttempt: (uid, cells, version) =>
    write(cells, async (store, cell) => {
      const row = await rowOf(store, uid, cellKey(cell));
      if (row) store.put({ ...row, attempt: laterVersion(row.attempt, version) });
    }).then(nothing),

  refuse: (_uid, sequences, reason) =>
    write(sequences, async (store, sequence) => {
      const row = await resultOf<OutboxRow | undefined>(store.get(sequence));
      if (row) store.put({ ...row, refused: reason });
    }).then(nothing),
};

function rowOf(store: IDBObjectStore, uid: string, cell: string): Promise<OutboxRow | undefined> {
  return resultOf(store.index("byCell").get([uid, cell]));
}

function remove(sequences: readonly number[]): Promise<void> {
  return write(sequences, async (store, sequence) => store.delete(sequence)).then(nothing);
}

/** Runs `work` for each item in one transaction; resolves when it is on disk. */
function write<T, R>(
  list: readonly T[],
  work: (store: IDBObjectStore, item: T) => Promise<R>,
  onLate?: (results: R[]) => void,
): Promise<R[]> {
  return attempt(async (database) => {
    const transaction = database.transaction("outbox", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("outbox");
    const completed = completionOf(transaction);
    const results = Promise.all(list.map((item) => work(store, item)));
    // Commits at once; otherwise the browser first waits for more requests.
    const committed = results.then(() => transaction.commit());
    await Promise.all([committed, completed]);
    return results;
  }, onLate);
}

const nothing = () => {};
