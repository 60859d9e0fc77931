import { type Cells, changesOf, overlay, type TableId } from "../changes/changes.ts";
import type { Marks } from "../practice/marks.ts";
import type { Ticks, TicksByYear } from "../ticks/ticks.ts";
import { pendingOf, type ReplicaState, type ReplicaStatus, statusOf } from "./state.ts";
import { sameIfEqual } from "./transitions.ts";

type Knowledge =
  /** Nothing: the person's own changes alone are shown. */
  | { readonly status: "unknown" }
  /** What `from` says, with the person's own changes over it. */
  | { readonly status: "known"; readonly from: "server" | "cache" | "assumption" };

/** A table as it is shown: the same object as long as it says the same. */
export type Shown<C extends Cells = Cells> = Knowledge & { readonly cells: C };
export type ShownMarks = Shown<Marks>;

type Topic = "status" | TableId;

export interface Views {
  year(year: number): Shown<Ticks>;
  marks(): ShownMarks;
  table(table: TableId): Shown;
  status(): ReplicaStatus;
  /** Calls back after each change of the topic; the function returned ends it. */
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Shows this state from now on, and notifies the subscribers of what differs. */
  show(state: ReplicaState): void;
}

export function createViews(initial: ReplicaState): Views {
  const tables = new Map<TableId, { readonly view: Shown; readonly snapshot: unknown; readonly pending: string }>();
  const subscriptions = new Set<{ readonly topic: Topic; readonly listener: () => void; seen: unknown }>();
  let state = initial;
  let status = statusOf(initial);

  /** Computed again when the table's snapshot or its pending changes differ: marks of 3,000 questions take milliseconds. */
  const table = (id: TableId): Shown => {
    const known = tables.get(id);
    const snapshot = state.snapshots.get(id);
    const pending = JSON.stringify(changesOf(pendingOf(state)).filter((change) => change.table === id));
    if (known?.snapshot === snapshot && known?.pending === pending) return known.view;
    const view = viewOf(state, id, known?.view);
    tables.set(id, { view, snapshot, pending });
    return view;
  };
  const view = (topic: Topic) => (topic === "status" ? status : table(topic));

  return {
    year: (year) => table(year) as Shown<Ticks>,
    marks: () => table("marks") as ShownMarks,
    table,
    status: () => status,

    subscribe(topic, listener) {
      const subscription = { topic, listener, seen: view(topic) };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },

    show(next) {
      state = next;
      const now = statusOf(next);
      if (JSON.stringify(now) !== JSON.stringify(status)) status = now;
      for (const subscription of subscriptions) {
        const { topic, seen, listener } = subscription;
        subscription.seen = view(topic);
        if (subscription.seen !== seen) listener();
      }
    },
  };
}

/** The snapshot with the changes over it; `previous` itself where nothing differs. */
export function viewOf(state: ReplicaState, table: TableId, previous?: Shown): Shown {
  const snapshot = state.snapshots.get(table);
  const shown = overlay<Cells>(snapshot?.cells ?? {}, changesOf(pendingOf(state)), table);
  const cells = sameIfEqual(previous?.cells, shown);
  if (previous && cells === previous.cells && originOf(previous) === snapshot?.from) return previous;
  return { ...(snapshot ? { status: "known", from: snapshot.from } : { status: "unknown" }), cells };
}

const originOf = (view: Knowledge) => (view.status === "known" ? view.from : undefined);

export function shownTicks(replica: Pick<Views, "year">, years: readonly number[]): TicksByYear {
  return Object.fromEntries(years.map((year) => [year, replica.year(year).cells]));
}
