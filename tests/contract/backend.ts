import type { DocumentStore, Fields } from "@dailyleet/core";

/** What the contract's suites need of an adapter. */
export interface Backend {
  /** The uid of somebody whom the database has never seen. */
  newUid(): string;
  /** A document store that acts as this person. */
  as(uid: string): DocumentStore;
  /** Puts a document there as it is, past all rules, as an old version or another program would have. */
  plant(path: string, fields: Fields): Promise<void>;
  /** The time of its clock, in milliseconds since the epoch. */
  now(): number;
  stop(): Promise<void>;
}

/** An adapter that reaches its database over a network. */
export interface RemoteBackend extends Backend {
  /** As `as`, over a connection that keeps breaking. */
  overBadLine(uid: string): DocumentStore;
}
