import type { CivilDate } from "../calendar/calendar.ts";
import {
  type Cells,
  type Change,
  cellsOf,
  coalesce,
  documentPart,
  type Part,
  partOf,
  type SavedChange,
  stateIn,
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
 * What stands between a person and a network, on one device: what the server said, what waits, what is shown, when to
 * send. The page, the terminal in cloud mode, the scale simulation and the property tests use this and nothing else.
 *
 * The way of a click: `change` shows it and notes it in the journal, in the same task, and begins the durable write
 * (`put` of the outbox). Some seconds later an exchange (`sync.ts`) sends what the outbox holds. What follows from each
 * event is decided in `step.ts`, on the list of changes that `state.ts` defines; this file only does it.
 */
export interface Replica {
  /** What is shown of the year. The same object until it changes; unchanged days keep their identity. */
  year(year: number): ShownYear;
  /** The same for the marks of all questions. */
  marks(): ShownMarks;
  status(): ReplicaStatus;
  /** Calls back after each change of a year, the marks or the status; the function returned ends it. */
  subscribe(topic: Topic, listener: () => void): () => void;

  /**
   * Makes the changes: shown to the subscribers before it returns, **durable when it resolves** (with the state of
   * each cell before). Rejects when the durable write fails; the changes stay all the same: they are kept in memory,
   * sent from there, and the write is tried again.
   */
  change(changes: readonly Change[]): Promise<readonly SavedChange[]>;

  /**
   * Sends what waits at once, then reads `parts`. Resolves when that is over, however it went: a failure is in the
   * result and in the status. With `timing` it is tried again, ever later, where that can help.
   */
  sync(request?: Partial<SyncRequest>): Promise<SyncResult>;
  /**
   * Begins to send what waits in this very task, for a page that may end with it: what can go without reading a document
   * first, in one commit to each. It stays in the outbox until an exchange finds it stored.
   */
  sendOnExit(): void;

  /**
   * Makes parts known as they were kept here, in the same task where the cache can; a part of which more is known stays
   * as it is. Resolves when what waits is known, too.
   */
  load(parts: readonly Part[]): Promise<void>;
  /**
   * Asks the server for these years now. Many at once are listed, so that those of which nothing is kept cost nothing;
   * a server that refuses that is asked for `least` alone. Resolves to the years that were read: one that is unknown
   * then is empty. Rejects as the store does.
   */
  readYears(years: readonly number[], least?: readonly number[]): Promise<readonly number[]>;
  /** Asks the server for the marks now. Rejects as the store does. */
  readMarks(): Promise<void>;
  /** Whether a reading has found what this device had not known: another one of the person's is in use. */
  hasOtherDevices(): boolean;
  /** Takes a year of which nothing is known to be empty. */
  assume(year: number): void;
  /** The changes that the server has not taken, as far as they are known: after `load` those of the outbox, too. */
  pending(): readonly Change[];

  /** The person is gone: nothing more is shown, kept or begun. What waits stays in the outbox. */
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

  /** Makes durable what the outbox does not hold. Rejects with `storage`. */
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
  /** A failure is in the status, and what could not be stored is sent from memory. */
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

  /** The store, whose every document becomes known and kept, whatever asked for it. */
  function noteDocuments(store: PersonStore): PersonStore {
    const note = async <D extends PersonDocument>(work: Promise<D>, kind: "read" | "wrote" = "read"): Promise<D> => {
      const before = state.snapshots;
      const document = await work;
      const part = documentPart(document);
      // The open document of a new person: there is none yet, so it will be of the running year.
      const isFirst = part === null && document.version === null;
      const noted = isFirst ? { ...document, year: today().year } : document;
      dispatch({ kind, document: noted, before: before.get(documentPart(noted) ?? Number.NaN) });
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
        withStateBefore(change, stateIn(cellsOf(views.part(partOf(change))), change)),
      );
      dispatch({ kind: "changed", changes });
      await store();
      return shown;
    },

    sync: loop.sync,
    sendOnExit: sync.sendOnExit,

    async load(wanted) {
      const learn = (part: Part, cells: Cells | null) => {
        if (cells !== null) dispatch({ kind: "cacheRead", part, cells });
      };
      const work = wanted.flatMap((part) => {
        const found = state.snapshots.has(part) ? null : (cache?.read(part) ?? null);
        if (found instanceof Promise) return [found.then((cells) => learn(part, cells))];
        learn(part, found);
        return [];
      });
      await Promise.all([started, ...work]);
    },

    async readYears(wanted, least) {
      if (wanted.length === 0) return wanted;
      const before = state.snapshots;
      const { years, documents: found } = await documents.reading(documents, wanted, today(), least);
      for (const document of found) {
        dispatch({ kind: "read", document, before: before.get(documentPart(document) ?? Number.NaN) });
      }
      return years;
    },
    readMarks: async () => void (await documents.readMarks()),

    hasOtherDevices: () => state.hasOtherDevices,
    assume: (year) => dispatch({ kind: "assumed", part: year }),
    pending: () => pendingOf(state),

    close() {
      isClosed = true;
      loop.stop();
      peers?.close();
    },
  };
}
