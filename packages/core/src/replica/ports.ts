import type { Cells, Change, TableId } from "../changes/changes.ts";
import type { PendingChange, PersonDocument, Sendable } from "../ports.ts";

/** What a replica uses of its environment besides a `PersonStore` and an `Outbox`. All of these are optional. */

/**
 * One person's documents as the server said them last. Failing to write it is no failure: the original is on the server.
 * Adapters: IndexedDB in the browser, the SQLite file in the terminal.
 */
export interface Cache {
  /**
   * The cells of the table, or null. Return synchronously when possible, so that the first frame of a page is right.
   * Rejects only where the cache is damaged.
   */
  read(table: TableId): Cells | null | Promise<Cells | null>;
  /** Called with every document that the server has shown or written. A year's `year` is never null. Never throws. */
  keep(document: PersonDocument): void;
}

/**
 * Notes a change in the task of the click: the durable write takes time, and a page can die meanwhile. Adapter:
 * `localStorage` in the browser. The terminal needs none, because it answers when the write is durable.
 */
export interface Journal {
  /** Replaces any note of the same cell. `number` tells the notes of this replica apart. Never throws. */
  note(changes: readonly NumberedChange[]): void;
  /** Removes exactly these notes of this replica; a newer note of the cell stays. */
  forget(changes: readonly NumberedChange[]): void;
  /**
   * The notes of replicas that have died, not of those that live in other tabs, nor those that this replica has replaced
   * meanwhile. Called once, at the start. The notes stay until they are forgotten.
   */
  leftovers(): readonly Sendable[] | Promise<readonly Sendable[]>;
}

export type NumberedChange = Sendable & { readonly number: number };

/** The other replicas of the same person on this device, which share the outbox. Adapter: a BroadcastChannel. */
export interface Peers {
  /** Reaches all replicas but the sender. Messages of one replica arrive in their order, or not at all. */
  broadcast(message: PeerMessage): void;
  /** Called once, at the start. */
  onMessage(listener: (message: PeerMessage) => void): void;
  close(): void;
}

export type PeerMessage =
  /** The person is changing these cells: unsaved changes of them in other tabs are over. */
  | { readonly kind: "changing"; readonly changes: readonly Change[] }
  /** These are in the outbox from now on. */
  | { readonly kind: "changed"; readonly changes: readonly PendingChange[] }
  /** The server has acknowledged changes of the outbox; this is the document now. */
  | { readonly kind: "stored"; readonly document: PersonDocument };

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

/** For a log; a person reads `ReplicaStatus`. */
export type Notice =
  | { readonly kind: "failed"; readonly during: "saving" | "reading"; readonly error: unknown }
  /** The server has no document of this table. */
  | { readonly kind: "missing"; readonly table: TableId };
