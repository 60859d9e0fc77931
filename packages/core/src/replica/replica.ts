import type { CivilDate } from "../calendar/calendar.ts";
import {
  type Cells,
  type Change,
  cellsOf,
  type Part,
  partOf,
  type SavedChange,
  stateIn,
  withStateBefore,
} from "../changes/changes.ts";
import { coalesce } from "../changes/pending.ts";
import { openPath } from "../firestore/paths.ts";
import type { Outbox, PendingChange, PersonStore } from "../ports.ts";
import { createDurableWrites } from "./durableWrites.ts";
import type { Effect, Event } from "./events.ts";
import type { SyncRequest, SyncResult } from "./exchange.ts";
import { holdOutbox } from "./heldOutbox.ts";
import { step } from "./machine.ts";
import type { Cache, Journal, Lock, Notice, Peers, Timing } from "./ports.ts";
import type { Pace } from "./schedule.ts";
import { INITIAL_STATE, knownDocument, type ReplicaStatus } from "./state.ts";
import { createSyncLoop } from "./syncLoop.ts";
import type { ShownMarks, ShownYear } from "./view.ts";
import { createViews, type Topic } from "./views.ts";
import { watchStore } from "./watchedStore.ts";

/**
 * One person's data on one device: what the server said, what waits, what is shown, when to send. The page, the
 * terminal in both modes, the scale simulation and the property tests use this and nothing else.
 *
 * The way of a click: `change` shows it and notes it in the journal, in the same task, and begins the durable write
 * (`put` of the outbox, in `durableWrites.ts`). Some seconds later an exchange (`exchange.ts`) sends what the outbox
 * holds. What follows from each event is decided in `machine.ts`; this file only does it.
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
   * each cell before). Rejects when the durable write fails. With an outbox the changes stay all the same: they are
   * kept in memory, sent from there, and the write is tried again. Without one nothing is changed.
   */
  change(changes: readonly Change[]): Promise<readonly SavedChange[]>;

  /**
   * Sends what waits at once, then reads `parts`. Resolves when that is over, however it went: a failure is in the
   * result and in the status. With `timing` it is tried again, ever later, where that can help.
   */
  sync(request?: Partial<SyncRequest>): Promise<SyncResult>;

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
  /** The server's own cells of the part, without what waits; none where it is not known. */
  stored(part: Part): Cells;
  /** Whether a reading has found what this device had not known: another one of the person's is in use. */
  hasOtherDevices(): boolean;
  /** Takes a year of which nothing is known to be empty. */
  assume(year: number): void;
  /** What the outbox holds now. Rejects as the outbox does. */
  unsent(): Promise<readonly PendingChange[]>;

  /** The person is gone: nothing more is shown, kept or begun. What waits stays in the outbox. */
  close(): void;
}

export interface ReplicaDeps {
  readonly uid: string;
  readonly store: PersonStore;
  /** Null where the store itself is durable and always there: then a change is stored when it resolves. */
  readonly outbox: Outbox | null;
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
    for (const effect of effects) if (!isClosed || effect.kind === "forget") run(effect);
    if (!isClosed) views.show(state);
  };
  const run = (effect: Effect): void => {
    if (effect.kind === "note") journal?.note(effect.changes);
    else if (effect.kind === "forget") journal?.forget(effect.changes);
    else if (effect.kind === "keep") cache?.keep(effect.document);
    else if (effect.kind === "broadcast") peers?.broadcast(effect.message);
    else if (effect.kind === "list") void held?.list(uid);
    else if (effect.kind === "write") void write();
    else loop.soon();
  };

  const held = outbox && holdOutbox(outbox, uid, () => state, dispatch);
  const store = watchStore(deps.store, { dispatch, copies: () => state.copies, today });
  const writes = createDurableWrites({ uid, outbox, store, today, state: () => state, dispatch });
  /** A failure is in the status, and what could not be written is sent from memory. */
  const write = () => writes.toOutbox().catch(() => {});

  const loop = createSyncLoop({
    ...deps,
    outbox: held,
    store,
    dispatch,
    lock: deps.lock ?? ((work) => work()),
    known: (part) => (deps.readsFirst ? null : knownDocument(state, openPath(uid), part)),
    onSaved: (document) => peers?.broadcast({ kind: "stored", document }),
    onNotice: (notice) => isClosed || deps.onNotice?.(notice),
    async prepare() {
      await started;
      await write();
    },
  });

  peers?.onMessage((message) => {
    if (message.kind === "changing") dispatch({ kind: "peerChanging", changes: message.changes });
    else if (message.kind === "changed") dispatch({ kind: "peerChanged", changes: message.changes });
    else dispatch({ kind: "peerStored", document: message.document });
  });
  const recover = (changes: readonly Change[]): Promise<void> => {
    dispatch({ kind: "leftoversFound", changes });
    return write();
  };
  const leftovers = journal?.leftovers() ?? [];
  const recovered = leftovers instanceof Promise ? leftovers.then(recover) : recover(leftovers);
  const started = Promise.all([recovered, held?.list(uid)]);

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
      if (outbox === null) return writes.toStore();
      await writes.toOutbox();
      return shown;
    },

    sync: loop.sync,

    async load(wanted) {
      const learn = (part: Part, cells: Cells | null) => {
        if (cells !== null) dispatch({ kind: "cacheRead", part, cells });
      };
      const work = wanted.flatMap((part) => {
        const found = state.copies.has(part) ? null : (cache?.read(part) ?? null);
        if (found instanceof Promise) return [found.then((cells) => learn(part, cells))];
        learn(part, found);
        return [];
      });
      await Promise.all([started, ...work]);
    },

    readYears: async (years, least) => (years.length > 0 ? store.reading(store, years, today(), least) : years),
    readMarks: async () => void (await store.readMarks()),

    stored: (part) => state.copies.get(part)?.cells ?? {},
    hasOtherDevices: () => state.hasOtherDevices,
    assume: (year) => dispatch({ kind: "assumed", part: year }),
    unsent: async () => outbox?.list(uid) ?? [],

    close() {
      isClosed = true;
      loop.stop();
      peers?.close();
    },
  };
}
