import { type Cell, type Change, cellKey, coalesce, plain, stateIn, stateOf, tableOf } from "../changes/changes.ts";
import { laterVersion } from "../firestore/value.ts";
import type { PendingChange, Sendable } from "../ports.ts";
import type { PeerMessage } from "./ports.ts";
import { learnt, peerStored, read, wrote } from "./snapshots.ts";
import {
  cellKeys,
  type Effect,
  type Event,
  isReplaceable,
  type ReplicaState,
  rowsOf,
  type Stage,
  type StagedChange,
  type Step,
  sequenceOf,
} from "./state.ts";

/** What follows from an event: the next state, and what is to be done. Pure. */
export function step(state: ReplicaState, event: Event): Step {
  switch (event.kind) {
    case "changed":
      return changed(state, event.changes);
    case "leftoversFound":
      return leftoversFound(state, event.changes);
    case "storing":
      return [restaged(state, event.changes, () => ({ kind: "storing" })), []];
    case "stored":
      return stored(state, event.changes, event.rows);
    case "storingFailed":
      return storingFailed(state, event.changes);
    case "listed":
      return listed(state, event.found, event.before);
    case "outboxFailed":
      return [{ ...state, isOutboxFailing: true }, []];
    case "attempted":
      return attempted(state, event.cells, event.version);
    case "acknowledged":
      return acknowledged(state, event.changes);
    case "forgotten":
      return [withoutRows(state, event.rows), []];
    case "refused":
      return [restaged(state, event.changes, (change) => refusedStage(change, event.reason)), []];
    case "cacheRead":
      return [learnt(state, event.table, { from: "cache", cells: event.cells }), []];
    case "assumed": {
      const unreadable = new Map([...state.unreadable].filter(([table]) => table !== event.table));
      return [learnt({ ...state, unreadable }, event.table, { from: "assumption", cells: {} }), []];
    }
    case "unreadable":
      return [{ ...state, unreadable: new Map(state.unreadable).set(event.table, event.reason) }, []];
    case "read":
      return read(state, event.document, event.before);
    case "wrote":
      return wrote(state, event.document, event.before);
    case "contacted":
      return [{ ...state, server: event.server }, []];
    case "peerSaid":
      return peerSaid(state, event.message);
  }
}

function changed(state: ReplicaState, changes: readonly Change[]): Step {
  const [next, effects] = added(state, changes);
  return [next, [...effects, { kind: "broadcast", message: { kind: "changing", changes } }]];
}

/** Changes made here since the start are newer than the notes of a dead replica. */
function leftoversFound(state: ReplicaState, changes: readonly Sendable[]): Step {
  const newer = cellKeys(state.changes.filter((change) => sequenceOf(change) === null));
  return added(
    state,
    changes.filter((change) => !newer.has(cellKey(change))),
  );
}

/** Replaces a change of the cell that is not being written yet, so that a write holds a cell once. */
function added(state: ReplicaState, changes: readonly Sendable[]): Step {
  const attempts = new Map(state.changes.map((change) => [cellKey(change), change.unanswered]));
  const fresh = coalesce(changes).map((change, index): StagedChange => {
    const { unanswered = possibleAttempt(state, change) } = change;
    const number = state.lastNumber + index + 1;
    const noted = { ...plain(change), number, stage: { kind: "noted" } } as const;
    return withAttempt(withAttempt(noted, unanswered), attempts.get(cellKey(change)));
  });
  const cells = cellKeys(fresh);
  const others = state.changes.filter((change) => !(isReplaceable(change) && cells.has(cellKey(change))));
  const lastNumber = state.lastNumber + fresh.length;
  return [{ ...state, changes: [...others, ...fresh], lastNumber }, [{ kind: "note", changes: fresh }]];
}

/** The version that `sendOnExit` would base a commit on, noted now because nothing can be noted then. */
function possibleAttempt({ snapshots }: ReplicaState, change: Change): string | undefined {
  const snapshot = snapshots.get(tableOf(change));
  if (snapshot?.from !== "server" || stateIn(snapshot.cells, change) === stateOf(change)) return undefined;
  return snapshot.document.version ?? "";
}

/** The outbox holds these rows, in place of older ones of their cells. Acknowledged ones are to be forgotten there. */
function stored(state: ReplicaState, changes: readonly StagedChange[], rows: readonly PendingChange[]): Step {
  const rowsByCell = new Map(rows.map((row) => [cellKey(row), row]));
  const sequences = new Map(changes.map((change) => [change.number, rowsByCell.get(cellKey(change))?.sequence]));
  const isOlder = isBefore(state, changes);
  // A cleared outbox gives sequence numbers anew.
  const left = withoutRows(state, rows).changes.filter((change) => !isOlder(change));
  const next = left.map((change): StagedChange => {
    const sequence = sequences.get(change.number);
    if (sequence === undefined) return change;
    const kind = change.stage.kind === "acknowledged" ? "acknowledged" : "stored";
    return { ...change, stage: { kind, sequence } };
  });
  const waiting = next.filter((change) => change.stage.kind === "stored" && sequences.has(change.number));
  const effects: Effect[] = [
    { kind: "forgetNote", changes },
    { kind: "broadcast", message: { kind: "changed", changes: rowsOf(waiting) } },
    { kind: "sendSoon" },
  ];
  return [{ ...state, changes: ordered(next), isOutboxFailing: false }, effects];
}

/** The changes are sent from memory, and written again where the cell has not changed since. */
function storingFailed(state: ReplicaState, changes: readonly StagedChange[]): Step {
  const failed = new Set(changes.map(({ number }) => number));
  const newest = new Map(state.changes.map((change) => [cellKey(change), change.number]));
  const left = state.changes.flatMap((change): StagedChange[] => {
    if (!failed.has(change.number)) return [change];
    const isOver = change.stage.kind === "acknowledged" || newest.get(cellKey(change)) !== change.number;
    return isOver ? [] : [{ ...change, stage: { kind: "unsaved" } }];
  });
  return [{ ...state, changes: left, isOutboxFailing: true }, [{ kind: "sendSoon" }]];
}

/** Keeps rows that came in while the outbox was being listed; the list may predate them. */
function listed(state: ReplicaState, found: readonly PendingChange[], before: ReadonlySet<number>): Step {
  const rows = new Map(found.map((row) => [row.sequence, row]));
  const attempts = new Map(found.map((row) => [cellKey(row), row.unanswered]));
  const left = state.changes.flatMap((change): StagedChange[] => {
    const sequence = sequenceOf(change);
    const row = sequence === null ? undefined : rows.get(sequence);
    if (sequence !== null && !row && before.has(sequence)) return [];
    const stage = row && change.stage.kind !== "acknowledged" ? stageOf(row) : change.stage;
    return [withAttempt({ ...change, stage }, attempts.get(cellKey(change)))];
  });
  return [withRows({ ...state, changes: left, isOutboxFailing: false }, found), []];
}

/** Noted for the cells, so that a change made while the commit is under way knows of it, too. */
function attempted(state: ReplicaState, cells: readonly Cell[], version: string): Step {
  const keys = new Set(cells.map(cellKey));
  const changes = state.changes.map((change) => (keys.has(cellKey(change)) ? withAttempt(change, version) : change));
  return [{ ...state, changes }, []];
}

/** These and older changes of their cells are over: rows are to be forgotten, changes in memory alone are gone. */
function acknowledged(state: ReplicaState, changes: readonly StagedChange[]): Step {
  const these = new Set(changes.map(({ number }) => number));
  const isOlder = isBefore(state, changes);
  const isOver = (change: StagedChange) => these.has(change.number) || isOlder(change);
  const left = state.changes.flatMap((change): StagedChange[] => {
    if (!isOver(change)) return [change];
    return isReplaceable(change) ? [] : [{ ...change, stage: { kind: "acknowledged", sequence: sequenceOf(change) } }];
  });
  const noted = state.changes.filter((change) => isOver(change) && sequenceOf(change) === null);
  return [{ ...state, changes: left, hasSaved: true }, [{ kind: "forgetNote", changes: noted }]];
}

/** A change that is being stored stays so, and is sent and refused again after that. */
function refusedStage(change: StagedChange, reason: string): Stage {
  const { stage } = change;
  if (stage.kind === "storing" || stage.kind === "acknowledged") return stage;
  return { kind: "refused", sequence: sequenceOf(change), reason };
}

function peerSaid(state: ReplicaState, message: PeerMessage): Step {
  if (message.kind === "changing") return peerChanging(state, message.changes);
  if (message.kind === "changed") return [withRows(state, message.changes), [{ kind: "sendSoon" }]];
  return peerStored(state, message.document);
}

/** The other tab's change is newer. A write under way here may end after the tab's, so the tab's is written again then. */
function peerChanging(state: ReplicaState, changes: readonly Change[]): Step {
  const cells = cellKeys(changes);
  const over = state.changes.filter((change) => isReplaceable(change) && cells.has(cellKey(change)));
  const next = { ...state, changes: state.changes.filter((change) => !over.includes(change)) };
  const beingStored = cellKeys(state.changes.filter(({ stage }) => stage.kind === "storing"));
  const again = changes.filter((change) => beingStored.has(cellKey(change)));
  const forget: Effect = { kind: "forgetNote", changes: over };
  if (again.length === 0) return [next, [forget]];
  const [noted, effects] = added(next, again);
  return [noted, [forget, ...effects, { kind: "store" }]];
}

function withRows(state: ReplicaState, rows: readonly PendingChange[]): ReplicaState {
  const known = new Set(state.changes.map(sequenceOf));
  const fresh = rows.filter(({ sequence }) => !known.has(sequence));
  const changes = fresh.map((row, index) =>
    withAttempt({ ...plain(row), number: state.lastNumber + index + 1, stage: stageOf(row) }, row.unanswered),
  );
  const lastNumber = state.lastNumber + fresh.length;
  return { ...state, changes: ordered([...changes, ...state.changes]), lastNumber };
}

/** The outbox no longer holds acknowledged changes as these rows. */
function withoutRows(state: ReplicaState, rows: readonly PendingChange[]): ReplicaState {
  const gone = new Set<number | null>(rows.map(({ sequence }) => sequence));
  const isLeft = ({ stage }: StagedChange) => stage.kind !== "acknowledged" || !gone.has(stage.sequence);
  return { ...state, changes: state.changes.filter(isLeft) };
}

/** Rows first, in their order and only the newest of each cell that waits; then the changes in memory alone. */
function ordered(changes: readonly StagedChange[]): StagedChange[] {
  const rows = changes.filter((change) => sequenceOf(change) !== null);
  rows.sort((a, b) => Number(sequenceOf(a)) - Number(sequenceOf(b)));
  const waiting = new Set(coalesce(rows.filter(({ stage }) => stage.kind !== "acknowledged")));
  const isNeeded = (change: StagedChange) => change.stage.kind === "acknowledged" || waiting.has(change);
  return [...rows.filter(isNeeded), ...changes.filter((change) => sequenceOf(change) === null)];
}

function restaged(
  state: ReplicaState,
  changes: readonly StagedChange[],
  stageFor: (change: StagedChange) => Stage,
): ReplicaState {
  const numbers = new Set(changes.map(({ number }) => number));
  const restage = (change: StagedChange) =>
    numbers.has(change.number) ? { ...change, stage: stageFor(change) } : change;
  return { ...state, changes: state.changes.map(restage) };
}

function stageOf({ sequence, refused }: PendingChange): Stage {
  return refused === undefined ? { kind: "stored", sequence } : { kind: "refused", sequence, reason: refused };
}

/** Keeps the later version: the document no longer has the earlier one. */
function withAttempt(change: StagedChange, version: string | undefined): StagedChange {
  const unanswered = laterVersion(change.unanswered, version);
  return unanswered === undefined ? change : { ...change, unanswered };
}

/** Whether a change is older than the one of these that is about its cell. */
function isBefore(state: ReplicaState, these: readonly StagedChange[]): (change: StagedChange) => boolean {
  const positions = new Map(state.changes.map(({ number }, index) => [number, index]));
  const limits = new Map(these.map((change) => [cellKey(change), positions.get(change.number) ?? -1]));
  return (change) => Number(positions.get(change.number)) < (limits.get(cellKey(change)) ?? -1);
}
