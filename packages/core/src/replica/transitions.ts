import { own } from "../basics.ts";
import {
  type Cell,
  type CellState,
  type Cells,
  type Change,
  cellKey,
  changesOf,
  coalesce,
  stateIn,
  type TableId,
} from "../changes/changes.ts";
import { isLaterVersion, laterVersion } from "../firestore/version.ts";
import type { OutboxEntry, PendingChange, PersonDocument } from "../ports.ts";
import type { PeerMessage } from "./ports.ts";
import {
  cellKeys,
  type Effect,
  isReplaceable,
  type ReplicaState,
  type Snapshot,
  type Stage,
  type StagedChange,
  sequenceOf,
} from "./state.ts";

/**
 * A replica as a pure machine: each event has one function, which takes the state and returns the next, with the effects
 * that `replica.ts` is to run. The functions follow a change on its way: made here, stored in the outbox, sent,
 * acknowledged or refused. After them come the messages of other tabs, and last the documents that the server shows.
 */
export type Step = readonly [ReplicaState, readonly Effect[]];

/** The person made these changes here. */
export function onChange(state: ReplicaState, changes: readonly Change[]): Step {
  const [next, effects] = add(
    state,
    changes.map((change) => ({ change })),
  );
  return [next, [...effects, { kind: "broadcast", message: { kind: "changing", changes } }]];
}

/** The journal of a replica that died holds these, and the outbox may not. Changes made here since the start are newer. */
export function onLeftovers(state: ReplicaState, leftovers: readonly PendingChange[]): Step {
  const newer = cellKeys(changesOf(state.changes.filter((staged) => sequenceOf(staged) === null)));
  return add(
    state,
    leftovers.filter(({ change }) => !newer.has(cellKey(change))),
  );
}

/** Replaces a change of the cell that is not being written yet, so that a write holds a cell once. */
function add(state: ReplicaState, pending: readonly PendingChange[]): Step {
  const attempts = new Map(state.changes.map(({ change, attempt }) => [cellKey(change), attempt]));
  const fresh = coalesce(pending).map(({ change, attempt = possibleAttempt(state, change) }, index): StagedChange => {
    const number = state.lastNumber + index + 1;
    return { change, number, stage: { kind: "new" }, attempt: laterVersion(attempt, attempts.get(cellKey(change))) };
  });
  const cells = cellKeys(changesOf(fresh));
  const others = state.changes.filter((staged) => !(isReplaceable(staged) && cells.has(cellKey(staged.change))));
  const lastNumber = state.lastNumber + fresh.length;
  return [{ ...state, changes: [...others, ...fresh], lastNumber }, [{ kind: "journal", changes: fresh }]];
}

/** The version on which `sendOnExit` would base a commit. Recorded now: a page that ends can record nothing. */
function possibleAttempt({ snapshots }: ReplicaState, change: Change): string | undefined {
  const snapshot = snapshots.get(change.table);
  if (snapshot?.from !== "server" || stateIn(snapshot.cells, change) === change.state) return undefined;
  return snapshot.document.version ?? "";
}

/** The write of these to the outbox began. */
export function onStoring(state: ReplicaState, changes: readonly StagedChange[]): ReplicaState {
  return restage(state, changes, () => ({ kind: "storing" }));
}

/** The outbox holds these entries, in place of older ones of their cells. It is to forget those acknowledged meanwhile. */
export function onStored(state: ReplicaState, changes: readonly StagedChange[], entries: readonly OutboxEntry[]): Step {
  const byCell = new Map(entries.map(({ change, sequence }) => [cellKey(change), sequence]));
  const sequences = new Map(changes.map(({ change, number }) => [number, byCell.get(cellKey(change))]));
  const isOlder = isBefore(state, changes);
  // A cleared outbox gives sequence numbers anew.
  const left = onForgotten(state, [...byCell.values()]).changes.filter((staged) => !isOlder(staged));
  const next = left.map((staged): StagedChange => {
    const sequence = sequences.get(staged.number);
    if (sequence === undefined) return staged;
    const kind = staged.stage.kind === "acknowledged" ? "acknowledged" : "stored";
    return { ...staged, stage: { kind, sequence } };
  });
  const waiting = next.flatMap(({ change, number, stage, attempt }): OutboxEntry[] =>
    stage.kind === "stored" && sequences.has(number) ? [{ change, sequence: stage.sequence, attempt }] : [],
  );
  const effects: Effect[] = [
    { kind: "erase", changes },
    { kind: "broadcast", message: { kind: "stored", entries: waiting } },
    { kind: "sendSoon" },
  ];
  return [{ ...state, changes: inOrder(next), isOutboxFailing: false }, effects];
}

/** The outbox failed to store these. They are sent from memory, and written again where the cell has not changed since. */
export function onStoringFailed(state: ReplicaState, changes: readonly StagedChange[]): Step {
  const failed = numbersOf(changes);
  const newest = new Map(state.changes.map(({ change, number }) => [cellKey(change), number]));
  const left = state.changes.flatMap((staged): StagedChange[] => {
    const { change, number, stage } = staged;
    if (!failed.has(number)) return [staged];
    const isOver = stage.kind === "acknowledged" || newest.get(cellKey(change)) !== number;
    return isOver ? [] : [{ ...staged, stage: { kind: "unsaved" } }];
  });
  return [{ ...state, changes: left, isOutboxFailing: true }, [{ kind: "sendSoon" }]];
}

/** The outbox was listed. Keeps entries that were not yet known `before` the listing, which it may have missed. */
export function onListed(
  state: ReplicaState,
  found: readonly OutboxEntry[],
  before: ReadonlySet<number>,
): ReplicaState {
  const entries = new Map(found.map((entry) => [entry.sequence, entry]));
  const attempts = new Map(found.map(({ change, attempt }) => [cellKey(change), attempt]));
  const left = state.changes.flatMap((staged): StagedChange[] => {
    const sequence = sequenceOf(staged);
    const entry = sequence === null ? undefined : entries.get(sequence);
    if (sequence !== null && !entry && before.has(sequence)) return [];
    const stage = entry && staged.stage.kind !== "acknowledged" ? stageOf(entry) : staged.stage;
    return [withAttempt({ ...staged, stage }, attempts.get(cellKey(staged.change)))];
  });
  return withEntries({ ...state, changes: left, isOutboxFailing: false }, found);
}

/** A commit based on `version` is about to write these cells. Changes that were made of them meanwhile record it, too. */
export function onAttempt(state: ReplicaState, cells: readonly Cell[], version: string): ReplicaState {
  const keys = cellKeys(cells);
  const changes = state.changes.map((staged) =>
    keys.has(cellKey(staged.change)) ? withAttempt(staged, version) : staged,
  );
  return { ...state, changes };
}

/**
 * The server has these. They and older changes of their cells are over: the outbox is to forget their entries, and changes
 * in memory alone are gone.
 */
export function onAcknowledged(state: ReplicaState, changes: readonly StagedChange[]): Step {
  const numbers = numbersOf(changes);
  const isOlder = isBefore(state, changes);
  const over = state.changes.filter((staged) => numbers.has(staged.number) || isOlder(staged));
  const left = state.changes.filter((staged) => !(over.includes(staged) && isReplaceable(staged)));
  const next = restage({ ...state, changes: left, hasSaved: true }, over, (staged) => {
    return { kind: "acknowledged", sequence: sequenceOf(staged) };
  });
  return [next, [{ kind: "erase", changes: over.filter((staged) => sequenceOf(staged) === null) }]];
}

/** The outbox no longer holds these entries of acknowledged changes. */
export function onForgotten(state: ReplicaState, sequences: readonly number[]): ReplicaState {
  const gone = new Set<number | null>(sequences);
  const isLeft = ({ stage }: StagedChange) => stage.kind !== "acknowledged" || !gone.has(stage.sequence);
  return { ...state, changes: state.changes.filter(isLeft) };
}

/** The server will not take these. A change that is being stored stays so, and is sent and refused again after that. */
export function onRefused(state: ReplicaState, changes: readonly StagedChange[], reason: string): ReplicaState {
  return restage(state, changes, (staged) => {
    const { stage } = staged;
    if (stage.kind === "storing" || stage.kind === "acknowledged") return stage;
    return { kind: "refused", sequence: sequenceOf(staged), reason };
  });
}

export function onPeerMessage(state: ReplicaState, message: PeerMessage): Step {
  if (message.kind === "changing") return onPeerChanging(state, message.changes);
  if (message.kind === "stored") return [withEntries(state, message.entries), [{ kind: "sendSoon" }]];
  return onPeerAcknowledged(state, message.document);
}

/** The other tab's change is newer. A write under way here may end after the tab's, so the tab's is written again then. */
function onPeerChanging(state: ReplicaState, changes: readonly Change[]): Step {
  const cells = cellKeys(changes);
  const over = state.changes.filter((staged) => isReplaceable(staged) && cells.has(cellKey(staged.change)));
  const next = { ...state, changes: state.changes.filter((staged) => !over.includes(staged)) };
  const beingStored = cellKeys(changesOf(state.changes.filter(({ stage }) => stage.kind === "storing")));
  const again = changes.filter((change) => beingStored.has(cellKey(change)));
  const erase: Effect = { kind: "erase", changes: over };
  if (again.length === 0) return [next, [erase]];
  const [added, effects] = add(
    next,
    again.map((change) => ({ change })),
  );
  return [added, [erase, ...effects, { kind: "store" }]];
}

/** The server has another tab's changes, the outbox has them no longer, and the server can be reached. */
function onPeerAcknowledged(state: ReplicaState, document: PersonDocument): Step {
  const isOld = isOlder(document, snapshotIn(state.snapshots, document));
  const [next, effects] = isOld ? [state, []] : believe(state, document);
  const isBack = state.server === "unreachable" || state.server === "failing";
  const contact = isBack ? ({ server: "reached", serverFault: null } as const) : {};
  return [{ ...next, hasSaved: true, ...contact }, [...effects, { kind: "list" }]];
}

type Snapshots = ReplicaState["snapshots"];

/** The cache counts only while nothing else is known. */
export function onCacheRead(state: ReplicaState, table: TableId, cells: Cells): ReplicaState {
  return state.snapshots.has(table) ? state : withSnapshot(state, table, { from: "cache", cells });
}

/** The server refuses to show the table. */
export function onDenied(state: ReplicaState, table: TableId, reason: string): ReplicaState {
  return { ...state, unreadable: new Map(state.unreadable).set(table, reason) };
}

/**
 * A year was read, or need not be: of one that has not begun there is no document. Takes the table to be empty where
 * nothing is known of it.
 */
export function onReadable(state: ReplicaState, table: TableId): ReplicaState {
  const unreadable = new Map([...state.unreadable].filter(([other]) => other !== table));
  const next = { ...state, unreadable };
  return next.snapshots.has(table) ? next : withSnapshot(next, table, { from: "assumption", cells: {} });
}

/**
 * The server showed the document, which may have changes of another device. `before` are the snapshots from when it was
 * asked.
 */
export function onRead(state: ReplicaState, document: PersonDocument, before: Snapshots): Step {
  const known = snapshotIn(state.snapshots, document);
  const [next, effects] = onWritten(state, document, before);
  // A change made here whose answer was lost looks like another device's; this costs a reading.
  const isNews = !isOlder(document, known) && !areEqual(known?.cells ?? {}, document.cells);
  return [{ ...next, hasOtherDevices: state.hasOtherDevices || isNews }, effects];
}

/** The server wrote the document. Another tab may have told something newer since the server was asked. */
export function onWritten(state: ReplicaState, document: PersonDocument, before: Snapshots): Step {
  const known = snapshotIn(state.snapshots, document);
  const isOvertaken = known !== snapshotIn(before, document) && isOlder(document, known);
  return isOvertaken || isSameVersion(document, known) ? [state, []] : believe(state, document);
}

function believe(state: ReplicaState, document: PersonDocument): Step {
  const { table, cells } = document;
  if (table === null) return [state, []];
  return [withSnapshot(state, table, { from: "server", cells, document }), [{ kind: "cache", document }]];
}

function withSnapshot(state: ReplicaState, table: TableId, snapshot: Snapshot): ReplicaState {
  const cells = sameIfEqual(state.snapshots.get(table)?.cells, snapshot.cells);
  return { ...state, snapshots: new Map(state.snapshots).set(table, { ...snapshot, cells }) };
}

function snapshotIn(snapshots: Snapshots, { table }: PersonDocument): Snapshot | undefined {
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

/** Adds the entries of the outbox that are not known yet. */
function withEntries(state: ReplicaState, entries: readonly OutboxEntry[]): ReplicaState {
  const known = new Set(state.changes.map(sequenceOf));
  const fresh = entries.filter(({ sequence }) => !known.has(sequence));
  const staged = fresh.map((entry, index): StagedChange => {
    const { change, attempt } = entry;
    return { change, number: state.lastNumber + index + 1, stage: stageOf(entry), attempt };
  });
  const lastNumber = state.lastNumber + fresh.length;
  return { ...state, changes: inOrder([...staged, ...state.changes]), lastNumber };
}

/** Entries of the outbox first, in their order and only the newest of each cell that waits; then changes in memory alone. */
function inOrder(changes: readonly StagedChange[]): StagedChange[] {
  const entries = changes.filter((staged) => sequenceOf(staged) !== null);
  entries.sort((a, b) => Number(sequenceOf(a)) - Number(sequenceOf(b)));
  const waiting = new Set(coalesce(entries.filter(({ stage }) => stage.kind !== "acknowledged")));
  const isNeeded = (staged: StagedChange) => staged.stage.kind === "acknowledged" || waiting.has(staged);
  return [...entries.filter(isNeeded), ...changes.filter((staged) => sequenceOf(staged) === null)];
}

function restage(
  state: ReplicaState,
  changes: readonly StagedChange[],
  stageFor: (staged: StagedChange) => Stage,
): ReplicaState {
  const numbers = numbersOf(changes);
  const next = state.changes.map((staged) =>
    numbers.has(staged.number) ? { ...staged, stage: stageFor(staged) } : staged,
  );
  return { ...state, changes: next };
}

function stageOf({ sequence, refused }: OutboxEntry): Stage {
  return refused === undefined ? { kind: "stored", sequence } : { kind: "refused", sequence, reason: refused };
}

/** Keeps the later version: the document no longer has the earlier one. */
function withAttempt(staged: StagedChange, version: string | undefined): StagedChange {
  return { ...staged, attempt: laterVersion(staged.attempt, version) };
}

function numbersOf(changes: readonly StagedChange[]): Set<number> {
  return new Set(changes.map(({ number }) => number));
}

/** Whether a change is older than the one of these that is about its cell. */
function isBefore(state: ReplicaState, these: readonly StagedChange[]): (staged: StagedChange) => boolean {
  const positions = new Map(state.changes.map(({ number }, index) => [number, index]));
  const limits = new Map(these.map(({ change, number }) => [cellKey(change), positions.get(number) ?? -1]));
  return ({ change, number }) => Number(positions.get(number)) < (limits.get(cellKey(change)) ?? -1);
}
