import { type Cells, changesOf, overlay, type TableId } from "../changes/changes.ts";
import type { Marks } from "../practice/marks.ts";
import type { PersonSettings } from "../settings/settings.ts";
import type { Ticks, TicksByYear } from "../ticks/ticks.ts";
import type { Contact } from "./contact.ts";
import type { PendingChanges } from "./pending.ts";
import { type Snapshots, sameIfEqual } from "./snapshots.ts";

type Knowledge =
  /** Nothing is known: only the person's own changes show. */
  | { readonly status: "unknown" }
  /** The cells come from `from`, with the person's own changes over them. */
  | { readonly status: "known"; readonly from: "server" | "cache" | "assumption" };

/** A table as it is shown: the same object as long as it says the same. */
type Shown<C extends Cells = Cells> = Knowledge & { readonly cells: C };
export type ShownMarks = Shown<Marks>;
type ShownSettings = Shown<PersonSettings>;

/** How the person's changes stand. */
export interface ReplicaStatus extends Pick<Contact, "server" | "serverFault" | "hasSaved"> {
  /** Changes that the server hasn't taken and may yet take. */
  readonly waiting: number;
  /** Changes that the server refused for good. */
  readonly refused: number;
  /** Why it refused the first of them: one sentence; null where there is none. */
  readonly refusedReason: string | null;
  /** Why a table could not be read, although the server can be reached: one sentence; null where none failed. */
  readonly unreadable: string | null;
  /** Neither outbox nor journal works: what the outbox hasn't stored is lost when this replica ends. */
  readonly isInMemory: boolean;
}

type Topic = "status" | TableId;

/** What the views show. */
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
  /** Calls back after each change of the topic; the function returned ends it. */
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Notifies the subscribers of what differs now. */
  show(): void;
}

export function createViews(sources: Sources): Views {
  const { snapshots, pending } = sources;
  const tables = new Map<TableId, { readonly view: Shown; readonly snapshot: unknown; readonly pending: string }>();
  const subscriptions = new Set<{ readonly topic: Topic; readonly listener: () => void; seen: unknown }>();
  let status = statusOf(sources);

  /** Computed again when the table's snapshot or its pending changes differ: marks of 3,000 questions take milliseconds. */
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
