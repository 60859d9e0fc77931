import {
  type Cells,
  type Change,
  changesOf,
  coalesce,
  type MadeChange,
  stateIn,
  type TableId,
} from "../changes/changes.ts";
import { readYearDocuments } from "../changes/years.ts";
import { hasCode } from "../errors.ts";
import type { PendingChange, PersonDocument, PersonStore } from "../ports.ts";
import type { Notice, ReplicaDeps } from "./ports.ts";
import { type Effect, INITIAL_STATE, pendingOf, type ReplicaState, toStore } from "./state.ts";
import { createSync, type Sync, type SyncRequest, type SyncResult, storageError } from "./sync.ts";
import { createSyncLoop } from "./syncLoop.ts";
import {
  onCacheRead,
  onChange,
  onDenied,
  onLeftovers,
  onPeerMessage,
  onRead,
  onReadable,
  onStored,
  onStoring,
  onStoringFailed,
  onWritten,
} from "./transitions.ts";
import { createViews, type Views } from "./views.ts";

/**
 * Stands between a person and a network, on one device: knows what the server said and what waits, shows both as one, and
 * decides when to send. The page, the terminal in cloud mode, the scale simulation and the property tests use it.
 *
 * What happens to a tick, by its stages (`state.ts`):
 * 1. `new`: `change` puts it on the list of changes. In the same task the view shows it, the journal holds it, the other
 *    tabs hear of it, and its write to the outbox begins (`storing`).
 * 2. `stored`: the outbox holds it, and `change` resolves. From now on the tick survives a crash.
 * 3. When the burst of changes is over (`syncLoop.ts`), an exchange (`sync.ts`) locks and lists the outbox and commits the
 *    changed cells to the server, bound to the version of the document that was read.
 * 4. `acknowledged`: the server has it. The document it wrote is the new snapshot. Once the outbox has forgotten
 *    the entry, the change leaves the list.
 *
 * A failure never takes a change off the list. One that the outbox failed to store is `unsaved`: it is sent from memory,
 * and the write is tried again. One that did not reach the server stays `stored` and goes with a later exchange. One that
 * the server will never take is `refused`: kept, shown and told.
 *
 * For each event, `transitions.ts` (pure) has a function that returns the next state and the effects, which this file
 * runs; `views.ts` shows each state. `ports.ts` has what the environment provides; `freshness.ts` decides when a page asks
 * the server again.
 */
export interface Replica extends Pick<Views, "year" | "marks" | "status" | "subscribe">, Pick<Sync, "sendOnExit"> {
  /**
   * Makes the changes: shown to the subscribers before it returns, **durable when it resolves** (to the changes with the
   * state of each cell before). When the durable write fails, it rejects, but the changes stay: they are sent from
   * memory, and the write is tried again.
   */
  change(changes: readonly Change[]): Promise<readonly MadeChange[]>;
  /**
   * Sends at once what waits, then reads `tables`. A failure is in the result and in the status. With `timing` the replica
   * tries again by itself, ever later, where that can help.
   */
  sync(request?: Partial<SyncRequest>): Promise<SyncResult>;
  /**
   * Shows these tables from the cache unless more is known of them: before it returns where the cache answers
   * synchronously. Resolves when the outbox is listed, too.
   */
  load(tables: readonly TableId[]): Promise<void>;
  /**
   * Asks the server for these years now. Many are listed, so that years without a document cost nothing. Resolves to the
   * years that were read. Rejects as the store does.
   */
  fetchYears(years: readonly number[]): Promise<readonly number[]>;
  /** Asks the server for the marks now. Rejects as the store does. */
  fetchMarks(): Promise<void>;
  /** Whether a reading has found a change that this device did not make. */
  hasOtherDevices(): boolean;
  /** Takes a year of which nothing is known to be empty. */
  assume(year: number): void;
  /** The changes that the server has not acknowledged; those of the outbox are known after `load`. */
  pending(): readonly Change[];
  /** The person has signed out: nothing more is shown, cached or sent. What waits stays in the outbox. */
  close(): void;
}

export function createReplica(deps: ReplicaDeps): Replica {
  const { outbox, cache, journal, peers, today } = deps;
  const { uid } = deps.store;
  let state: ReplicaState = { ...INITIAL_STATE, isJournalHolding: journal?.write([]) ?? false };
  let isClosed = false;
  const views = createViews(state);

  const apply = (next: ReplicaState, effects: readonly Effect[] = []): void => {
    state = next;
    for (const effect of effects) if (!isClosed || effect.kind === "erase") run(effect);
    if (!isClosed) views.show(state);
  };
  const run = (effect: Effect): void => {
    if (effect.kind === "journal") state = { ...state, isJournalHolding: journal?.write(effect.changes) ?? false };
    else if (effect.kind === "erase") journal?.erase(effect.changes);
    else if (effect.kind === "cache") cache?.keep(effect.document);
    else if (effect.kind === "broadcast") peers?.broadcast(effect.message);
    else if (effect.kind === "list") void sync.list();
    else if (effect.kind === "store") void tryToStore();
    else loop.soon();
  };

  /** Writes to the outbox what it does not hold. Rejects with `storage`. */
  const store = async (): Promise<void> => {
    const changes = toStore(state);
    if (changes.length === 0) return;
    apply(onStoring(state, changes));
    try {
      const entries = await outbox.put(uid, changes);
      apply(...onStored(state, changes, entries));
    } catch (error) {
      apply(...onStoringFailed(state, changes));
      throw storageError(error);
    }
  };
  /** The status tells of a failure, and the changes are sent from memory. */
  const tryToStore = () => store().catch(() => {});

  const documents = withSnapshots(deps.store);
  const onNotice = (notice: Notice) => isClosed || deps.onNotice?.(notice);
  const sync = createSync({ ...deps, store: documents, state: () => state, apply, onNotice });
  const loop = createSyncLoop({
    ...deps,
    onNotice,
    async exchange(request) {
      await started;
      await tryToStore();
      return sync.exchange(request);
    },
  });

  /** The store; each document that it reads or writes becomes a snapshot. */
  function withSnapshots(store: PersonStore): PersonStore {
    const learn = async <D extends PersonDocument>(work: Promise<D>, transition = onRead): Promise<D> => {
      const before = state.snapshots;
      const document = await work;
      // A new person has no open document yet; it will be of the running year.
      const isFirst = document.table === null && document.version === null;
      apply(...transition(state, isFirst ? { ...document, table: today().year } : document, before));
      return document;
    };
    return {
      ...store,
      readOpen: () => learn(store.readOpen()),
      readClosed: (year) => learn(store.readClosed(year)),
      readMarks: () => learn(store.readMarks()),
      save: (document, changes) => learn(store.save(document, changes), onWritten),
      close: (...args) => learn(store.close(...args), onWritten),
    };
  }

  peers?.onMessage((message) => apply(...onPeerMessage(state, message)));
  const recover = (changes: readonly PendingChange[]): Promise<void> => {
    apply(...onLeftovers(state, changes));
    return tryToStore();
  };
  const leftovers = journal?.leftovers() ?? [];
  const recovered = leftovers instanceof Promise ? leftovers.then(recover) : recover(leftovers);
  const started = Promise.all([recovered, sync.list()]);

  return {
    year: views.year,
    marks: views.marks,
    status: views.status,
    subscribe: views.subscribe,
    sync: loop.sync,
    sendOnExit: sync.sendOnExit,

    async change(changes) {
      const shown = new Map(changes.map(({ table }) => [table, views.table(table).cells]));
      const made = coalesce(changes.map((change) => ({ change, was: stateIn(shown.get(change.table) ?? {}, change) })));
      apply(...onChange(state, changes));
      await store();
      return made;
    },

    async load(wanted) {
      const learn = (table: TableId, cells: Cells | null) => {
        if (cells !== null) apply(onCacheRead(state, table, cells));
      };
      const work = wanted.map((table) => {
        const found = state.snapshots.has(table) ? null : (cache?.read(table) ?? null);
        return found instanceof Promise ? found.then((cells) => learn(table, cells)) : learn(table, found);
      });
      await Promise.all([started, ...work]);
    },

    async fetchYears(wanted) {
      if (wanted.length === 0) return wanted;
      const before = state.snapshots;
      const first = Math.min(...wanted);
      const { years, documents: found } = await readYearDocuments(documents, wanted, today()).catch((error) => {
        if (hasCode(error, "refused")) apply(onDenied(state, first, error.message));
        throw error;
      });
      for (const document of found) apply(...onRead(state, document, before));
      apply(onReadable(state, first));
      return years;
    },
    fetchMarks: async () => void (await documents.readMarks()),

    hasOtherDevices: () => state.hasOtherDevices,
    assume: (year) => apply(onReadable(state, year)),
    pending: () => changesOf(pendingOf(state)),

    close() {
      isClosed = true;
      loop.stop();
      peers?.close();
    },
  };
}
