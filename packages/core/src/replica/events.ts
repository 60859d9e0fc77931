import type { Cell, Cells, Change, Part } from "../changes/changes.ts";
import type { PendingChange, PersonDocument } from "../ports.ts";
import type { PeerMessage } from "./ports.ts";
import type { Copy, ReplicaState, ServerState, Unkept } from "./state.ts";

/** What can happen to a replica. Told in the past: an event is a fact, and the machine says what follows from it. */
export type Event =
  /** By the person, here. */
  | { readonly kind: "changed"; readonly changes: readonly Change[] }
  /** Noted by a replica that died, and not known to be in the outbox. */
  | { readonly kind: "leftoversFound"; readonly changes: readonly Change[] }
  /** The durable write of these has begun, */
  | { readonly kind: "writeBegan"; readonly changes: readonly Unkept[] }
  /** has put them into the outbox, as these entries, */
  | { readonly kind: "written"; readonly changes: readonly Unkept[]; readonly pending: readonly PendingChange[] }
  /** or has failed. */
  | { readonly kind: "writeFailed"; readonly changes: readonly Unkept[] }
  /** Without an outbox: the store has taken them, or refused them and the person is told. */
  | { readonly kind: "settled"; readonly changes: readonly Unkept[] }
  /** The outbox was looked through; `before` is what was known of it when that began. */
  | { readonly kind: "listed"; readonly found: readonly PendingChange[]; readonly before: readonly PendingChange[] }
  /** The outbox could not be read or written. */
  | { readonly kind: "storageFailed" }
  /** The server has these, whatever becomes of their entries. */
  | { readonly kind: "taken"; readonly changes: readonly PendingChange[] }
  /** An attempt to store these cells is about to be made, based on `version` of their document. */
  | { readonly kind: "attempted"; readonly cells: readonly Cell[]; readonly version: string }
  | { readonly kind: "refused"; readonly changes: readonly PendingChange[]; readonly reason: string }
  | { readonly kind: "cacheRead"; readonly part: Part; readonly cells: Cells }
  | { readonly kind: "assumed"; readonly part: Part }
  /** The server showed this document, or wrote it; `before` is the copy that was known when it was asked. */
  | { readonly kind: "read" | "wrote"; readonly document: PersonDocument; readonly before: Copy | undefined }
  /** An exchange with the server came to this. */
  | { readonly kind: "contacted"; readonly server: ServerState }
  /** Whether the peer's change will be durable isn't known yet. */
  | { readonly kind: "peerChanging"; readonly changes: readonly Change[] }
  | { readonly kind: "peerChanged"; readonly changes: readonly PendingChange[] }
  | { readonly kind: "peerStored"; readonly document: PersonDocument };

/** What is to be done about it. The driver (`replica.ts`) knows how; what comes of it is told as further events. */
export type Effect =
  /** Note in the journal, */
  | { readonly kind: "note"; readonly changes: readonly PendingChange[] }
  /** and forget the note. */
  | { readonly kind: "forget"; readonly changes: readonly PendingChange[] }
  /** Keep in the cache. */
  | { readonly kind: "keep"; readonly document: PersonDocument }
  | { readonly kind: "broadcast"; readonly message: PeerMessage }
  /** Begin the durable write of what is due. */
  | { readonly kind: "write" }
  /** Look through the outbox again. */
  | { readonly kind: "list" }
  /** Send when the burst of changes is over. */
  | { readonly kind: "sendSoon" };

/** The next state, and what is to be done. */
export type Step = readonly [ReplicaState, readonly Effect[]];
