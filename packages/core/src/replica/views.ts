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

/** A table as it is shown. Equal rows keep their identity from one view to the next. */
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
  const tell = (topic: Topic) => {
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
      const isSame = showSame(state, next);
      const before = status;
      state = next;
      if (!isSame) for (const table of views.keys()) stale.add(table);
      status = sameStatus(before, statusOf(state));
      // Without listeners a view is made when it is asked for.
      if (listeners.size === 0) return;
      for (const table of [...stale]) {
        const seen = views.get(table);
        if (viewed(table) !== seen) tell(table);
      }
      if (status !== before) tell("status");
    },
  };
}

export function shownTicks(replica: { year(year: number): ShownYear }, years: readonly number[]): TicksByYear {
  return Object.fromEntries(years.map((year) => [year, replica.year(year).ticks]));
}

/** The snapshot with the changes over it; `previous` itself where nothing differs. */
export function viewOf(state: ReplicaState, table: TableId, previous?: Shown): Shown {
  const snapshot = state.snapshots.get(table);
  const shown = overlay<Cells>(snapshot?.cells ?? {}, pendingOf(state), table);
  const held = hold(table, previous ? keepSameRows(cellsOf(previous), shown) : shown);
  const view: Shown = snapshot ? { status: "known", from: snapshot.from, ...held } : { status: "unknown", ...held };
  return previous && isSameView(view, previous) ? previous : view;
}

function isSameView(a: Shown, b: Shown): boolean {
  const originOf = (view: Shown) => (view.status === "known" ? view.from : null);
  return cellsOf(a) === cellsOf(b) && originOf(a) === originOf(b);
}

/** Whether two states look the same in every table, as while a change is being stored. */
function showSame(a: ReplicaState, b: ReplicaState): boolean {
  if (a.snapshots !== b.snapshots) return false;
  const [before, now] = [pendingOf(a), pendingOf(b)];
  return before.length === now.length && now.every((change, index) => isSame(change, before[index] as Change));
}

function isSame(a: Change, b: Change): boolean {
  return cellKey(a) === cellKey(b) && stateOf(a) === stateOf(b);
}

function sameStatus(before: ReplicaStatus, now: ReplicaStatus): ReplicaStatus {
  const keys = Object.keys(now) as (keyof ReplicaStatus)[];
  return keys.every((key) => before[key] === now[key]) ? before : now;
}
