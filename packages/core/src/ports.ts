import type { Cell, Change } from "./changes/changes.ts";
import type { FieldPath } from "./firestore/masks.ts";
import type { NamedTable } from "./firestore/paths.ts";
import type { Fields } from "./firestore/values.ts";
import type { Marks } from "./practice/marks.ts";
import type { PersonSettings } from "./settings/settings.ts";
import type { Ticks } from "./ticks/ticks.ts";

/**
 * Keeps documents. Two adapters: `@dailyleet/client` speaks Firestore's REST protocol, `@dailyleet/local` writes SQLite.
 * Paths are relative to the database's root (`firestore/paths.ts`).
 */
export interface DocumentStore {
  /**
   * The document, or null when there is none: a first visit is not an error. Rejects with `refused`, `signin-needed` or
   * `unavailable`, which mean what they mean for `commit`.
   */
  get(path: string): Promise<StoredDocument | null>;

  /**
   * Makes all writes or none, and resolves to the update time that each document has then. It resolves only when
   * the writes are durable. It rejects with
   * - `conflict` when a precondition does not hold: nothing was written; read again and repeat;
   * - `refused` when the server will never accept it;
   * - `signin-needed` when the person has to sign in again;
   * - `unavailable` for everything else. Then **it is not known whether the writes were made**: the answer may
   *   have been lost after the server applied them. Preconditions make repeating safe.
   */
  commit(writes: readonly DocumentWrite[]): Promise<string[]>;

  /**
   * The documents of a collection in the order of their paths, `limit` of them after the first `offset`. Rejects as
   * `get`, and with `refused` for any list but that of a person's own closed years, or for more than `MAX_LISTED` of them.
   */
  list(collection: string, limit: number, offset?: number): Promise<ListedDocument[]>;
}

export interface ListedDocument extends StoredDocument {
  readonly path: string;
}

export interface StoredDocument {
  readonly fields: Fields;
  /** RFC 3339 with the server's precision. Every write that changes the document changes it: it is a version. */
  readonly updateTime: string;
}

export interface DocumentWrite {
  readonly path: string;
  readonly fields: Fields;
  /** Only these paths are written. Without a mask the whole document is replaced: closing a year alone does that. */
  readonly mask?: readonly FieldPath[];
  readonly precondition?: { readonly exists: boolean } | { readonly updateTime: string };
}

/**
 * One person's data: a document of ticks for each year, one of marks, one of settings. One implementation
 * (`store/personStore.ts`) serves both document stores. Every write names the version that was read. A write that was
 * overtaken (by another device, by a year's closing, or by its own repetition after a lost answer) is a `conflict` and
 * changes nothing.
 */
export interface PersonStore {
  readonly uid: string;

  /** The document of the year in progress. Where there is none, an empty one with version null. */
  readOpen(): Promise<YearDocument>;

  /** A closed year; empty with version null where nothing was kept of it. */
  readClosed(year: number): Promise<YearDocument>;

  /** All closed years that there are. */
  listClosed(): Promise<YearDocument[]>;

  /** All marks or settings; empty with version null where there is no such document. */
  readNamed(table: NamedTable): Promise<MarksDocument | SettingsDocument>;

  /**
   * Writes just the changed cells (and the year, where a year's document has none yet) in one commit and resolves to
   * the document as it is then. All changes belong to it, one a cell, on days within `MAX_CHANGED_DAYS` or of at most
   * `MAX_CHANGED_ROWS` questions or settings. Unknown keys stay. Errors as `DocumentStore.commit`.
   */
  save<D extends PersonDocument>(document: D, changes: readonly Change[]): Promise<D>;

  /**
   * In one atomic commit, adds the open document to the archive of its year and replaces it by `fields`. Takes both
   * documents as they were read; `archive` is null where there is none. A field that both hold must be equal, or stay
   * in `fields`: the archive keeps its own.
   */
  close(open: YearDocument, archive: YearDocument | null, fields: Fields): Promise<YearDocument>;

  /** How to wait before a retry after a conflict. Absent: retry at once. */
  readonly backoff?: Backoff;
}

/** Time and chance, as the caller has them. */
export interface Backoff {
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** A document of one person as it was read, and the table in it. */
export type PersonDocument = YearDocument | MarksDocument | SettingsDocument;

export interface ReadDocument {
  readonly path: string;
  /** Everything in the document, unknown keys too, as the server wrote it. */
  readonly fields: Fields;
  /** The update time; null when there is no such document yet. */
  readonly version: string | null;
}

export interface YearDocument extends ReadDocument {
  /** The civil year. Null in an open document that has none yet: a new one, or one from before the years. */
  readonly table: number | null;
  readonly cells: Ticks;
}

interface MarksDocument extends ReadDocument {
  readonly table: "marks";
  readonly cells: Marks;
}

interface SettingsDocument extends ReadDocument {
  readonly table: "settings";
  readonly cells: PersonSettings;
}

/**
 * Changes that the person has seen accepted and the server has not. Durable: `put` resolves when the changes survive a
 * crash. Each person (`uid`) has an outbox of their own. Adapters: IndexedDB in the browser, SQLite in the terminal.
 */
export interface Outbox {
  /** Adds the changes. Each replaces an older change of its cell; of their `attempt`s the later is kept. */
  put(uid: string, changes: readonly PendingChange[]): Promise<OutboxEntry[]>;

  /** All changes of the person, in the order in which they were made. */
  list(uid: string): Promise<OutboxEntry[]>;

  /** Forgets exactly these entries. A cell that changed again meanwhile has a newer entry, which stays. */
  acknowledge(uid: string, sequences: readonly number[]): Promise<void>;

  /**
   * Records in the entries of these cells that a commit based on `version` of their document is about to be made. A later
   * version stays.
   */
  recordAttempt(uid: string, cells: readonly Cell[], version: string): Promise<void>;

  /** Marks these entries as refused for good: they are kept and shown, but no longer sent automatically. */
  refuse(uid: string, sequences: readonly number[], reason: string): Promise<void>;
}

/** A change that the server has not acknowledged. */
export interface PendingChange {
  readonly change: Change;
  /**
   * The latest version of the document ("" for none) that a commit of this cell was based on. While the document has this
   * version, the commit may still reach the server, even if its answer was lost.
   */
  readonly attempt?: string | undefined;
}

export interface OutboxEntry extends PendingChange {
  /** Grows with every change on this device. */
  readonly sequence: number;
  /** Why the server will not take the change; absent while it may. */
  readonly refused?: string;
}

/**
 * A valid ID token of the person who is signed in; `fresh` asks for a new one, after the server refused the last.
 * Rejects with `signin-needed` when the sign-in has ended, `unavailable` when no answer came. Adapters: the Firebase SDK
 * in the browser, the credentials file in the terminal.
 */
export type GetIdToken = (fresh?: boolean) => Promise<string>;
