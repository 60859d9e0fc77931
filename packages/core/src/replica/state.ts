import { type Cells, cellKey, documentPart, type Part, stateOf } from "../changes/changes.ts";
import { coalesce, refusedChanges, sendable } from "../changes/pending.ts";
import type { PendingChange, PersonDocument } from "../ports.ts";

/** All that one replica knows. A plain value; `machine.ts` makes the next one out of it. */
export interface ReplicaState {
  /** What the server holds, as far as that is known. A part that is absent is unknown. */
  readonly copies: ReadonlyMap<Part, Copy>;
  /** What the outbox holds: durable here, not yet taken by the server. One change a cell, oldest first. */
  readonly unsent: readonly PendingChange[];
  /** What the person has changed and the outbox doesn't hold yet, oldest first. Newer than anything in `unsent`. */
  readonly unkept: readonly Unkept[];
  /** The lowest number that an `Unkept` had so far. */
  readonly lastNumber: number;
  /** Sequence numbers of what the server has taken and the outbox could not forget, so that it isn't sent again. */
  readonly taken: ReadonlySet<number>;
  /** Cells that were changed here, until the leftovers of a journal are known: what is left of those is older. */
  readonly touched: ReadonlySet<string> | null;
  readonly server: ServerState;
  readonly hasSaved: boolean;
  /** A reading found what was not known here: another of the person's devices is in use. */
  readonly hasOtherDevices: boolean;
  readonly isStorageFailing: boolean;
}

/** What is known of a part on the server. */
export type Copy =
  | { readonly from: "server"; readonly cells: Cells; readonly document: PersonDocument }
  /** As it was kept here when the server said it last. */
  | { readonly from: "cache"; readonly cells: Cells }
  /** Taken to be empty: a year that has just begun, or has not yet. */
  | { readonly from: "assumption"; readonly cells: Cells };

/**
 * A change whose durable write is still to begin, under way, or has failed. The number is negative, so that it is
 * nobody else's (outboxes count up from 1), and falls with every change: -2 is newer than -1.
 */
export type Unkept = PendingChange & {
  readonly write: "due" | "under way" | "failed";
};

/**
 * How the last exchange with the server went. `holding`: it answered, and can't take what is left for now, because
 * others keep changing the document or the year has not begun.
 */
export type ServerState = "untried" | "reached" | "holding" | "unreachable" | "forbidden" | "signin-needed";

/** How the person's changes stand. */
export interface ReplicaStatus {
  /** Changes that the server hasn't taken and may yet take. */
  readonly waiting: number;
  /** Those of them whose durable write failed: they last as long as this replica, and are tried again. */
  readonly unkept: number;
  /** Those that the server refused for good. */
  readonly refused: number;
  readonly server: ServerState;
  /** The server took a change since the start. */
  readonly hasSaved: boolean;
  /** The outbox failed when it was used last, or still does: what it hasn't taken is lost when this replica ends. */
  readonly isInMemory: boolean;
}

export const INITIAL_STATE: ReplicaState = {
  copies: new Map(),
  unsent: [],
  unkept: [],
  lastNumber: 0,
  taken: new Set(),
  touched: new Set(),
  server: "untried",
  hasSaved: false,
  hasOtherDevices: false,
  isStorageFailing: false,
};

/** The last change of each cell, durable or not: what lies over the server's cells. */
export function pendingOf({ unsent, unkept }: ReplicaState): readonly PendingChange[] {
  return unkept.length === 0 ? unsent : coalesce<PendingChange>([...unsent, ...unkept]);
}

/** What a write to the outbox shall hold now. */
export function writable({ unkept }: ReplicaState): Unkept[] {
  return unkept.filter(({ write }) => write === "due" || write === "failed");
}

/**
 * What may be sent: what the outbox holds, and what it would not take, from memory. A change whose write is under
 * way is not in it: it is asked for again when that has ended.
 */
export function offered({ unsent, unkept }: ReplicaState): PendingChange[] {
  const failed = unkept.filter(({ write }) => write === "failed").map(({ write: _, ...change }) => change);
  return coalesce<PendingChange>([...unsent, ...failed]);
}

/**
 * The outbox's entries that are over when the server has taken these: they themselves, and of a cell that was sent from
 * memory what says the same, or is older: where nobody has changed the cell since, every entry of it is.
 */
export function entriesOver({ unsent, unkept }: ReplicaState, taken: readonly PendingChange[]): PendingChange[] {
  const sequences = new Set(taken.map(({ sequence }) => sequence));
  const fromMemory = new Map(taken.filter(({ sequence }) => sequence < 0).map((change) => [cellKey(change), change]));
  const newest = new Map(unkept.map((change) => [cellKey(change), change.sequence]));
  return unsent.filter((entry) => {
    const sent = fromMemory.get(cellKey(entry));
    const isOver = sent && (newest.get(cellKey(sent)) === sent.sequence || stateOf(entry) === stateOf(sent));
    return isOver || sequences.has(entry.sequence);
  });
}

/**
 * The document to write to without reading it first. A closed year's only beside an open document that is
 * known to be of a later year: otherwise the year may be the running one, whose document the open one is to be.
 */
export function knownDocument({ copies }: ReplicaState, openPath: string, part: Part): PersonDocument | null {
  const known = [...copies.values()].flatMap((copy) => (copy.from === "server" ? [copy.document] : []));
  const document = known.find((other) => documentPart(other) === part) ?? null;
  const open = known.find(({ path, version }) => path === openPath && version !== null);
  const isClosed = open !== undefined && Number(documentPart(open)) > Number(part);
  return part === "marks" || document?.path === openPath || isClosed ? document : null;
}

export function statusOf(state: ReplicaState): ReplicaStatus {
  const pending = pendingOf(state);
  const unkept = state.unkept.filter(({ write }) => write === "failed").length;
  return {
    waiting: sendable(pending).length,
    unkept,
    refused: refusedChanges(pending).length,
    server: state.server,
    hasSaved: state.hasSaved,
    isInMemory: state.isStorageFailing || unkept > 0,
  };
}
