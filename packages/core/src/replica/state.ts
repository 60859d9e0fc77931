import { type Cells, coalesce, stateIn, type TableId } from "../changes/changes.ts";
import type { PendingChange, PersonDocument } from "../ports.ts";
import type { PeerMessage } from "./ports.ts";

/** All that one replica knows. */
export interface ReplicaState {
  /** What the server holds. An absent table is unknown. */
  readonly snapshots: ReadonlyMap<TableId, Snapshot>;
  /** The person's changes on their way, oldest first: those with an entry in the outbox, then those in memory alone. */
  readonly changes: readonly StagedChange[];
  readonly lastNumber: number;
  /** Tables that could not be read because the server refused something, each with its reason. */
  readonly unreadable: ReadonlyMap<TableId, string>;
  readonly server: ServerState;
  /** Why it is `failing`: one sentence; null in every other state. */
  readonly serverFault: string | null;
  /** The server took a change since the start. */
  readonly hasSaved: boolean;
  /** A reading found a change that was not made here: another of the person's devices is in use. */
  readonly hasOtherDevices: boolean;
  /** The outbox failed when it was used last. */
  readonly isOutboxFailing: boolean;
  /** The journal holds what it was given last: a change that the outbox failed to store survives the end of this replica. */
  readonly isJournalHolding: boolean;
}

/** What is known of a table on the server. An `assumption` is that it is empty: the year has just begun, or has not yet. */
export type Snapshot =
  | { readonly from: "server"; readonly cells: Cells; readonly document: PersonDocument }
  | { readonly from: "cache" | "assumption"; readonly cells: Cells };

/** A change on its way, and how far it has come. */
export interface StagedChange extends PendingChange {
  /** Tells it from all others of this replica. */
  readonly number: number;
  readonly stage: Stage;
}

/** How far a change has come on its way to the server. */
export type Stage =
  /** Shown and in the journal; its write to the outbox has not begun. */
  | { readonly kind: "new" }
  /** Its write to the outbox is under way. */
  | { readonly kind: "storing" }
  /** The outbox failed to store it: it is sent from memory, and the write is tried again. */
  | { readonly kind: "unsaved" }
  /** Durable: the outbox holds it as entry `sequence`, until the server has it. */
  | { readonly kind: "stored"; readonly sequence: number }
  /** The server will not take it. It is kept, shown and told; `sequence` is null where the outbox failed to store it. */
  | { readonly kind: "refused"; readonly sequence: number | null; readonly reason: string }
  /** The server has it, and the outbox is still to forget its entry; `sequence` is null while that is being written. */
  | { readonly kind: "acknowledged"; readonly sequence: number | null };

/**
 * How the last exchange with the server went. `holding`: it answered, and can't take what is left for now, because
 * others keep changing the document or the year has not begun. `failing`: it answered, and works no more until the site's
 * owner does something.
 */
type ServerState = "untried" | "reached" | "holding" | "failing" | "unreachable" | "signin-needed";

export const INITIAL_STATE: ReplicaState = {
  snapshots: new Map(),
  changes: [],
  lastNumber: 0,
  unreadable: new Map(),
  server: "untried",
  serverFault: null,
  hasSaved: false,
  hasOtherDevices: false,
  isOutboxFailing: false,
  isJournalHolding: false,
};

/** `replica.ts` runs the effects of a transition; each result is a further transition. */
export type Effect =
  /** Write these to the journal, or erase them there. */
  | { readonly kind: "journal" | "erase"; readonly changes: readonly StagedChange[] }
  | { readonly kind: "cache"; readonly document: PersonDocument }
  | { readonly kind: "broadcast"; readonly message: PeerMessage }
  /** Begin to write to the outbox all that it does not hold, list the outbox, or send when the burst of changes is over. */
  | { readonly kind: "store" | "list" | "sendSoon" };

/** The last change of each cell that the server has not acknowledged. */
export function pendingOf({ changes }: ReplicaState): StagedChange[] {
  return coalesce(changes.filter(({ stage }) => stage.kind !== "acknowledged"));
}

/** The changes to write to the outbox now, one a cell. */
export function toStore({ changes }: ReplicaState): StagedChange[] {
  return changes.filter(isReplaceable);
}

/**
 * The changes to send, one a cell: the outbox holds them, or failed to store them. A change that is being stored is sent
 * after that. Refused changes come last, and only with `isRetry`.
 */
export function toSend({ changes }: ReplicaState, isRetry: boolean): StagedChange[] {
  const held = coalesce(changes.filter(({ stage }) => ["stored", "unsaved", "refused"].includes(stage.kind)));
  const open = held.filter((change) => !isRefused(change));
  return isRetry ? [...open, ...held.filter(isRefused)] : open;
}

/** The changes that a commit to this document may write at once: their attempt on this version is recorded already. */
export function toSendOnExit(state: ReplicaState, document: PersonDocument): StagedChange[] {
  return pendingOf(state).filter(
    (staged) =>
      staged.change.table === document.table &&
      !isRefused(staged) &&
      staged.attempt === (document.version ?? "") &&
      stateIn(document.cells, staged.change) !== staged.change.state,
  );
}

/** The entries that the outbox is to forget. */
export function toForget({ changes }: ReplicaState): number[] {
  return sequencesOf(changes.filter(({ stage }) => stage.kind === "acknowledged"));
}

export function sequencesOf(changes: readonly StagedChange[]): number[] {
  return changes.flatMap((staged) => sequenceOf(staged) ?? []);
}

/** The outbox's entry of the change; null where there is none, or none yet. */
export function sequenceOf({ stage }: StagedChange): number | null {
  return "sequence" in stage ? stage.sequence : null;
}

/** Whether the change is in memory alone and may be replaced: no write of it is under way. */
export function isReplaceable({ stage }: StagedChange): boolean {
  return stage.kind === "new" || isUnsaved(stage);
}

function isUnsaved(stage: Stage): boolean {
  return stage.kind === "unsaved" || (stage.kind === "refused" && stage.sequence === null);
}

const isRefused = ({ stage }: StagedChange) => stage.kind === "refused";

/**
 * The document to write to without reading it first. The document of a closed year only beside an open document of a later
 * year: otherwise the year may be the running one, which the open document is to hold.
 */
export function knownDocument({ snapshots }: ReplicaState, openPath: string, table: TableId): PersonDocument | null {
  const known = [...snapshots.values()].flatMap((snapshot) => (snapshot.from === "server" ? [snapshot.document] : []));
  const document = known.find((other) => other.table === table) ?? null;
  const open = known.find(({ path, version }) => path === openPath && version !== null);
  const isClosed = open !== undefined && Number(open.table) > Number(table);
  return table === "marks" || document?.path === openPath || isClosed ? document : null;
}

/** How the person's changes stand. */
export interface ReplicaStatus extends Pick<ReplicaState, "server" | "serverFault" | "hasSaved"> {
  /** Changes that the server hasn't taken and may yet take. */
  readonly waiting: number;
  /** Changes that the server refused for good. */
  readonly refused: number;
  /** Why it refused the first of them: one sentence; null where there is none. */
  readonly refusedReason: string | null;
  /** Why a table could not be read, although the server can be reached: one sentence; null where none failed. */
  readonly unreadable: string | null;
  /** Neither outbox nor journal works: what the outbox hasn't stored is lost when this replica ends. */
  readonly isInMemory: boolean;
}

export function statusOf(state: ReplicaState): ReplicaStatus {
  const pending = pendingOf(state);
  const reasons = pending.flatMap(({ stage }) => (stage.kind === "refused" ? stage.reason : []));
  return {
    waiting: pending.length - reasons.length,
    refused: reasons.length,
    refusedReason: reasons[0] ?? null,
    unreadable: state.unreadable.values().next().value ?? null,
    server: state.server,
    serverFault: state.serverFault,
    hasSaved: state.hasSaved,
    isInMemory:
      !state.isJournalHolding && (state.isOutboxFailing || state.changes.some(({ stage }) => isUnsaved(stage))),
  };
}
