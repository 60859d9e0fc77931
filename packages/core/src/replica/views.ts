import {
  type Cells,
  type Change,
  cellKey,
  cellsOf,
  type Held,
  hold,
  overlay,
  stateOf,
  type TableId,
  tableOf,
} from "../changes/changes.ts";
import type { Marks } from "../practice/marks.ts";
import type { Ticks, TicksByYear } from "../ticks/ticks.ts";
import { keepSameRows } from "./snapshots.ts";
import { pendingOf, type ReplicaState, type ReplicaStatus, statusOf } from "./state.ts";

type Knowledge =
  /** Nothing: the person's own changes alone are shown. */
  | { readonly status: "unknown" }
  /** What `from` says, with the person's own changes over it. */
  | { readonly status: "known"; readonly from: "server" | "cache" | "assumption" };

/** A table as it is shown. Equal rows keep their identity, so that what shows them can skip them. */
export type Shown = Knowledge & Held;
export type ShownYear = Extract<Shown, { readonly ticks: Ticks }>;
export type ShownMarks = Extract<Shown, { readonly marks: Marks }>;

export type Topic = "status" | TableId;

export interface Views {
  year(year: number): ShownYear;
  marks(): ShownMarks;
  table(table: TableId): Shown;
  status(): ReplicaStatus;
  /** Calls back after each change of the topic; the function returned ends it. */
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Shows this state from now on, and notifies the subscribers of what differs. */
  show(state: ReplicaState): void;
}

export function createViews(initial: ReplicaState): Views {
  const listeners = new Map<Topic, Set<() => void>>();
  const views = new Map<TableId, Shown>();
  /** Tables whose view may be out of date. */
  const stale = new Set<TableId>();
  let state = initial;
  let status = statusOf(initial);

  const viewed = (table: TableId): Shown => {
    const known = views.get(table);
    if (known && !stale.delete(table)) return known;
    const view = viewOf(state, table, known);
    views.set(table, view);
    return view;
  };
  const notify = (topic: Topic) => {
    // A copy, because a listener may subscribe or unsubscribe.
    for (const listener of [...(listeners.get(topic) ?? [])]) listener();
  };

  return {
    year: (year) => viewed(year) as ShownYear,
    marks: () => viewed("marks") as ShownMarks,
    table: viewed,
    status: () => status,

    subscribe(topic, listener) {
      if (topic !== "status") viewed(topic);
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(listener));
      return () => {
        ofTopic.delete(listener);
        if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) listeners.delete(topic);
      };
    },

    show(next) {
      const [before, now] = [status, statusOf(next)];
      for (const table of changedTables(state, next)) if (views.has(table)) stale.add(table);
      state = next;
      status = JSON.stringify(now) === JSON.stringify(before) ? before : now;
      // Without listeners a view is made when it is asked for.
      if (listeners.size === 0) return;
      for (const table of [...stale]) {
        const seen = views.get(table);
        if (viewed(table) !== seen) notify(table);
      }
      if (status !== before) notify("status");
    },
  };
}

/** The tables that may look different in two states: none while a change is being stored. */
function changedTables(a: ReplicaState, b: ReplicaState): Set<TableId> {
  const read = [...a.snapshots.keys(), ...b.snapshots.keys()];
  const [before, now] = [pendingOf(a), pendingOf(b)];
  return new Set([
    ...read.filter((table) => a.snapshots.get(table) !== b.snapshots.get(table)),
    ...[...otherThan(before, now), ...otherThan(now, before)].map(tableOf),
  ]);
}

/** The changes that `others` does not have. */
function otherThan(others: readonly Change[], changes: readonly Change[]): Change[] {
  const states = new Map(others.map((change) => [cellKey(change), stateOf(change)]));
  return changes.filter((change) => states.get(cellKey(change)) !== stateOf(change));
}

/** The snapshot with the changes over it; `previous` itself where nothing differs. */
export function viewOf(state: ReplicaState, table: TableId, previous?: Shown): Shown {
  const snapshot = state.snapshots.get(table);
  const shown = overlay<Cells>(snapshot?.cells ?? {}, pendingOf(state), table);
  const cells = previous ? keepSameRows(cellsOf(previous), shown) : shown;
  const view: Knowledge = snapshot ? { status: "known", from: snapshot.from } : { status: "unknown" };
  const isSame = previous !== undefined && originOf(previous) === originOf(view);
  return isSame && cells === cellsOf(previous) ? previous : { ...view, ...hold(table, cells) };
}

const originOf = (view: Knowledge) => (view.status === "known" ? view.from : null);

export function shownTicks(replica: Pick<Views, "year">, years: readonly number[]): TicksByYear {
  return Object.fromEntries(years.map((year) => [year, replica.year(year).ticks]));
}
