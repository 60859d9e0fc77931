import type { CivilDate } from "./calendar/calendar.ts";
import type { Cell, Change } from "./changes/changes.ts";
import type { FieldPath } from "./firestore/mask.ts";
import type { Fields } from "./firestore/value.ts";
import type { Marks } from "./practice/marks.ts";
import type { Ticks } from "./ticks/ticks.ts";

/**
 * Where documents are kept. Two adapters: `@dailyleet/client` speaks Firestore's REST protocol,
 * `@dailyleet/local` writes SQLite. Paths are relative to the database's root (`firestore/paths.ts`).
 */
export interface DocumentStore {
  /** The document, or null when there is none: a first visit is not an error. */
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
   * `get`, and with `refused` for any but a person's own closed years, `MAX_LISTED` at most. A site's rules may be older
   * than lists: they refuse these too.
   */
  list(collection: string, limit: number, offset?: number): Promise<ListedDocument[]>;
}

/** A document of a list. */
export interface ListedDocument extends StoredDocument {
  readonly path: string;
}

export interface StoredDocument {
  readonly fields: Fields;
  /** RFC 3339 with the server's precision. It changes with every write that changes the document: a version. */
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
 * What is kept of one person: ticks, a year to a document, and marks in another. One implementation (`personStore.ts`)
 * over both document stores. Every write names the version that was read, so a write that was overtaken (by another device, by a
 * year's closing, or by its own repetition after a lost answer) is a `conflict` and changes nothing.
 */
export interface PersonStore {
  /** The document of the year in progress. Where there is none, an empty one with version null. */
  readOpen(): Promise<YearDocument>;

  /** A closed year; empty with version null where nothing was kept of it. */
  readClosed(year: number): Promise<YearDocument>;

  /** All marks; none with version null where there is no such document. */
  readMarks(): Promise<MarksDocument>;

  /**
   * Writes just the changed cells (and the year, where a year's document has none yet) in one commit and resolves to
   * the document as it is then. All changes belong to it, on days within `MAX_CHANGED_DAYS` or of at most
   * `MAX_CHANGED_QUESTIONS` questions. Unknown keys stay. Errors as `DocumentStore.commit`.
   */
  save<D extends PersonDocument>(document: D, changes: readonly Change[]): Promise<D>;

  /**
   * Adds all of the open document to the archive of its year and replaces it by `fields`, in one atomic commit; both
   * documents as they were read, null for an archive that is not there. What both hold has to be equal, or in `fields`:
   * the archive keeps its own.
   */
  close(open: YearDocument, archive: YearDocument | null, fields: Fields): Promise<YearDocument>;

  /** What reads many years, by the store that it is given. */
  readonly reading: Reading;

  /** What decides how a year is closed, and does it by the store that it is given. */
  readonly closing: Closing;

  /** How to wait before something that was overtaken is tried again; at once where this is absent. */
  readonly backoff?: Backoff;
}

/**
 * Closes the year of the open document and starts `year`: `closeYear.ts`, or what loads it. Rejects as the store does,
 * and with `unavailable` where it could not be loaded: then nothing was changed, and it is tried again.
 */
export type Closing = (store: PersonStore, open: YearDocument, year: number) => Promise<YearDocument>;

/**
 * Reads these years: `readYears.ts`, or what loads it. The open document is read, settled and closed where needed, once.
 * Where there are many years, all that are closed are listed, which costs as many reads as there are; where the server
 * refuses that, `least` is read, each year by itself. Rejects as the store does, and with `unavailable` where it could not
 * be loaded.
 */
export type Reading = (
  store: PersonStore,
  years: readonly number[],
  today: CivilDate,
  least?: readonly number[],
) => Promise<YearsRead>;

interface YearsRead {
  /** The years that were read: those asked for, and all that were found besides. One without a document is empty. */
  readonly years: readonly number[];
  readonly documents: readonly YearDocument[];
}

/** Time and chance, as the caller has them. */
export interface Backoff {
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** A document of one person as it was read. */
export type PersonDocument = YearDocument | MarksDocument;

interface ReadDocument {
  readonly path: string;
  /** Everything in the document, unknown keys too, as the server wrote it. */
  readonly fields: Fields;
  /** The update time; null when there is no such document yet. */
  readonly version: string | null;
}

export interface YearDocument extends ReadDocument {
  /** Null in an open document that has no year yet: a new one, or one from before the years. */
  readonly year: number | null;
  readonly ticks: Ticks;
}

export interface MarksDocument extends ReadDocument {
  readonly marks: Marks;
}

/**
 * Changes that the person has seen accepted and the server has not. Durable: `put` resolves when the changes
 * survive a crash. Kept per person (`uid`): nobody gets or sends the changes of somebody else. Adapters:
 * IndexedDB in the browser, SQLite in the terminal.
 */
export interface Outbox {
  /**
   * Adds the changes; an older change of the same cell is replaced, and of its `unanswered` and the new one's the later is
   * kept. Returns them with their sequence numbers.
   */
  put(uid: string, changes: readonly Sendable[]): Promise<PendingChange[]>;

  /** All changes of the person, in the order in which they were made. */
  list(uid: string): Promise<PendingChange[]>;

  /** Forgets exactly these: a cell that was changed again meanwhile has a newer number and stays. */
  acknowledge(uid: string, changes: readonly PendingChange[]): Promise<void>;

  /**
   * Notes as `unanswered` that an attempt to store these cells is about to be made, based on `version` of their document:
   * of whatever changes of them there are, also where they were changed again meanwhile. A later version stays.
   */
  noteAttempt(uid: string, cells: readonly Cell[], version: string): Promise<void>;

  /** Keeps these but marks them as refused for good, so that they are told and not sent for ever. */
  refuse(uid: string, changes: readonly PendingChange[], reason: string): Promise<void>;
}

/** A change as far as sending it goes. */
export type Sendable = Change & Pick<Pending, "unanswered">;

export type PendingChange = Change & Pending;

interface Pending {
  /** Grows with every change on this device. */
  readonly sequence: number;
  /** Why the server will not take it; absent while it may. */
  readonly refused?: string;
  /**
   * The latest version of the document ("" where there was none) that an attempt to store this cell was based on, whether
   * or not an answer came. It may still reach the server for as long as the document has this version.
   */
  readonly unanswered?: string;
}

/**
 * A valid ID token of the person who is signed in; `fresh` asks for a new one, after the server refused the last.
 * Rejects with `signin-needed` when the sign-in has ended, `unavailable` when no answer came. Adapters: the Firebase SDK
 * in the browser, the credentials file in the terminal.
 */
export type GetIdToken = (fresh?: boolean) => Promise<string>;
