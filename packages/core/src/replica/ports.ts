import type { Cells, Change, Part } from "../changes/changes.ts";
import type { PendingChange, PersonDocument, Sendable } from "../ports.ts";

/** What a replica needs of the place it runs in, besides a `PersonStore` and an `Outbox`. All of them are optional. */

/**
 * Copies of what a server said last of one person's documents. A convenience: the original is on the server, so a copy
 * that can't be kept is no failure. Adapters: IndexedDB in the browser, the SQLite file in the terminal.
 */
export interface Cache {
  /**
   * The part as it was kept, or null where nothing is kept of it. Whoever can answer at once does so without a
   * promise: then the very first frame of a page shows the right state. Rejects only for a copy that is damaged.
   */
  read(part: Part): Cells | null | Promise<Cells | null>;
  /** Called with every document that the server has shown or written. A year's `year` is never null. Never throws. */
  keep(document: PersonDocument): void;
}

/**
 * Where a change is noted before anything else happens, because the durable write takes time and a page can die in
 * the moment of the click. All of it is synchronous but `leftovers`. Adapter: `localStorage` in the browser. The
 * terminal needs none, because it says nothing before the write is durable.
 */
export interface Journal {
  /**
   * Returns when the changes are noted. A note of the same cell, whoever made it, is replaced. `number` tells the notes
   * of this replica apart. Never throws.
   */
  note(changes: readonly NumberedChange[]): void;
  /** Forgets exactly these notes of this replica, now that the outbox has them; a newer one of the cell stays. */
  forget(changes: readonly NumberedChange[]): void;
  /**
   * The notes of replicas that have died: never those of one that lives in another tab, whose own write is under
   * way; nor a note that this replica has replaced by the moment of the answer. Asked for once, at the start. They stay
   * noted until they are forgotten.
   */
  leftovers(): readonly Sendable[] | Promise<readonly Sendable[]>;
}

export type NumberedChange = Sendable & { readonly number: number };

/** The other replicas of the same person on this device, which share the outbox. Adapter: a BroadcastChannel. */
export interface Peers {
  /** Reaches all the others and not the sender. Messages of one replica arrive in their order, or not at all. */
  broadcast(message: PeerMessage): void;
  /** Called once, at the start. */
  onMessage(listener: (message: PeerMessage) => void): void;
  close(): void;
}

export type PeerMessage =
  /** The person is changing these cells: older changes of them that could not be written are not to be tried again. */
  | { readonly kind: "changing"; readonly changes: readonly Change[] }
  /** These are in the outbox from now on. */
  | { readonly kind: "changed"; readonly changes: readonly PendingChange[] }
  /** The server has taken changes out of the outbox; the document is now this one. */
  | { readonly kind: "stored"; readonly document: PersonDocument };

/**
 * Runs `work` while no other replica of the person on this device is sending: two that send the same outbox would
 * get in each other's way. Rejects as `work`, or with `busy` where the lock isn't to be had in time. Adapters: Web
 * Locks in the browser, a lock of the operating system in the terminal.
 */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/** Time and chance. */
export interface Timing {
  /** Calls back after `ms` milliseconds; the function returned cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** Milliseconds on a clock that only goes forward. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
}

/** What somebody who watches over the program may want to write down; a person reads `ReplicaStatus` instead. */
export type Notice =
  | { readonly kind: "failed"; readonly during: "saving" | "reading"; readonly error: unknown }
  /** The server has no document of this part. */
  | { readonly kind: "missing"; readonly part: Part };
