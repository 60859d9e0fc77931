import { type Cells, cellsOf, documentPart, type Part } from "../changes/changes.ts";
import { isLaterVersion } from "../firestore/value.ts";
import type { PersonDocument } from "../ports.ts";
import type { Step } from "./events.ts";
import { haveSameRows, keepSameRows } from "./sameRows.ts";
import type { ReplicaState, Snapshot } from "./state.ts";

/** What the server holds, as the server itself says, another tab, or the cache. */

/** What is believed only as long as nothing better is known. */
export function learnt(state: ReplicaState, part: Part, snapshot: Snapshot): ReplicaState {
  return state.snapshots.has(part) ? state : withSnapshot(state, part, snapshot);
}

/** The server showed the document, which may be news. */
export function read(state: ReplicaState, document: PersonDocument, before: Snapshot | undefined): Step {
  const known = snapshotOf(state, document);
  const [next, effects] = wrote(state, document, before);
  const isKnown = known ? snapshotOf(next, document)?.cells === known.cells : haveSameRows({}, cellsOf(document));
  // A change of ours whose answer was lost is news, too, which costs a look.
  const hasOtherDevices = state.hasOtherDevices || !(isKnown || isOlder(document, known));
  return [{ ...next, hasOtherDevices }, effects];
}

/** The server wrote the document. Another tab may have told something newer since the server was asked. */
export function wrote(state: ReplicaState, document: PersonDocument, before: Snapshot | undefined): Step {
  const known = snapshotOf(state, document);
  return isKnownAlready(document, known) || (known !== before && isOlder(document, known))
    ? [state, []]
    : believed(state, document);
}

/** Another tab's changes are on the server and no longer in the outbox, and the server can be reached. */
export function peerStored(state: ReplicaState, document: PersonDocument): Step {
  const [next, effects] = isOlder(document, snapshotOf(state, document)) ? [state, []] : believed(state, document);
  const server = state.server === "unreachable" ? "reached" : state.server;
  return [{ ...next, hasSaved: true, server }, [...effects, { kind: "list" }]];
}

/** A document without a year says nothing of one; it gets its year before anything else is done with it. */
function believed(state: ReplicaState, document: PersonDocument): Step {
  const part = documentPart(document);
  if (part === null) return [state, []];
  const snapshot: Snapshot = { from: "server", cells: cellsOf(document), document };
  return [withSnapshot(state, part, snapshot), [{ kind: "keep", document }]];
}

/** Rows that say the same stay the same objects, so that each view is told from the last at a glance. */
function withSnapshot(state: ReplicaState, part: Part, snapshot: Snapshot): ReplicaState {
  const known = state.snapshots.get(part);
  const cells: Cells = known ? keepSameRows(known.cells, snapshot.cells) : snapshot.cells;
  return { ...state, snapshots: new Map(state.snapshots).set(part, { ...snapshot, cells }) };
}

function snapshotOf({ snapshots }: ReplicaState, document: PersonDocument): Snapshot | undefined {
  const part = documentPart(document);
  return part === null ? undefined : snapshots.get(part);
}

function isKnownAlready({ path, version }: PersonDocument, known: Snapshot | undefined): boolean {
  return known?.from === "server" && known.document.path === path && known.document.version === version;
}

/** Whether this is an earlier version of the document that is known, or the time when there was none. */
function isOlder(document: PersonDocument, known: Snapshot | undefined): boolean {
  if (known?.from !== "server" || known.document.path !== document.path) return false;
  return isLaterVersion(known.document.version ?? "", document.version ?? "");
}
