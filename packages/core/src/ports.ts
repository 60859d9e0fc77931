import type { Cell, Change } from "./changes/changes.ts";
import type { FieldPath } from "./firestore/masks.ts";
import type { NamedTable } from "./firestore/paths.ts";
import type { Fields } from "./firestore/values.ts";
import type { Marks } from "./practice/marks.ts";
import type { PersonSettings } from "./settings/settings.ts";
import type { Ticks } from "./ticks/ticks.ts";

/**
 * Stores documents. Two adapters: `@dailyleet/client` speaks Firestore's REST protocol, `@dailyleet/local` writes
 * SQLite. Paths are relative to the database's root (`firestore/paths.ts`).
 */
export interface DocumentStore {
  /**
   * Reads a document; null if it does not exist: a first visit is not an error. Rejects with the codes of `commit`,
   * except `conflict`.
   */
  get(path: string): Promise<StoredDocument | null>;

  /**
   * Makes all writes or none. Resolves to the new update time of each document, but only when the writes are durable.
   * Rejects with
   * - `conflict` if a precondition does not hold: nothing was written; reread and repeat;
   * - `refused` if the server will never accept the commit;
   * - `signin-needed` if the person has to sign in again;
   * - `site-fault` if the site's owner must act, or a quota must be renewed;
   * - `unavailable` for every other failure. Then **it is unknown whether the writes were made**: the answer may have
   *   been lost after the server applied them. Preconditions make repeating safe.
   */
  commit(writes: readonly DocumentWrite[]): Promise<string[]>;

  /**
   * Reads documents of a collection in the order of their paths: at most `limit`, after skipping `offset`. Rejects as
   * `get` does, and with `refused` for any collection but the person's own closed years, or for a limit over
   * `MAX_LISTED`.
   */
  list(collection: string, limit: number, offset?: number): Promise<ListedDocument[]>;
}

export interface ListedDocument extends StoredDocument {
  readonly path: string;
}

export interface StoredDocument {
  readonly fields: Fields;
  /**
   * RFC 3339 with the server's precision. Changes with every write that changes the document, so it serves as a
   * version.
   */
  readonly updateTime: string;
}

export interface DocumentWrite {
  readonly path: string;
  readonly fields: Fields;
  /** The paths to write. Without a mask the write replaces the whole document; only closing a year does so. */
  readonly mask?: readonly FieldPath[];
  readonly precondition?: { readonly exists: boolean } | { readonly updateTime: string };
}

/**
 * One person's data: a document of ticks for each year, one of marks, one of settings. One implementation
 * (`store/personStore.ts`) serves both document stores. Every write names the version that was read. If another write
 * came first (of another device, of a year's closing, or of the same request whose answer was lost), the write fails
 * with `conflict` and changes nothing.
 */
export interface PersonStore {
  readonly uid: string;

  /** Reads the document of the year in progress; empty with version null if it does not exist. */
  readOpen(): Promise<YearDocument>;

  /** Reads a closed year; empty with version null if it has no document. */
  readClosed(year: number): Promise<YearDocument>;

  /** Reads all closed years that have a document. */
  listClosed(): Promise<YearDocument[]>;

  /** Reads all marks or settings; empty with version null if the document does not exist. */
  readNamed(table: NamedTable): Promise<MarksDocument | SettingsDocument>;

  /**
   * Writes only the changed cells (and the year, if a year's document has none yet) in one commit. Resolves to the new
   * document. All changes must be of this document, one a cell, on days within `MAX_CHANGED_DAYS` or of at most
   * `MAX_CHANGED_ROWS` questions or settings. Unknown keys stay. Rejects as `DocumentStore.commit` does.
   */
  save<D extends PersonDocument>(document: D, changes: readonly Change[]): Promise<D>;

  /**
   * In one atomic commit, adds the open document to the archive of its year and replaces the open document by `fields`.
   * Takes both documents as they were read; `archive` is null if it does not exist. The archive keeps its own fields: a
   * field of both documents must be equal, or stay in `fields`. Resolves to the new open document.
   */
  close(open: YearDocument, archive: YearDocument | null, fields: Fields): Promise<YearDocument>;

  /** How to wait before a retry after a conflict. Absent: retry at once. */
  readonly backoff?: Backoff;
}

/** The caller's timer and random numbers. */
export interface Backoff {
  /** Resolves after `ms` milliseconds. */
  wait(ms: number): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** A person's document as it was read, and its table. */
export type PersonDocument = YearDocument | MarksDocument | SettingsDocument;

export interface ReadDocument {
  readonly path: string;
  /** Every field of the document, unknown ones included, as the server sent it. */
  readonly fields: Fields;
  /** The update time; null if the document does not exist yet. */
  readonly version: string | null;
}

export interface YearDocument extends ReadDocument {
  /**
   * The civil year. Null in an open document without a year: a new one, or one from before the field `year` existed.
   */
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
 * The durable queue of changes that the server has not acknowledged: when `put` resolves, the changes survive a crash.
 * Each person (`uid`) has a separate outbox. Adapters: IndexedDB in the browser, SQLite in the terminal.
 */
export interface Outbox {
  /** Adds changes. Each replaces an older change of its cell, and the later `attempt` of both is kept. */
  put(uid: string, changes: readonly PendingChange[]): Promise<OutboxEntry[]>;

  /** Lists all changes of the person, in the order in which they were made. */
  list(uid: string): Promise<OutboxEntry[]>;

  /** Forgets exactly these entries. If a cell changed again meanwhile, its newer entry stays. */
  acknowledge(uid: string, sequences: readonly number[]): Promise<void>;

  /**
   * Records in the entries of these cells that a commit based on `version` of their document is about to be made. Keeps
   * a recorded version that is later.
   */
  recordAttempt(uid: string, cells: readonly Cell[], version: string): Promise<void>;

  /** Marks these entries as refused for good: they are kept and shown, but no longer sent automatically. */
  refuse(uid: string, sequences: readonly number[], reason: string): Promise<void>;
}

/** A change that the server has not acknowledged. */
export interface PendingChange {
  readonly change: Change;
  /**
   * The latest version of the document ("" for no document) on which a commit of this cell was based. While the
   * document has this version, that commit may still arrive and take effect, even if its request seemed to fail.
   */
  readonly attempt?: string | undefined;
}

export interface OutboxEntry extends PendingChange {
  /** Increases with every change on this device. */
  readonly sequence: number;
  /** Why the server refused the change for good; absent if it did not. */
  readonly refused?: string;
}

/**
 * Returns a valid ID token of the person who is signed in. Pass `fresh` for a new token after the server refused the
 * last one. Rejects with `signin-needed` if the sign-in has ended, or `unavailable` if no answer came. Adapters: the
 * Firebase SDK in the browser, the credentials file in the terminal.
 */
export type GetIdToken = (fresh?: boolean) => Promise<string>;
