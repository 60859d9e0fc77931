import { cellKey, coalesce, laterVersion, type Outbox, type OutboxEntry } from "@dailyleet/core";
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
import { within } from "../ui/wait.ts";

/** One unsent change. The database assigns the sequence number; `cell` is core's `cellKey`. */
interface OutboxRow extends OutboxEntry {
  readonly uid: string;
  readonly cell: string;
}

interface Schema extends DBSchema {
  outbox: { key: number; value: OutboxRow; indexes: { byCell: [uid: string, cell: string]; byPerson: string } };
  /** Snapshots of the server's documents, and notes of this browser. */
  kept: { key: string; value: unknown };
}

type Database = IDBPDatabase<Schema>;

/** Some browsers that store no data never answer; neither does a dead connection. */
const TIMEOUT_MS = 5_000;

let opened: Promise<Database> | null = null;

/** The browser's database of this site. Rejects where the browser stores no data. */
export function openDatabase(): Promise<Database> {
  opened ??= limitTime(open());
  opened.catch(forget);
  return opened;
}

async function open(): Promise<Database> {
  return openDB<Schema>("dailyleet", 1, {
    upgrade(database) {
      const outbox = database.createObjectStore("outbox", { keyPath: "sequence", autoIncrement: true });
      outbox.createIndex("byCell", ["uid", "cell"], { unique: true });
      outbox.createIndex("byPerson", "uid");
      database.createObjectStore("kept");
    },
    // A newer version in another tab must not wait for this tab.
    blocking: (_old, _new, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
}

function forget(): void {
  opened = null;
}

const limitTime = <T>(work: Promise<T>): Promise<T> =>
  within(TIMEOUT_MS, work, () => new Error("the browser's database does not answer"));

/**
 * Runs `work`; where that fails, once more on a new connection, because a connection may die without an event (Safari:
 * 'Connection to Indexed Database server lost'). `work` must be idempotent.
 */
async function attempt<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const connection = openDatabase();
  const database = await connection;
  try {
    return await limitTime(work(database));
  } catch {
    if (opened === connection) forget();
    database.close();
    return limitTime(work(await openDatabase()));
  }
}

/** Snapshots are optional: where the browser stores no data, reading gives undefined and writing does nothing. */
export function readCached(key: string): Promise<unknown> {
  return attemptCached((database) => database.get("kept", key));
}

export function writeCached(key: string, value: unknown): Promise<unknown> {
  return attemptCached((database) => database.put("kept", value, key));
}

/** Removes every snapshot whose key begins with `prefix`. */
export function removeCached(prefix: string): Promise<unknown> {
  return attemptCached((database) => database.delete("kept", IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
}

function attemptCached(work: (database: Database) => Promise<unknown>): Promise<unknown> {
  return attempt(work).catch(() => undefined);
}

export const yearKey = (uid: string, year: number): string => `year/${uid}/${year}`;
/** When a past year was last read from the server (milliseconds since the epoch). */
export const yearReadKey = (uid: string, year: number): string => `${yearKey(uid, year)}/read`;
export const marksKey = (uid: string): string => `${yearsPrefix(uid)}marks`;
export const yearsPrefix = (uid: string): string => `year/${uid}/`;
export const sheetKey = (address: string): string => `sheet/${address}`;
export const exportKey = (uid: string): string => `export/${uid}`;
/** When the browser was last asked not to evict this site's data. */
export const PERSISTENCE_KEY = "persistence";
/** The last person who signed in, to name their unsent changes. */
export const PERSON_KEY = "person";

type OutboxStore = IDBPObjectStore<Schema, ["outbox"], "outbox", "readwrite">;

/** Unsent changes in the browser's database; a `put` survives a crash of the browser and of the computer. */
export const indexedDbOutbox: Outbox = {
  put: (uid, changes) =>
    write(coalesce(changes), async (store, { change, attempt }) => {
      const cell = cellKey(change);
      const old = await store.index("byCell").get([uid, cell]);
      // A transaction runs its requests in order and rejects when any failed.
      if (old) store.delete(old.sequence).catch(nothing);
      const row = { uid, cell, change, attempt: laterVersion(old?.attempt, attempt) };
      // The database adds the sequence number itself.
      return { ...row, sequence: await store.add(row as OutboxRow) };
    }),

  list: (uid) => attempt((database) => database.getAllFromIndex("outbox", "byPerson", uid)),

  acknowledge: (_uid, sequences) => write(sequences, (store, sequence) => store.delete(sequence)).then(nothing),

  recordAttempt: (uid, cells, version) =>
    write(cells, async (store, cell) => {
      const row = await store.index("byCell").get([uid, cellKey(cell)]);
      if (row) await store.put({ ...row, attempt: laterVersion(row.attempt, version) });
    }).then(nothing),

  refuse: (_uid, sequences, reason) =>
    write(sequences, async (store, sequence) => {
      const row = await store.get(sequence);
      if (row) await store.put({ ...row, refused: reason });
    }).then(nothing),
};

/** Runs `work` for each item in one transaction; resolves when it is on disk. */
function write<T, R>(list: readonly T[], work: (store: OutboxStore, item: T) => Promise<R>): Promise<R[]> {
  return attempt(async (database) => {
    const transaction = database.transaction("outbox", "readwrite", { durability: "strict" });
    const results = Promise.all(list.map((item) => work(transaction.store, item)));
    // Commits at once; otherwise the browser first waits for more requests.
    const committed = results.then(() => transaction.commit());
    await Promise.all([committed, transaction.done]);
    return results;
  });
}

const nothing = () => {};
