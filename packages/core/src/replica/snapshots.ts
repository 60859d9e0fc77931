import { own } from "../basics.ts";
import { type CellState, type Cells, cellsOf, type TableId, tableIn } from "../changes/changes.ts";
import { isLaterVersion } from "../firestore/value.ts";
import type { PersonDocument } from "../ports.ts";
import type { ReplicaState, Snapshot, Step } from "./state.ts";

type Snapshots = ReplicaState["snapshots"];

/** What the cache says, or is assumed, counts only while nothing else is known. */
export function learnt(state: ReplicaState, table: TableId, snapshot: Snapshot): ReplicaState {
  return state.snapshots.has(table) ? state : withSnapshot(state, table, snapshot);
}

/** The server showed the document, which may have changes of another device. */
export function read(state: ReplicaState, document: PersonDocument, before: Snapshots): Step {
  const known = snapshotIn(state.snapshots, document);
  const [next, effects] = wrote(state, document, before);
  const isKnown = known
    ? snapshotIn(next.snapshots, document)?.cells === known.cells
    : haveSameRows({}, cellsOf(document));
  // A change made here whose answer was lost counts, too; this costs a reading.
  const hasOtherDevices = state.hasOtherDevices || !(isKnown || isOlder(document, known));
  return [{ ...next, hasOtherDevices }, effects];
}

/** The server wrote the document. Another tab may have told something newer since the server was asked. */
export function wrote(state: ReplicaState, document: PersonDocument, before: Snapshots): Step {
  const known = snapshotIn(state.snapshots, document);
  const isOvertaken = known !== snapshotIn(before, document) && isOlder(document, known);
  return isOvertaken || isSameVersion(document, known) ? [state, []] : believed(state, document);
}

/** Another tab's changes are on the server and no longer in the outbox, and the server can be reached. */
export function peerStored(state: ReplicaState, document: PersonDocument): Step {
  const isOld = isOlder(document, snapshotIn(state.snapshots, document));
  const [next, effects] = isOld ? [state, []] : believed(state, document);
  const server = state.server === "unreachable" ? "reached" : state.server;
  return [{ ...next, hasSaved: true, server }, [...effects, { kind: "list" }]];
}

function believed(state: ReplicaState, document: PersonDocument): Step {
  const table = tableIn(document);
  if (table === null) return [state, []];
  const snapshot: Snapshot = { from: "server", cells: cellsOf(document), document };
  return [withSnapshot(state, table, snapshot), [{ kind: "keep", document }]];
}

/** Equal rows keep their identity, so that comparing views is cheap. */
function withSnapshot(state: ReplicaState, table: TableId, snapshot: Snapshot): ReplicaState {
  const known = state.snapshots.get(table);
  const cells: Cells = known ? keepSameRows(known.cells, snapshot.cells) : snapshot.cells;
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

type Row = Readonly<Record<string, CellState | undefined>>;

/**
 * `next` with the row objects of `previous` wherever the row is the same, so that views skip it; `previous` itself
 * when no row differs.
 */
export function keepSameRows<C extends Cells>(previous: C, next: C): C {
  if (haveSameRows(previous, next)) return previous;
  const [before, after] = [tableRows(previous), tableRows(next)];
  const merged: Record<string, Row> = {};
  for (const name of Object.keys(after)) {
    const kept = areSame(own(before, name), after[name]) ? own(before, name) : after[name];
    if (kept) merged[name] = kept;
  }
  // A row that is gone said nothing, or it is gone here, too.
  for (const name of Object.keys(before)) {
    const row = before[name];
    if (row && !Object.hasOwn(after, name) && areSame(row)) merged[name] = row;
  }
  return merged as unknown as C;
}

/** Whether no row differs. */
export function haveSameRows(a: Cells, b: Cells): boolean {
  const [one, other] = [tableRows(a), tableRows(b)];
  const isSame = (name: string) => areSame(own(one, name), own(other, name));
  return Object.keys(one).every(isSame) && Object.keys(other).every(isSame);
}

/** A cell that is absent, false or 0 says the same. */
function areSame(before: Row = {}, after: Row = {}): boolean {
  if (before === after) return true;
  const isSame = (name: string) => (before[name] || 0) === (after[name] || 0);
  return Object.keys(before).every(isSame) && Object.keys(after).every(isSame);
}

const tableRows = (cells: Cells) => cells as Readonly<Record<string, Row>>;
