import { own } from "../basics.ts";
import {
  type Cell,
  type CellState,
  type Cells,
  type Change,
  cellKey,
  cellKeys,
  changesOf,
  coalesce,
  stateIn,
  type TableId,
} from "../changes/changes.ts";
import { isLaterVersion, laterVersion } from "../firestore/version.ts";
import type { OutboxEntry, PendingChange, PersonDocument } from "../ports.ts";
import type { PeerMessage } from "./ports.ts";
import {
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
 * that `replica.ts` is to run. The functions follow a change through the stages of `state.ts`: new, storing (`replica.ts`
 * writes to the outbox after each `onChange`), stored, acknowledged, gone. A change that the outbox or the server fails to
 * take stays, unsaved or refused. After these functions come the messages of other tabs, and then the server's documents.
 *
 * The `attempt` of a change is the version of its document on which a commit was based whose answer may be lost. While the
 * document has this version, the commit can still arrive and overtake a later change (`saveChanges.ts` prevents that).
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

/**
 * The journal of a replica that died holds these changes; the outbox may lack them. Changes made here since the start are
 * newer and win. The journal is read at the start, before any of those can be stored.
 */
export function onLeftovers(state: ReplicaState, leftovers: readonly PendingChange[]): Step {
  const newer = cellKeys(changesOf(state.changes.filter((staged) => sequenceOf(staged) === null)));
  return add(
    state,
    leftovers.filter(({ change }) => !newer.has(cellKey(change))),
  );
}

/** Replaces an older change of the cell whose write has not begun, so that a write holds each cell once. */
function add(state: ReplicaState, pending: readonly PendingChange[]): Step {
  const attempts = new Map(state.changes.map(({ change, attempt }) => [cellKey(change), attempt]));
  const fresh = coalesce(pending).map(({ change, attempt }, index): StagedChange => {
    const staged = { change, attempt: attempts.get(cellKey(change)), stage: { kind: "new" } } as const;
    return withAttempt({ ...staged, number: state.lastNumber + index + 1 }, attempt ?? possibleAttempt(state, change));
  });
  const cells = cellKeys(changesOf(fresh));
  const others = state.changes.filter((staged) => !(isReplaceable(staged) && cells.has(cellKey(staged.change))));
  const lastNumber = state.lastNumber + fresh.length;
  return [{ ...state, changes: [...others, ...fresh], lastNumber }, [{ kind: "journal", changes: fresh }]];
}

/**
 * The version ("" for no document) on which `sendOnExit` would base a commit of the change, recorded now because a page
 * that ends can record nothing. Undefined where it would send nothing.
 */
function possibleAttempt({ snapshots }: ReplicaState, change: Change): string | undefined {
  const snapshot = snapshots.get(change.table);
  if (snapshot?.from !== "server" || stateIn(snapshot.cells, change) === change.state) return undefined;
  return snapshot.document.version ?? "";
}

/** The write of these to the outbox began. */
export function onStoring(state: ReplicaState, changes: readonly StagedChange[]): ReplicaState {
  return restage(state, changes, () => ({ kind: "storing" }));
}

/**
 * The outbox holds the changes as these entries, in place of older ones of their cells. A change that the server
 * acknowledged during the write stays so; now its entry can be forgotten.
 */
export function onStored(state: ReplicaState, changes: readonly StagedChange[], entries: readonly OutboxEntry[]): Step {
  const sequenceByCell = new Map(entries.map(({ change, sequence }) => [cellKey(change), sequence]));
  const sequenceByNumber = new Map(changes.map(({ change, number }) => [number, sequenceByCell.get(cellKey(change))]));
  const isReplaced = olderThan(state, changes);
  // A cleared outbox gives sequences again: an acknowledged change with one of these no longer has an entry.
  const left = onForgotten(state, [...sequenceByCell.values()]).changes.filter((staged) => !isReplaced(staged));
  const next = left.map((staged): StagedChange => {
    const sequence = sequenceByNumber.get(staged.number);
    if (sequence === undefined) return staged;
    const kind = staged.stage.kind === "acknowledged" ? "acknowledged" : "stored";
    return { ...staged, stage: { kind, sequence } };
  });
  const waiting = next.flatMap(({ change, number, stage, attempt }): OutboxEntry[] =>
    stage.kind === "stored" && sequenceByNumber.has(number) ? [{ change, sequence: stage.sequence, attempt }] : [],
  );
  const effects: Effect[] = [
    { kind: "erase", changes },
    { kind: "broadcast", message: { kind: "stored", entries: waiting } },
    { kind: "sendSoon" },
  ];
  return [{ ...state, changes: inOrder(next), isOutboxFailing: false }, effects];
}

/**
 * The outbox failed to store these. The newest change of each cell stays `unsaved`: it is sent from memory, and stored
 * with the next change or exchange. The others are over.
 */
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

/**
 * The outbox was listed. Drops each change whose entry is gone, unless the entry became known after the listing began:
 * the listing may have missed it. `before` has the sequences known at its beginning.
 */
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

/** A commit based on `version` is about to write these cells. Newer changes of the cells record the version as well. */
export function onAttempt(state: ReplicaState, cells: readonly Cell[], version: string): ReplicaState {
  const keys = cellKeys(cells);
  const changes = state.changes.map((staged) =>
    keys.has(cellKey(staged.change)) ? withAttempt(staged, version) : staged,
  );
  return { ...state, changes };
}

/**
 * The server has these, and older changes of their cells are over with them. The outbox is to forget their entries, also
 * those still being written; changes that are in memory alone are gone.
 */
export function onAcknowledged(state: ReplicaState, changes: readonly StagedChange[]): Step {
  const numbers = numbersOf(changes);
  const isReplaced = olderThan(state, changes);
  const over = state.changes.filter((staged) => numbers.has(staged.number) || isReplaced(staged));
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

/**
 * The other tab's changes are newer. A write of the cell that is under way here may end after the other tab's, so this
 * replica writes the other tab's change again behind it.
 */
function onPeerChanging(state: ReplicaState, changes: readonly Change[]): Step {
  const cells = cellKeys(changes);
  const replaced = state.changes.filter((staged) => isReplaceable(staged) && cells.has(cellKey(staged.change)));
  const next = { ...state, changes: state.changes.filter((staged) => !replaced.includes(staged)) };
  const beingStored = cellKeys(changesOf(state.changes.filter(({ stage }) => stage.kind === "storing")));
  const again = changes.filter((change) => beingStored.has(cellKey(change)));
  const erase: Effect = { kind: "erase", changes: replaced };
  if (again.length === 0) return [next, [erase]];
  const [added, effects] = add(
    next,
    again.map((change) => ({ change })),
  );
  return [added, [erase, ...effects, { kind: "store" }]];
}

/** The server has another tab's changes, the outbox has them no longer, and the server can be reached. */
function onPeerAcknowledged(state: ReplicaState, document: PersonDocument): Step {
  const isOld = isOlderDocument(document, snapshotIn(state.snapshots, document));
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
 * The table may be read, or belongs to a year that has not begun and so has no document. Where nothing is known of it, the
 * replica assumes that it is empty.
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
  // A change made here whose answer was lost looks like another device's. The page only reads more often then.
  const isNews = !isOlderDocument(document, known) && !areEqual(known?.cells ?? {}, document.cells);
  return [{ ...next, hasOtherDevices: state.hasOtherDevices || isNews }, effects];
}

/**
 * The server wrote the document. Another tab may have told of a later version since the server was asked, and then that
 * one counts. Otherwise the answer does, even with an earlier version: a database can be restored from a backup.
 */
export function onWritten(state: ReplicaState, document: PersonDocument, before: Snapshots): Step {
  const known = snapshotIn(state.snapshots, document);
  const isOvertaken = known !== snapshotIn(before, document) && isOlderDocument(document, known);
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

/** Whether this is an earlier version of the known document, or says that there is no document yet. */
function isOlderDocument({ path, version }: PersonDocument, known: Snapshot | undefined): boolean {
  if (known?.from !== "server" || known.document.path !== path) return false;
  return isLaterVersion(known.document.version ?? "", version ?? "");
}

/** `next`, or `previous` itself where no cell differs: then nothing is drawn again. */
export function sameIfEqual(previous: Cells | undefined, next: Cells): Cells {
  return previous && areEqual(previous, next) ? previous : next;
}

type Row = Readonly<Record<string, CellState | undefined>>;

/** Whether no cell differs. A cell that is absent, false or 0 says the same. */
function areEqual(one: Cells, other: Cells): boolean {
  const names = Object.keys({ ...one, ...other });
  return one === other || names.every((name) => isSameRow(rowIn(one, name), rowIn(other, name)));
}

const rowIn = (cells: Cells, name: string) => own(cells as Readonly<Record<string, Row>>, name);

function isSameRow(one: Row = {}, other: Row = {}): boolean {
  return one === other || Object.keys({ ...one, ...other }).every((name) => (one[name] || 0) === (other[name] || 0));
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

/**
 * The oldest first: the outbox's entries in their order, then changes in memory alone. Of a cell's waiting entries only the
 * newest is left; an acknowledged entry stays until the outbox has forgotten it.
 */
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

/** Keeps the later version. The document no longer has the earlier one, so no commit based on that can arrive. */
function withAttempt(staged: StagedChange, version: string | undefined): StagedChange {
  return { ...staged, attempt: laterVersion(staged.attempt, version) };
}

function numbersOf(changes: readonly StagedChange[]): Set<number> {
  return new Set(changes.map(({ number }) => number));
}

/** Tells whether a change is older than the change in `these` of the same cell. The state lists changes by age. */
function olderThan(state: ReplicaState, these: readonly StagedChange[]): (staged: StagedChange) => boolean {
  const positions = new Map(state.changes.map(({ number }, index) => [number, index]));
  const limits = new Map(these.map(({ change, number }) => [cellKey(change), positions.get(number)]));
  return ({ change, number }) => {
    const [position, limit] = [positions.get(number), limits.get(cellKey(change))];
    return position !== undefined && limit !== undefined && position < limit;
  };
}
