import type { YearDocument } from "../ports.ts";
import { NO_TICKS, type Ticks } from "../ticks/ticks.ts";
import type { Step } from "./events.ts";
import type { ReplicaState, YearCopy } from "./state.ts";

/** What the server holds, as it says it itself, a peer, or a cache. */

export function cacheRead(state: ReplicaState, year: number, ticks: Ticks): Step {
  return [state.copies.has(year) ? state : learn(state, year, { from: "cache", ticks }), []];
}

export function assumed(state: ReplicaState, year: number): Step {
  return [state.copies.has(year) ? state : learn(state, year, { from: "assumption", ticks: NO_TICKS }), []];
}

/** `before` is what was known when the server was asked: a peer may have told something newer since. */
export function read(state: ReplicaState, document: YearDocument, before: YearCopy | undefined): Step {
  const known = copyOf(state, document);
  return known !== before && isOlder(document, known) ? [state, []] : learnt(state, document);
}

/** What the peer sent is no longer in the outbox. */
export function peerStored(state: ReplicaState, document: YearDocument): Step {
  const [next, effects] = isOlder(document, copyOf(state, document)) ? [state, []] : learnt(state, document);
  return [{ ...next, hasSaved: true }, [...effects, { kind: "list" }]];
}

/** A document without a year says nothing of one; it gets its year before anything else is done with it. */
function learnt(state: ReplicaState, document: YearDocument): Step {
  if (document.year === null) return [state, []];
  const copy: YearCopy = { from: "server", ticks: document.ticks, document };
  return [learn(state, document.year, copy), [{ kind: "keep", document }]];
}

function learn(state: ReplicaState, year: number, copy: YearCopy): ReplicaState {
  return { ...state, copies: new Map(state.copies).set(year, copy) };
}

function copyOf({ copies }: ReplicaState, { year }: YearDocument): YearCopy | undefined {
  return year === null ? undefined : copies.get(year);
}

/** Whether this is an earlier version of the document that is known. Of two without a version neither is. */
function isOlder(document: YearDocument, known: YearCopy | undefined): boolean {
  if (known?.from !== "server" || known.document.path !== document.path) return false;
  return momentOf(document) < momentOf(known.document);
}

const momentOf = ({ version }: YearDocument) => Date.parse(version ?? "");
