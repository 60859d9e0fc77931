import { type Cell, cellKey } from "../changes/changes.ts";
import { coalesce } from "../changes/pending.ts";
import { laterVersion } from "../firestore/version.ts";
import type { PendingChange } from "../ports.ts";
import type { Step } from "./events.ts";
import { entriesOver, type ReplicaState, type Unkept } from "./state.ts";

/** The way of the changes from the outbox to the server. */

/**
 * What came in while the outbox was looked through is kept: what was found may be older than it. Attempts of peers are
 * noted in the outbox alone.
 */
export function listed(state: ReplicaState, found: readonly PendingChange[], before: readonly PendingChange[]): Step {
  const known = new Set(before.map(({ sequence }) => sequence));
  const since = state.unsent.filter(({ sequence }) => !known.has(sequence));
  const waiting = found.filter(({ sequence }) => !state.taken.has(sequence));
  const sequences = new Set(found.map(({ sequence }) => sequence));
  const taken = new Set([...state.taken].filter((sequence) => sequences.has(sequence)));
  const attempts = new Map(found.map((change) => [cellKey(change), change.unanswered]));
  const unkept = withAttempts(state.unkept, attempts);
  return [{ ...state, unsent: merge(waiting, since), unkept, taken, isStorageFailing: false }, []];
}

/** The server has these. */
export function taken(state: ReplicaState, changes: readonly PendingChange[]): Step {
  const over = entriesOver(state, changes);
  const next: ReplicaState = {
    ...state,
    unsent: without(state.unsent, over),
    unkept: newerThan(changes, state.unkept),
    taken: new Set([...state.taken, ...over.map(({ sequence }) => sequence)]),
    hasSaved: true,
  };
  return [next, [{ kind: "forget", changes: changes.filter(({ sequence }) => sequence < 0) }]];
}

/** They are in the outbox now. What the person has changed here since lies over them. */
export function peerChanged(state: ReplicaState, changes: readonly PendingChange[]): Step {
  const waiting = changes.filter(({ sequence }) => !state.taken.has(sequence));
  return [{ ...state, unsent: merge(state.unsent, waiting) }, [{ kind: "sendSoon" }]];
}

/** Noted of the cells, because who changes one while the attempt is under way has to know of it, too. */
export function attempted(state: ReplicaState, cells: readonly Cell[], version: string): Step {
  const attempts = new Map(cells.map((cell) => [cellKey(cell), version]));
  return [{ ...state, unsent: withAttempts(state.unsent, attempts), unkept: withAttempts(state.unkept, attempts) }, []];
}

/** The later attempt counts: what an earlier one was based on is gone. */
function withAttempts<T extends PendingChange>(
  changes: readonly T[],
  versions: ReadonlyMap<string, string | undefined>,
): T[] {
  return changes.map((change) => {
    const unanswered = laterVersion(change.unanswered, versions.get(cellKey(change)));
    return unanswered === change.unanswered ? change : { ...change, unanswered };
  });
}

export function refused(state: ReplicaState, changes: readonly PendingChange[], reason: string): Step {
  const note = { refused: reason };
  const [unsent, unkept] = [amended(state.unsent, changes, note), amended(state.unkept, changes, note)];
  return [{ ...state, unsent, unkept }, []];
}

/** The list, with a note on these of its changes. */
export function amended<T extends PendingChange>(
  list: readonly T[],
  changes: readonly PendingChange[],
  note: Partial<T>,
): T[] {
  const sequences = new Set(changes.map(({ sequence }) => sequence));
  return list.map((change) => (sequences.has(change.sequence) ? { ...change, ...note } : change));
}

/** The newest change of each cell, in the order in which they were made. */
export function merge(list: readonly PendingChange[], others: readonly PendingChange[]): PendingChange[] {
  return coalesce([...list, ...others].sort((a, b) => a.sequence - b.sequence));
}

/** Those that the person made after these changes of their cells. */
export function newerThan(changes: readonly PendingChange[], unkept: readonly Unkept[]): Unkept[] {
  const numbers = new Map(changes.map((change) => [cellKey(change), change.sequence]));
  return unkept.filter((change) => change.sequence < (numbers.get(cellKey(change)) ?? Number.POSITIVE_INFINITY));
}

export function without<T extends PendingChange>(list: readonly T[], gone: readonly PendingChange[]): T[] {
  const sequences = new Set(gone.map(({ sequence }) => sequence));
  return list.filter(({ sequence }) => !sequences.has(sequence));
}
