import type { CivilDate } from "../calendar/calendar.ts";
import type { Cells, Change, TableId } from "../changes/changes.ts";
import type { Outbox, OutboxEntry, PendingChange, PersonDocument, PersonStore } from "../ports.ts";

/** What a replica gets from its environment. */
export interface ReplicaDeps {
  readonly store: PersonStore;
  readonly outbox: Outbox;
  /** The person's civil date now. */
  readonly today: () => CivilDate;
  readonly cache?: Cache;
  readonly journal?: Journal;
  readonly peers?: Peers;
  readonly lock?: Lock;
  /** With it the replica sends by itself after each burst of changes; without it only `sync` sends. */
  readonly timing?: Timing;
  readonly pace?: Pace;
  /** Reads a document before each write, even a known one, so that the states before are exact. */
  readonly readsFirst?: boolean;
  readonly onNotice?: (notice: Notice) => void;
}

/**
 * The last known version of each of the person's documents. It may fail: the original is on the server. Adapters:
 * IndexedDB in the browser, the SQLite file in the terminal.
 */
export interface Cache {
  /**
   * The cells of the table, or null. Return synchronously when possible, so that the first frame of a page is right.
   * Rejects only where the cache is damaged.
   */
  read(table: TableId): Cells | null | Promise<Cells | null>;
  /**
   * Called with each version of a document that is new to the replica, from the server or a peer, never with a `table` of
   * null. Never throws.
   */
  keep(document: PersonDocument): void;
}

/**
 * Holds a change from the task of the click until the outbox does: that write takes time, and a page can die meanwhile.
 * Adapter: `localStorage` in the browser. The terminal needs none, because it answers when the write is durable.
 */
export interface Journal {
  /**
   * Replaces older changes of the cells. Never throws. Returns whether the journal holds the changes; for an empty
   * list, whether it can.
   */
  write(changes: readonly JournalEntry[]): boolean;
  /** Erases exactly these changes of this replica; a newer one of the cell stays. */
  erase(changes: readonly JournalEntry[]): void;
  /**
   * The changes of dead replicas, except those that this replica has replaced. Called once, at the start. They stay
   * until they are erased.
   */
  leftovers(): readonly PendingChange[] | Promise<readonly PendingChange[]>;
}

export interface JournalEntry extends PendingChange {
  /** Tells the entries of one replica apart. */
  readonly number: number;
}

/** The other replicas of the same person on this device, which share the outbox. Adapter: a BroadcastChannel. */
export interface Peers {
  /** Reaches all replicas but the sender. Messages of one replica arrive in their order, or not at all. */
  broadcast(message: PeerMessage): void;
  /** Called once, at the start. */
  onMessage(listener: (message: PeerMessage) => void): void;
  close(): void;
}

export type PeerMessage =
  /** The person is changing these cells in the sender's tab: other tabs drop their unsaved changes of them. */
  | { readonly kind: "changing"; readonly changes: readonly Change[] }
  /** The outbox holds these now. */
  | { readonly kind: "stored"; readonly entries: readonly OutboxEntry[] }
  /** The server has acknowledged changes of the outbox; this is the document now. */
  | { readonly kind: "acknowledged"; readonly document: PersonDocument };

/**
 * Runs `work` while no other replica of the person on this device is sending the same outbox. Rejects as `work`, or with
 * `busy` where the lock is not free in time. Adapters: Web Locks in the browser, a lock of the operating system in the
 * terminal.
 */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

export interface Timing {
  /** Calls back after `ms` milliseconds; the function returned cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** Milliseconds on a clock that only goes forward. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
}

/** A burst of changes is over `quietMs` after the last of them, and at most `burstMs` after the first. */
export interface Pace {
  readonly quietMs: number;
  readonly burstMs: number;
}

/** For a log; a person reads `ReplicaStatus`. */
export type Notice =
  | { readonly kind: "failed"; readonly during: "saving" | "reading"; readonly error: unknown }
  /** The server has no document of this table. */
  | { readonly kind: "missing"; readonly table: TableId };
