import { coalesce } from "../changes/pending.ts";
import type { PendingChange } from "../ports.ts";
import type { Step } from "./events.ts";
import { entriesOver, type ReplicaState } from "./state.ts";

/** The way of the changes from the outbox to the server. */

/** What came in while the outbox was looked through is kept: what was found may be older than it. */
export function listed(state: ReplicaState, found: readonly PendingChange[], before: readonly PendingChange[]): Step {
  const known = new Set(before.map(({ sequence }) => sequence));
  const since = state.unsent.filter(({ sequence }) => !known.has(sequence));
  const waiting = found.filter(({ sequence }) => !state.taken.has(sequence));
  const sequences = new Set(found.map(({ sequence }) => sequence));
  const taken = new Set([...state.taken].filter((sequence) => sequences.has(sequence)));
  return [{ ...state, unsent: merge(waiting, since), taken, isStorageFailing: false }, []];
}

/** The server has these. */
export function taken(state: ReplicaState, changes: readonly PendingChange[]): Step {
  const over = entriesOver(state, changes);
  const next: ReplicaState = {
    ...state,
    unsent: without(state.unsent, over),
    unkept: without(state.unkept, changes),
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

/** The changes with a note, wherever they are. */
export function amended(
  state: ReplicaState,
  changes: readonly PendingChange[],
  note: Pick<PendingChange, "refused" | "unanswered">,
): Step {
  const sequences = new Set(changes.map(({ sequence }) => sequence));
  const amend = <T extends PendingChange>(list: readonly T[]) =>
    list.map((change) => (sequences.has(change.sequence) ? { ...change, ...note } : change));
  return [{ ...state, unsent: amend(state.unsent), unkept: amend(state.unkept) }, []];
}

/** The newest change of each cell, in the order in which they were made. */
export function merge(list: readonly PendingChange[], others: readonly PendingChange[]): PendingChange[] {
  return coalesce([...list, ...others].sort((a, b) => a.sequence - b.sequence));
}

export function without<T extends PendingChange>(list: readonly T[], gone: readonly PendingChange[]): T[] {
  const sequences = new Set(gone.map(({ sequence }) => sequence));
  return list.filter(({ sequence }) => !sequences.has(sequence));
}
