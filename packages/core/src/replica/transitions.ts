import { own } from "../basics.ts";
import {
  type Cell,
  type CellState,
  type Cells,
  type Change,
  cellKey,
  cellsOf,
  coalesce,
  plain,
  stateIn,
  stateOf,
  type TableId,
  tableIn,
  tableOf,
} from "../changes/changes.ts";
import { isLaterVersion, laterVersion } from "../firestore/version.ts";
import type { PendingChange, PersonDocument, Sendable } from "../ports.ts";
import type { PeerMessage } from "./ports.ts";
import {
  cellKeys,
  type Effect,
  isReplaceable,
  type ReplicaState,
  rowsOf,
  type Snapshot,
  type Stage,
  type StagedChange,
  sequenceOf,
} from "./state.ts";

/** The next state, and what is to be done: what follows from a thing that happens to a replica. All of this is pure. */
export type Step = readonly [ReplicaState, readonly Effect[]];

/** The person made these changes here. */
export function changed(state: ReplicaState, changes: readonly Change[]): Step {
  const [next, effects] = added(state, changes);
  return [next, [...effects, { kind: "broadcast", message: { kind: "changing", changes } }]];
}

/**
 * A replica that died noted these, and may not have stored them. Changes made here since the start are newer than its
 * notes.
 */
export function leftoversFound(state: ReplicaState, changes: readonly Sendable[]): Step {
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

/** The write of these to the outbox began. */
export function storing(state: ReplicaState, changes: readonly StagedChange[]): ReplicaState {
  return restaged(state, changes, () => ({ kind: "storing" }));
}

/** The outbox holds these rows, in place of older ones of their cells. Acknowledged ones are to be forgotten there. */
export function stored(state: ReplicaState, changes: readonly StagedChange[], rows: readonly PendingChange[]): Step {
  const rowsByCell = new Map(rows.map((row) => [cellKey(row), row]));
  const sequences = new Map(changes.map((change) => [change.number, rowsByCell.get(cellKey(change))?.sequence]));
  const isOlder = isBefore(state, changes);
  // A cleared outbox gives sequence numbers anew.
  const left = forgotten(state, rows).changes.filter((change) => !isOlder(change));
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

/** The outbox failed to store these. They are sent from memory, and written again where the cell has not changed since. */
export function storingFailed(state: ReplicaState, changes: readonly StagedChange[]): Step {
  const failed = new Set(changes.map(({ number }) => number));
  const newest = new Map(state.changes.map((change) => [cellKey(change), change.number]));
  const left = state.changes.flatMap((change): StagedChange[] => {
    if (!failed.has(change.number)) return [change];
    const isOver = change.stage.kind === "acknowledged" || newest.get(cellKey(change)) !== change.number;
    return isOver ? [] : [{ ...change, stage: { kind: "unsaved" } }];
  });
  return [{ ...state, changes: left, isOutboxFailing: true }, [{ kind: "sendSoon" }]];
}

/**
 * The outbox was listed. Keeps rows that came in meanwhile, which the list may predate; `before` are those that were known
 * when the listing began.
 */
export function listed(
  state: ReplicaState,
  found: readonly PendingChange[],
  before: ReadonlySet<number>,
): ReplicaState {
  const rows = new Map(found.map((row) => [row.sequence, row]));
  const attempts = new Map(found.map((row) => [cellKey(row), row.unanswered]));
  const left = state.changes.flatMap((change): StagedChange[] => {
    const sequence = sequenceOf(change);
    const row = sequence === null ? undefined : rows.get(sequence);
    if (sequence !== null && !row && before.has(sequence)) return [];
    const stage = row && change.stage.kind !== "acknowledged" ? stageOf(row) : change.stage;
    return [withAttempt({ ...change, stage }, attempts.get(cellKey(change)))];
  });
  return withRows({ ...state, changes: left, isOutboxFailing: false }, found);
}

/**
 * A commit that is about to be made writes these cells to `version` of their document. A change made while it is under way
 * knows of it, too.
 */
export function attempted(state: ReplicaState, cells: readonly Cell[], version: string): ReplicaState {
  const keys = new Set(cells.map(cellKey));
  const changes = state.changes.map((change) => (keys.has(cellKey(change)) ? withAttempt(change, version) : change));
  return { ...state, changes };
}

/**
 * The server has these. They and older changes of their cells are over: rows are to be forgotten, changes in memory alone
 * are gone.
 */
export function acknowledged(state: ReplicaState, changes: readonly StagedChange[]): Step {
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

/** The outbox no longer holds acknowledged changes as these rows. */
export function forgotten(state: ReplicaState, rows: readonly PendingChange[]): ReplicaState {
  const gone = new Set<number | null>(rows.map(({ sequence }) => sequence));
  const isLeft = ({ stage }: StagedChange) => stage.kind !== "acknowledged" || !gone.has(stage.sequence);
  return { ...state, changes: state.changes.filter(isLeft) };
}

/** The server will not take these. A change that is being stored stays so, and is sent and refused again after that. */
export function refused(state: ReplicaState, changes: readonly StagedChange[], reason: string): ReplicaState {
  return restaged(state, changes, (change) => {
    const { stage } = change;
    if (stage.kind === "storing" || stage.kind === "acknowledged") return stage;
    return { kind: "refused", sequence: sequenceOf(change), reason };
  });
}

/** A message of another tab. */
export function peerSaid(state: ReplicaState, message: PeerMessage): Step {
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

/** Another tab's changes are on the server and no longer in the outbox, and the server can be reached. */
function peerStored(state: ReplicaState, document: PersonDocument): Step {
  const isOld = isOlder(document, snapshotIn(state.snapshots, document));
  const [next, effects] = isOld ? [state, []] : believed(state, document);
  const isBack = state.server === "unreachable" || state.server === "failing";
  const contact = isBack ? ({ server: "reached", serverFault: null } as const) : {};
  return [{ ...next, hasSaved: true, ...contact }, [...effects, { kind: "list" }]];
}

type Snapshots = ReplicaState["snapshots"];

/** What the cache says, or is assumed, counts only while nothing else is known. */
export function learnt(state: ReplicaState, table: TableId, snapshot: Snapshot): ReplicaState {
  return state.snapshots.has(table) ? state : withSnapshot(state, table, snapshot);
}

/** The server refuses to show the table. */
export function denied(state: ReplicaState, table: TableId, reason: string): ReplicaState {
  return { ...state, unreadable: new Map(state.unreadable).set(table, reason) };
}

/**
 * A year could be read, or need not: of one that has not begun there is no document. Takes the table to be empty where
 * nothing is known of it.
 */
export function assumed(state: ReplicaState, table: TableId): ReplicaState {
  const unreadable = new Map([...state.unreadable].filter(([other]) => other !== table));
  return learnt({ ...state, unreadable }, table, { from: "assumption", cells: {} });
}

/**
 * The server showed the document, which may have changes of another device. `before` are the snapshots from when it was
 * asked.
 */
export function read(state: ReplicaState, document: PersonDocument, before: Snapshots): Step {
  const known = snapshotIn(state.snapshots, document);
  const [next, effects] = wrote(state, document, before);
  // A change made here whose answer was lost counts, too; this costs a reading.
  const isNews = !isOlder(document, known) && !areEqual(known?.cells ?? {}, cellsOf(document));
  return [{ ...next, hasOtherDevices: state.hasOtherDevices || isNews }, effects];
}

/** The server wrote the document. Another tab may have told something newer since the server was asked. */
export function wrote(state: ReplicaState, document: PersonDocument, before: Snapshots): Step {
  const known = snapshotIn(state.snapshots, document);
  const isOvertaken = known !== snapshotIn(before, document) && isOlder(document, known);
  return isOvertaken || isSameVersion(document, known) ? [state, []] : believed(state, document);
}

function believed(state: ReplicaState, document: PersonDocument): Step {
  const table = tableIn(document);
  if (table === null) return [state, []];
  const snapshot: Snapshot = { from: "server", cells: cellsOf(document), document };
  return [withSnapshot(state, table, snapshot), [{ kind: "keep", document }]];
}

function withSnapshot(state: ReplicaState, table: TableId, snapshot: Snapshot): ReplicaState {
  const cells = sameIfEqual(state.snapshots.get(table)?.cells, snapshot.cells);
  return { ...state, snapshots: new Map(state.snapshots).set(table, { ...snapshot, cells }) };
}

function snapshotIn(snapshots: Snapshots, document: PersonDocument): Snapshot | undefined {
  const table = tableIn(document);
  return table === null ? undefined : snapshots.get(table);
}

function isSameVersion({ path, version }: PersonDocument, known: Snapshot | undefined): boolean {
  return known?.from === "server" && known.document.path === path && known.document.version === version;
}

/** Whether this is an earlier version of the document that is known, or the time when there was none. */
function isOlder({ path, version }: PersonDocument, known: Snapshot | undefined): boolean {
  if (known?.from !== "server" || known.document.path !== path) return false;
  return isLaterVersion(known.document.version ?? "", version ?? "");
}

/** `next`, or `previous` itself where no cell differs: then nothing is drawn again. */
export function sameIfEqual(previous: Cells | undefined, next: Cells): Cells {
  return previous && areEqual(previous, next) ? previous : next;
}

type Row = Readonly<Record<string, CellState | undefined>>;

/** Whether no cell differs. A cell that is absent, false or 0 says the same. */
function areEqual(...tables: readonly [Cells, Cells]): boolean {
  const [one, other] = tables as unknown as readonly [Record<string, Row>, Record<string, Row>];
  const isSame = (name: string) => one[name] === other[name] || isSameRow(own(one, name), own(other, name));
  return one === other || (Object.keys(one).every(isSame) && Object.keys(other).every(isSame));
}

function isSameRow(one: Row = {}, other: Row = {}): boolean {
  return Object.keys({ ...one, ...other }).every((name) => (one[name] || 0) === (other[name] || 0));
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
