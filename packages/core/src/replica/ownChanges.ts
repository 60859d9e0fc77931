import { type Change, cellKey, plain } from "../changes/changes.ts";
import { coalesce } from "../changes/pending.ts";
import type { PendingChange } from "../ports.ts";
import type { Effect, Step } from "./events.ts";
import type { ReplicaState, Unkept } from "./state.ts";
import { amended, merge, newerThan, without } from "./unsentChanges.ts";

/**
 * The way of the person's changes from the click into the outbox:
 * `changed` → due → `writeBegan` → under way → `written` → unsent, or → `writeFailed` → failed → `writeBegan` → …
 */

/** On the screen and noted from now on. */
export function changed(state: ReplicaState, changes: readonly Change[]): Step {
  const touched = state.touched && new Set([...state.touched, ...changes.map(cellKey)]);
  const [next, effects] = added({ ...state, touched }, changes);
  return [next, [...effects, { kind: "broadcast", message: { kind: "changing", changes } }]];
}

/** What a replica that died had noted is older than whatever was changed here since the start. */
export function leftoversFound(state: ReplicaState, changes: readonly Change[]): Step {
  const { touched } = state;
  return added(
    { ...state, touched: null },
    changes.filter((change) => !touched?.has(cellKey(change))),
  );
}

/** What is not being written yet is replaced, so that a write holds a cell once. */
function added(state: ReplicaState, changes: readonly Change[]): Step {
  const before = new Map([...state.unsent, ...state.unkept].map((change) => [cellKey(change), change.unanswered]));
  const fresh = coalesce(changes).map((change, index): Unkept => {
    const unanswered = before.get(cellKey(change));
    const sequence = state.lastNumber - index - 1;
    return { ...plain(change), sequence, write: "due", ...(unanswered !== undefined && { unanswered }) };
  });
  const cells = new Set(fresh.map(cellKey));
  const others = state.unkept.filter((change) => isBeingWritten(change) || !cells.has(cellKey(change)));
  const lastNumber = state.lastNumber - fresh.length;
  return [{ ...state, unkept: [...others, ...fresh], lastNumber }, [{ kind: "note", changes: fresh }]];
}

export function writeBegan(state: ReplicaState, changes: readonly Unkept[]): Step {
  return [{ ...state, unkept: amended(state.unkept, changes, { write: "under way" }) }, []];
}

/**
 * Older changes of the same cells are over with these, because writes take effect in their order. What the server has
 * taken from memory meanwhile is in the outbox once too often. A number is given anew where the outbox was cleared.
 */
export function written(state: ReplicaState, changes: readonly Unkept[], pending: readonly PendingChange[]): Step {
  const known = new Set(state.unkept.map(cellKey));
  const waiting = pending.filter((change) => known.has(cellKey(change)));
  const late = pending.filter((change) => !known.has(cellKey(change)));
  const taken = new Set([...state.taken, ...late.map(({ sequence }) => sequence)]);
  for (const { sequence } of waiting) taken.delete(sequence);
  const next: ReplicaState = {
    ...state,
    unsent: merge(state.unsent, waiting),
    unkept: newerThan(changes, state.unkept),
    taken,
    isStorageFailing: false,
  };
  return [
    next,
    [
      { kind: "forget", changes },
      { kind: "broadcast", message: { kind: "changed", changes: waiting } },
      { kind: "sendSoon" },
    ],
  ];
}

/** They stay on the screen and are sent from memory, and the write is tried again where the cell has not changed since. */
export function writeFailed(state: ReplicaState, changes: readonly Unkept[]): Step {
  const unkept = amended(state.unkept, changes, { write: "failed" });
  const newest = new Map(unkept.map((change) => [cellKey(change), change.sequence]));
  const isWanted = (change: Unkept) => change.write !== "failed" || newest.get(cellKey(change)) === change.sequence;
  return [{ ...state, unkept: unkept.filter(isWanted), isStorageFailing: true }, [{ kind: "sendSoon" }]];
}

/**
 * A peer's word on the cell is the newer one. Should a write of ours be under way, it may end after the peer's own, so
 * the peer's word is written once more after it.
 */
export function peerChanging(state: ReplicaState, changes: readonly Change[]): Step {
  const cells = new Set(changes.map(cellKey));
  const over = state.unkept.filter((change) => cells.has(cellKey(change)) && !isBeingWritten(change));
  const late = new Set(state.unkept.filter(isBeingWritten).map(cellKey));
  const again = changes.filter((change) => late.has(cellKey(change)));
  const next = { ...state, unkept: without(state.unkept, over) };
  const forget: Effect = { kind: "forget", changes: over };
  if (again.length === 0) return [next, [forget]];
  const [noted, effects] = added(next, again);
  return [noted, [forget, ...effects, { kind: "write" }]];
}

const isBeingWritten = ({ write }: Unkept) => write === "under way";
