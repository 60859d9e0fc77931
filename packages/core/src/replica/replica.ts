import type { CivilDate } from "../calendar/calendar.ts";
import {
  type Cells,
  type Change,
  cellsOf,
  coalesce,
  type SavedChange,
  stateIn,
  type TableId,
  tableIn,
  tableOf,
  withStateBefore,
} from "../changes/changes.ts";
import type { Outbox, PersonDocument, PersonStore, Sendable } from "../ports.ts";
import type { Cache, Journal, Lock, Notice, Peers, Timing } from "./ports.ts";
import type { Effect, Event } from "./state.ts";
import { INITIAL_STATE, pendingOf, type ReplicaStatus, toStore } from "./state.ts";
import { step } from "./step.ts";
import { createSync, type SyncRequest, type SyncResult, storageError } from "./sync.ts";
import { createSyncLoop, type Pace } from "./syncLoop.ts";
import { createViews, type ShownMarks, type ShownYear, type Topic } from "./views.ts";

/**
 * Stands between a person and a network, on one device: knows what the server said, what waits and what is shown, and
 * decides when to send. The page, the terminal in cloud mode, the scale simulation and the property tests use it.
 *
 * The way of a click: in one task `change` shows it, notes it in the journal and begins the durable write (`put` of the
 * outbox). When the burst of changes is over, an exchange (`sync.ts`) sends what the outbox holds. `step.ts` decides what
 * follows from each event, on the list of changes that `state.ts` defines; this file does it.
 */
export interface Replica {
  /** The year as it is shown: the same object until it changes; unchanged days keep their identity. */
  year(year: number): ShownYear;
  /** The marks of all questions, likewise. */
  marks(): ShownMarks;
  status(): ReplicaStatus;
  /** Calls back after each change of a year, the marks or the status; the function returned ends it. */
  subscribe(topic: Topic, listener: () => void): () => void;

  /**
   * Makes the changes: shown to the subscribers before it returns, **durable when it resolves** (to the changes with the
   * state of each cell before). When the durable write fails, it rejects, but the changes stay: they are sent from
   * memory, and the write is tried again.
   */
  change(changes: readonly Change[]): Promise<readonly SavedChange[]>;

  /**
   * Sends at once what waits, then reads `tables`. A failure is in the result and in the status. With `timing` the replica
   * tries again by itself, ever later, where that can help.
   */
  sync(request?: Partial<SyncRequest>): Promise<SyncResult>;
  /**
   * Begins to send in this very task, for a page that may end with it: one commit to each document that need not be read
   * first. The changes stay in the outbox until an exchange finds them stored.
   */
  sendOnExit(): void;

  /**
   * Shows these tables from the cache, in this task where the cache answers at once, unless more is known of them. Resolves
   * when the outbox is listed, too.
   */
  load(tables: readonly TableId[]): Promise<void>;
  /**
   * Asks the server for these years now. Many are listed, so that years without a document cost nothing; a server that
   * refuses lists is asked for `least` alone. Resolves to the years that were read. Rejects as the store does.
   */
  readYears(years: readonly number[], least?: readonly number[]): Promise<readonly number[]>;
  /** Asks the server for the marks now. Rejects as the store does. */
  readMarks(): Promise<void>;
  /** Whether a reading has found a change that this device did not make. */
  hasOtherDevices(): boolean;
  /** Takes a year of which nothing is known to be empty. */
  assume(year: number): void;
  /** The changes that the server has not acknowledged; those of the outbox are known after `load`. */
  pending(): readonly Change[];

  /** The person has signed out: nothing more is shown, cached or sent. What waits stays in the outbox. */
  close(): void;
}

interface ReplicaDeps {
  readonly uid: string;
  readonly store: PersonStore;
  readonly outbox: Outbox;
  /** The person's civil date now. */
  readonly today: () => CivilDate;
  readonly cache?: Cache;
  readonly journal?: Journal;
  readonly peers?: Peers;
  readonly lock?: Lock;
  /** With it the replica sends by itself after each burst of changes; without it only `sync` does. */
  readonly timing?: Timing;
  readonly pace?: Pace;
  /** Reads a document before each write, even a known one, so that the states before are exact. */
  readonly readsFirst?: boolean;
  readonly onNotice?: (notice: Notice) => void;
}

export function createReplica(deps: ReplicaDeps): Replica {
  const { uid, outbox, cache, journal, peers, today } = deps;
  let state = INITIAL_STATE;
  let isClosed = false;
  const views = createViews(state);

  const dispatch = (event: Event): void => {
    const [next, effects] = step(state, event);
    state = next;
    for (const effect of effects) if (!isClosed || effect.kind === "forgetNote") run(effect);
    if (!isClosed) views.show(state);
  };
  const run = (effect: Effect): void => {
    if (effect.kind === "note") journal?.note(effect.changes);
    else if (effect.kind === "forgetNote") journal?.forget(effect.changes);
    else if (effect.kind === "keep") cache?.keep(effect.document);
    else if (effect.kind === "broadcast") peers?.broadcast(effect.message);
    else if (effect.kind === "list") void sync.list();
    else if (effect.kind === "store") void tryToStore();
    else loop.soon();
  };

  /** Writes to the outbox what it does not hold. Rejects with `storage`. */
  const store = async (): Promise<void> => {
    const changes = toStore(state);
    if (changes.length === 0) return;
    dispatch({ kind: "storing", changes });
    try {
      dispatch({ kind: "stored", changes, rows: await outbox.put(uid, changes) });
    } catch (error) {
      dispatch({ kind: "storingFailed", changes });
      throw storageError(error);
    }
  };
  /** The status tells of a failure, and the changes are sent from memory. */
  const tryToStore = () => store().catch(() => {});

  const documents = noteDocuments(deps.store);
  const onNotice = (notice: Notice) => isClosed || deps.onNotice?.(notice);
  const sync = createSync({
    ...deps,
    store: documents,
    state: () => state,
    dispatch,
    lock: deps.lock ?? ((work) => work()),
    onSaved: (document) => peers?.broadcast({ kind: "stored", document }),
    onNotice,
  });
  const loop = createSyncLoop({
    ...deps,
    exchange: sync.exchange,
    onNotice,
    async prepare() {
      await started;
      await tryToStore();
    },
  });

  /** The store; each document that it reads or writes becomes a snapshot. */
  function noteDocuments(store: PersonStore): PersonStore {
    const note = async <D extends PersonDocument>(work: Promise<D>, kind: "read" | "wrote" = "read"): Promise<D> => {
      const before = state.snapshots;
      const document = await work;
      const table = tableIn(document);
      // A new person has no open document yet; it will be of the running year.
      const isFirst = table === null && document.version === null;
      const noted = isFirst ? { ...document, year: today().year } : document;
      dispatch({ kind, document: noted, before: before.get(tableIn(noted) ?? Number.NaN) });
      return document;
    };
    return {
      ...store,
      readOpen: () => note(store.readOpen()),
      readClosed: (year) => note(store.readClosed(year)),
      readMarks: () => note(store.readMarks()),
      save: (document, changes) => note(store.save(document, changes), "wrote"),
      close: (...args) => note(store.close(...args), "wrote"),
    };
  }

  peers?.onMessage((message) => dispatch({ kind: "peerSaid", message }));
  const recover = (changes: readonly Sendable[]): Promise<void> => {
    dispatch({ kind: "leftoversFound", changes });
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

    async change(changes) {
      const shown = coalesce(changes).map((change) =>
        withStateBefore(change, stateIn(cellsOf(views.table(tableOf(change))), change)),
      );
      dispatch({ kind: "changed", changes });
      await store();
      return shown;
    },

    sync: loop.sync,
    sendOnExit: sync.sendOnExit,

    async load(wanted) {
      const learn = (table: TableId, cells: Cells | null) => {
        if (cells !== null) dispatch({ kind: "cacheRead", table, cells });
      };
      const work = wanted.flatMap((table) => {
        const found = state.snapshots.has(table) ? null : (cache?.read(table) ?? null);
        if (found instanceof Promise) return [found.then((cells) => learn(table, cells))];
        learn(table, found);
        return [];
      });
      await Promise.all([started, ...work]);
    },

    async readYears(wanted, least) {
      if (wanted.length === 0) return wanted;
      const before = state.snapshots;
      const { years, documents: found } = await documents.reading(documents, wanted, today(), least);
      for (const document of found) {
        dispatch({ kind: "read", document, before: before.get(tableIn(document) ?? Number.NaN) });
      }
      return years;
    },
    readMarks: async () => void (await documents.readMarks()),

    hasOtherDevices: () => state.hasOtherDevices,
    assume: (year) => dispatch({ kind: "assumed", table: year }),
    pending: () => pendingOf(state),

    close() {
      isClosed = true;
      loop.stop();
      peers?.close();
    },
  };
}
