import { type Cells, cellsOf, documentPart, type Part } from "../changes/changes.ts";
import { isLaterVersion } from "../firestore/version.ts";
import type { PersonDocument } from "../ports.ts";
import type { Step } from "./events.ts";
import { haveSameRows, keepSameRows } from "./sameRows.ts";
import type { Copy, ReplicaState } from "./state.ts";

/** What the server holds, as the server itself says, a peer, or a cache. */

export function cacheRead(state: ReplicaState, part: Part, cells: Cells): Step {
  return [state.copies.has(part) ? state : learn(state, part, { from: "cache", cells }), []];
}

export function assumed(state: ReplicaState, part: Part): Step {
  return [state.copies.has(part) ? state : learn(state, part, { from: "assumption", cells: {} }), []];
}

/** As `wrote`, and perhaps with news. */
export function read(state: ReplicaState, document: PersonDocument, before: Copy | undefined): Step {
  const known = copyOf(state, document);
  const [next, effects] = wrote(state, document, before);
  const isKnown = known ? copyOf(next, document)?.cells === known.cells : haveSameRows({}, cellsOf(document));
  // A change of ours whose answer was lost is news, too, which costs a look.
  const hasOtherDevices = state.hasOtherDevices || !(isKnown || isOlder(document, known));
  return [{ ...next, hasOtherDevices }, effects];
}

/** `before` is what was known when the server was asked: a peer may have told something newer since. */
export function wrote(state: ReplicaState, document: PersonDocument, before: Copy | undefined): Step {
  const known = copyOf(state, document);
  return known !== before && isOlder(document, known) ? [state, []] : learnt(state, document);
}

/** What the peer sent is no longer in the outbox, and the server can be reached. */
export function peerStored(state: ReplicaState, document: PersonDocument): Step {
  const [next, effects] = isOlder(document, copyOf(state, document)) ? [state, []] : learnt(state, document);
  const server = state.server === "unreachable" ? "reached" : state.server;
  return [{ ...next, hasSaved: true, server }, [...effects, { kind: "list" }]];
}

/** A document without a year says nothing of one; it gets its year before anything else is done with it. */
function learnt(state: ReplicaState, document: PersonDocument): Step {
  const part = documentPart(document);
  if (part === null) return [state, []];
  const copy: Copy = { from: "server", cells: cellsOf(document), document };
  return [learn(state, part, copy), [{ kind: "keep", document }]];
}

/** Rows that say the same stay the same objects: then each view after this one is told from the last at a glance. */
function learn(state: ReplicaState, part: Part, copy: Copy): ReplicaState {
  const known = state.copies.get(part);
  const cells = known ? keepSameRows(known.cells, copy.cells) : copy.cells;
  return { ...state, copies: new Map(state.copies).set(part, { ...copy, cells }) };
}

function copyOf({ copies }: ReplicaState, document: PersonDocument): Copy | undefined {
  const part = documentPart(document);
  return part === null ? undefined : copies.get(part);
}

/** Whether this is an earlier version of the document that is known, or the time when there was none. */
function isOlder(document: PersonDocument, known: Copy | undefined): boolean {
  if (known?.from !== "server" || known.document.path !== document.path) return false;
  return isLaterVersion(known.document.version ?? "", document.version ?? "");
}
