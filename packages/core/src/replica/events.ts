import type { Cell, Cells, Change, Part } from "../changes/changes.ts";
import type { PendingChange, PersonDocument, Sendable } from "../ports.ts";
import type { PeerMessage } from "./ports.ts";
import type { ReplicaState, ServerState, Snapshot, StagedChange } from "./state.ts";

/** What can happen to a replica. Told in the past: an event is a fact, and `step` says what follows from it. */
export type Event =
  /** The person made these changes here. */
  | { readonly kind: "changed"; readonly changes: readonly Change[] }
  /** A replica that died noted these, and may not have stored them. */
  | { readonly kind: "leftoversFound"; readonly changes: readonly Sendable[] }
  /** The write of these to the outbox began, */
  | { readonly kind: "storing"; readonly changes: readonly StagedChange[] }
  /** made these rows of them, */
  | { readonly kind: "stored"; readonly changes: readonly StagedChange[]; readonly rows: readonly PendingChange[] }
  /** or failed. */
  | { readonly kind: "storingFailed"; readonly changes: readonly StagedChange[] }
  /** The outbox was listed; `before` are the rows that were known when the listing began. */
  | { readonly kind: "listed"; readonly found: readonly PendingChange[]; readonly before: ReadonlySet<number> }
  /** The outbox could not be read or written. */
  | { readonly kind: "outboxFailed" }
  /** A commit that is about to be made writes these cells to `version` of their document. */
  | { readonly kind: "attempted"; readonly cells: readonly Cell[]; readonly version: string }
  /** The server has these. */
  | { readonly kind: "acknowledged"; readonly changes: readonly StagedChange[] }
  /** The outbox has forgotten these rows. */
  | { readonly kind: "forgotten"; readonly rows: readonly PendingChange[] }
  /** The server will not take these. */
  | { readonly kind: "refused"; readonly changes: readonly StagedChange[]; readonly reason: string }
  | { readonly kind: "cacheRead"; readonly part: Part; readonly cells: Cells }
  | { readonly kind: "assumed"; readonly part: Part }
  /** The year could not be read because the server refused something. */
  | { readonly kind: "unreadable"; readonly part: Part; readonly reason: string }
  /** The server showed this document, or wrote it; `before` is the snapshot that was known when it was asked. */
  | { readonly kind: "read" | "wrote"; readonly document: PersonDocument; readonly before: Snapshot | undefined }
  /** An exchange with the server came to this. */
  | { readonly kind: "contacted"; readonly server: ServerState }
  /** Another tab told what it does. */
  | { readonly kind: "peerSaid"; readonly message: PeerMessage };

/** What is to be done about an event. `replica.ts` does it; what comes of it is told as further events. */
export type Effect =
  /** Note in the journal, */
  | { readonly kind: "note"; readonly changes: readonly StagedChange[] }
  /** and forget the note. */
  | { readonly kind: "forgetNote"; readonly changes: readonly StagedChange[] }
  /** Keep in the cache. */
  | { readonly kind: "keep"; readonly document: PersonDocument }
  | { readonly kind: "broadcast"; readonly message: PeerMessage }
  /** Begin to write what the outbox does not hold. */
  | { readonly kind: "store" }
  /** List the outbox again. */
  | { readonly kind: "list" }
  /** Send when the burst of changes is over. */
  | { readonly kind: "sendSoon" };

/** The next state, and what is to be done. */
export type Step = readonly [ReplicaState, readonly Effect[]];
