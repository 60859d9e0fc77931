import type { Backoff } from "@dailyleet/core";
import {
  civilDateAt,
  closedPath,
  createPersonStore,
  type DocumentStore,
  type Fields,
  type NamedTable,
  namedPath,
  openPath,
  type PersonStore,
} from "@dailyleet/core";
import { guardStore, type WatchedStore, watchStore } from "../guardedStore.ts";

export interface Backend {
  /** A uid that the database has never seen. */
  newUid(): string;
  /** A document store that acts as this person. */
  as(uid: string): DocumentStore;
  /** Writes a document past all rules, as an old version or another program could. */
  plant(path: string, fields: Fields): Promise<void>;
  now(): number;
  stop(): Promise<void>;
}

export interface RemoteBackend extends Backend {
  /** A document store of this person, over a connection that keeps breaking. */
  overBadLine(uid: string): DocumentStore;
}

export interface Person {
  readonly uid: string;
  readonly documents: DocumentStore;
  /** The stores of two devices over the adapter, each with its guard. */
  readonly store: PersonStore;
  readonly other: PersonStore;
  /** Counts the first device's commits and loses some of them. */
  readonly line: WatchedStore;
  /** The year by the server's clock. */
  readonly serverYear: number;
  plantOpen(fields: Fields): Promise<void>;
  plantClosed(year: number, fields: Fields): Promise<void>;
  plantNamed(table: NamedTable, fields: Fields): Promise<void>;
  readOpen(): Promise<Fields | null>;
  readClosed(year: number): Promise<Fields | null>;
  readNamed(table: NamedTable): Promise<Fields | null>;
}

const BACKOFF: Backoff = {
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

/** Makes a new person for each test, so that no test needs an empty database. */
export type NewPerson = () => Person;

export function newPerson(backend: Backend): Person {
  const uid = backend.newUid();
  const documents = backend.as(uid);
  const line = watchStore(guardStore(documents));
  const fieldsAt = async (path: string) => (await documents.get(path))?.fields ?? null;
  return {
    uid,
    documents,
    line,
    store: createPersonStore(line, uid, BACKOFF),
    other: createPersonStore(guardStore(documents), uid, BACKOFF),
    serverYear: civilDateAt(backend.now()).year,
    plantOpen: (fields) => backend.plant(openPath(uid), fields),
    plantClosed: (year, fields) => backend.plant(closedPath(uid, year), fields),
    plantNamed: (table, fields) => backend.plant(namedPath(uid, table), fields),
    readOpen: () => fieldsAt(openPath(uid)),
    readClosed: (year) => fieldsAt(closedPath(uid, year)),
    readNamed: (table) => fieldsAt(namedPath(uid, table)),
  };
}
