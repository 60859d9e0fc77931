import { type Cells, changesOf, overlay, type TableId } from "../changes/changes.ts";
import type { Marks } from "../practice/marks.ts";
import type { PersonSettings } from "../settings/settings.ts";
import type { Ticks, TicksByYear } from "../ticks/ticks.ts";
import type { Contact } from "./contact.ts";
import type { PendingChanges } from "./pending.ts";
import { type Snapshots, sameIfEqual } from "./snapshots.ts";

type Knowledge =
  /** The table has no snapshot: it shows only the person's pending changes. */
  | { readonly status: "unknown" }
  /** The table shows a snapshot from `from` with the person's pending changes applied. */
  | { readonly status: "known"; readonly from: "server" | "cache" | "assumption" };

/** A table as shown. The object keeps its identity while its contents are equal. */
type Shown<C extends Cells = Cells> = Knowledge & { readonly cells: C };
export type ShownMarks = Shown<Marks>;
type ShownSettings = Shown<PersonSettings>;

/** How far the person's changes have come, and how server and storage answered last. */
export interface ReplicaStatus extends Pick<Contact, "server" | "serverFault" | "hasSaved"> {
  /** Number of pending changes that the server has not refused. */
  readonly waiting: number;
  /** Number of changes that the server refused for good. */
  readonly refused: number;
  /** Why the server refused the first of them, as one sentence; null if it refused none. */
  readonly refusedReason: string | null;
  /** Why the server refused to show a table, as one sentence; null if it refused none. */
  readonly unreadable: string | null;
  /** Neither outbox nor journal works: changes that the outbox has not stored are lost when this replica ends. */
  readonly isInMemory: boolean;
}

type Topic = "status" | TableId;

interface Sources {
  readonly snapshots: Snapshots;
  readonly pending: PendingChanges;
  readonly contact: Contact;
}

export interface Views {
  year(year: number): Shown<Ticks>;
  marks(): ShownMarks;
  settings(): ShownSettings;
  table(table: TableId): Shown;
  status(): ReplicaStatus;
  /** Calls `listener` after each change of the topic. Returns a function that ends the subscription. */
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Notifies the subscribers of each topic that changed. */
  show(): void;
}

export function createViews(sources: Sources): Views {
  const { snapshots, pending } = sources;
  const tables = new Map<TableId, { readonly view: Shown; readonly snapshot: unknown; readonly pending: string }>();
  const subscriptions = new Set<{ readonly topic: Topic; readonly listener: () => void; seen: unknown }>();
  let status = statusOf(sources);

  /**
   * Recomputed only when the table's snapshot or its pending changes differ: marks of 3,000 questions take
   * milliseconds.
   */
  const table = (id: TableId): Shown => {
    const known = tables.get(id);
    const snapshot = snapshots.of(id);
    const changes = changesOf(pending.all()).filter((change) => change.table === id);
    const text = JSON.stringify(changes);
    if (known?.snapshot === snapshot && known?.pending === text) return known.view;
    const cells = sameIfEqual(known?.view.cells, overlay<Cells>(snapshot?.cells ?? {}, changes, id));
    const origin = snapshot ? ({ status: "known", from: snapshot.from } as const) : ({ status: "unknown" } as const);
    const isSame = known?.view.cells === cells && originOf(known.view) === snapshot?.from;
    const view = isSame ? known.view : { ...origin, cells };
    tables.set(id, { view, snapshot, pending: text });
    return view;
  };
  const view = (topic: Topic) => (topic === "status" ? status : table(topic));

  return {
    year: (year) => table(year) as Shown<Ticks>,
    marks: () => table("marks") as ShownMarks,
    settings: () => table("settings") as ShownSettings,
    table,
    status: () => status,

    subscribe(topic, listener) {
      const subscription = { topic, listener, seen: view(topic) };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },

    show() {
      const now = statusOf(sources);
      if (JSON.stringify(now) !== JSON.stringify(status)) status = now;
      for (const subscription of subscriptions) {
        const { topic, seen, listener } = subscription;
        subscription.seen = view(topic);
        if (subscription.seen !== seen) listener();
      }
    },
  };
}

function statusOf({ pending, contact }: Sources): ReplicaStatus {
  const { server, serverFault, hasSaved, unreadable, isJournalHolding, isOutboxFailing } = contact;
  const changes = pending.all();
  const reasons = changes.flatMap(({ refused }) => refused ?? []);
  const isUnsaved = changes.some(({ stage }) => stage === "unsaved");
  return {
    waiting: changes.length - reasons.length,
    refused: reasons.length,
    refusedReason: reasons[0] ?? null,
    unreadable: unreadable.values().next().value ?? null,
    server,
    serverFault,
    hasSaved,
    isInMemory: !isJournalHolding && (isOutboxFailing || isUnsaved),
  };
}

const originOf = (view: Knowledge) => (view.status === "known" ? view.from : undefined);

export function shownTicks(replica: Pick<Views, "year">, years: readonly number[]): TicksByYear {
  return Object.fromEntries(years.map((year) => [year, replica.year(year).cells]));
}
