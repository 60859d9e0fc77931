import type { DocumentStore, Fields } from "@dailyleet/core";

export interface Backend {
  /** The uid of somebody whom the database has never seen. */
  newUid(): string;
  /** A document store that acts as this person. */
  as(uid: string): DocumentStore;
  /** Puts a document there as it is, past all rules, as an old version or another program would have. */
  plant(path: string, fields: Fields): Promise<void>;
  now(): number;
  stop(): Promise<void>;
}

export interface RemoteBackend extends Backend {
  /** As `as`, over a connection that keeps breaking. */
  overBadLine(uid: string): DocumentStore;
}
