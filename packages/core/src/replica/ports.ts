import type { CivilDate } from "../calendar/calendar.ts";
import type { Cells, Change, TableId } from "../changes/changes.ts";
import type { Outbox, OutboxEntry, PendingChange, PersonDocument, PersonStore } from "../ports.ts";

export interface ReplicaDeps {
  readonly store: PersonStore;
  readonly outbox: Outbox;
  /** The person's current civil date. */
  readonly today: () => CivilDate;
  readonly cache?: Cache;
  readonly journal?: Journal;
  readonly peers?: Peers;
  readonly lock?: Lock;
  /** With `timing` the replica sends by itself after each burst of changes; without it only `sync` sends. */
  readonly timing?: Timing;
  readonly pace?: Pace;
  /**
   * Reads a document before each write, even a known one, so that the previous states in `SyncResult.saved` are exact.
   */
  readonly readsFirst?: boolean;
  readonly onNotice?: (notice: Notice) => void;
}

/**
 * Stores the last known version of each of the person's documents. The cache may fail or lose data: the original is on
 * the server. Adapters: IndexedDB in the browser, the SQLite file in the terminal.
 */
export interface Cache {
  /**
   * Reads the cells of the table; null if the cache has none. Return synchronously when possible, so that the first
   * frame of a page is right. Rejects only if the cache is damaged.
   */
  read(table: TableId): Cells | null | Promise<Cells | null>;
  /**
   * Stores a version of a document that is new to the replica, from the server or a peer. `document.table` is never
   * null. Never throws.
   */
  keep(document: PersonDocument): void;
}

/**
 * Holds a change from the task of the click until the outbox has stored it: the page can die during that write.
 * Adapter: `localStorage` in the browser. The terminal needs no journal, because a command ends only after the durable
 * write.
 */
export interface Journal {
  /**
   * Adds changes, in place of older changes of the same cells. Never throws. Returns whether the journal holds the
   * changes; for an empty list, whether the journal works.
   */
  write(changes: readonly JournalEntry[]): boolean;
  /** Erases exactly these changes of this replica; a newer change of the same cell stays. */
  erase(changes: readonly JournalEntry[]): void;
  /**
   * Returns the changes of dead replicas, except those that this replica has replaced. Called once, at the start. The
   * changes stay in the journal until they are erased.
   */
  leftovers(): readonly PendingChange[] | Promise<readonly PendingChange[]>;
}

export interface JournalEntry extends PendingChange {
  /** Identifies the entry within its replica. */
  readonly number: number;
}

/** The other replicas of the same person on this device, which share the outbox. Adapter: a BroadcastChannel. */
export interface Peers {
  /** Sends to all replicas but the sender. Messages of one replica arrive in order, or not at all. */
  broadcast(message: PeerMessage): void;
  /** Called once, at the start. */
  onMessage(listener: (message: PeerMessage) => void): void;
  close(): void;
}

export type PeerMessage =
  /** The person is changing these cells in the sender's tab: other tabs drop their unsaved changes of these cells. */
  | { readonly kind: "changing"; readonly changes: readonly Change[] }
  /** The outbox now holds these entries. */
  | { readonly kind: "stored"; readonly entries: readonly OutboxEntry[] }
  /** The server has acknowledged changes of the outbox; `document` is the result. */
  | { readonly kind: "acknowledged"; readonly document: PersonDocument };

/**
 * Runs `work` while no other replica of the person on this device sends the same outbox. Rejects as `work` does, or
 * with `busy` if the lock is not free in time. Adapters: Web Locks in the browser, a lock of the operating system in
 * the terminal.
 */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

export interface Timing {
  /** Calls `callback` after `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, callback: () => void): () => void;
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
}

/** A burst of changes is over `quietMs` after its last change, and at most `burstMs` after its first. */
export interface Pace {
  readonly quietMs: number;
  readonly burstMs: number;
}

/** An event for a log. The page shows `ReplicaStatus` instead. */
export type Notice =
  | { readonly kind: "failed"; readonly during: "saving" | "reading"; readonly error: unknown }
  /** The server has no document of this table. */
  | { readonly kind: "missing"; readonly table: TableId };
