import { coalesce } from "../changes/cells.ts";
import { type Cells, type Change, changesOf, type MadeChange, stateIn, type TableId } from "../changes/changes.ts";
import { hasCode } from "../errors.ts";
import type { NamedTable } from "../firestore/paths.ts";
import type { PendingChange, PersonDocument, PersonStore } from "../ports.ts";
import { readYearDocuments } from "../store/years.ts";
import { createContact } from "./contact.ts";
import { createPendingChanges } from "./pending.ts";
import type { Notice, PeerMessage, ReplicaDeps } from "./ports.ts";
import { createSnapshots } from "./snapshots.ts";
import { asStorageError, createSync, type Sync, type SyncRequest, type SyncResult } from "./sync.ts";
import { createSyncLoop } from "./syncLoop.ts";
import { createViews, type Views } from "./views.ts";

/**
 * Stands between a person and a network, on one device: knows what the server said and what waits, shows both as one, and
 * decides when to send. The page, the terminal in cloud mode, the scale simulation and the property tests use it.
 *
 * What happens to a tick, by its stages (`pending.ts`):
 * 1. `new`: `change` puts it on the list of changes. In the same task the view shows it, the journal holds it, the other
 *    tabs hear of it, and its write to the outbox begins (`storing`).
 * 2. `stored`: the outbox holds it, and `change` resolves. From now on the tick survives a crash.
 * 3. When the burst of changes is over (`syncLoop.ts`), an exchange (`sync.ts`) locks and lists the outbox and commits the
 *    changed cells to the server, bound to the version of the document that was read.
 * 4. The server has acknowledged it: it leaves the list, and the document that was written is the new snapshot. The outbox
 *    is to forget the entry.
 *
 * A failure never takes a change off the list. One that the outbox failed to store is `unsaved`: it is sent from memory,
 * and the write is tried again. One that did not reach the server stays `stored` and goes with a later exchange. One that
 * the server will never take is `refused`: kept, shown and told.
 *
 * `pending.ts` keeps the changes, `snapshots.ts` what the server said, `contact.ts` how server and storage answered last;
 * `views.ts` shows all three. `ports.ts` has what the environment provides; `freshness.ts` decides when a page asks the
 * server again.
 */
export interface Replica
  extends Pick<Views, "year" | "marks" | "settings" | "status" | "subscribe">,
    Pick<Sync, "sendOnExit"> {
  /**
   * Makes the changes: shown to the subscribers before it returns, **durable when it resolves** (to the changes with the
   * state of each cell before; `record` gets them before it returns). When the durable write fails, it rejects, but the
   * changes stay: they are sent from memory, and the write is tried again.
   */
  change(changes: readonly Change[], record?: (made: readonly MadeChange[]) => void): Promise<readonly MadeChange[]>;
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
  /** Asks the server for all marks or settings now. Rejects as the store does. */
  fetchNamed(table: NamedTable): Promise<void>;
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
  let isClosed = false;
  const contact = createContact();
  contact.isJournalHolding = journal?.write([]) ?? false;
  const pending = createPendingChanges();
  const snapshots = createSnapshots((document) => isClosed || cache?.keep(document));
  const views = createViews({ contact, pending, snapshots });
  const show = () => isClosed || views.show();

  /** Puts the changes on the list, shows them, and notes them in the journal. */
  const add = (changes: readonly PendingChange[]): void => {
    const added = pending.add(changes, possibleAttempt);
    if (!isClosed) contact.isJournalHolding = journal?.write(added) ?? false;
    show();
  };

  /**
   * The version ("" for no document) on which `sendOnExit` would base a commit of the change, recorded now because a page
   * that ends can record nothing. Undefined where it would send nothing.
   */
  const possibleAttempt = (change: Change): string | undefined => {
    const snapshot = snapshots.of(change.table);
    if (snapshot?.from !== "server" || stateIn(snapshot.cells, change) === change.state) return undefined;
    return snapshot.document.version ?? "";
  };

  /** Writes to the outbox what it does not hold. Rejects with `storage`. */
  const store = async (): Promise<void> => {
    const changes = pending.beginStoring();
    if (changes.length === 0) return;
    show();
    try {
      const entries = pending.stored(changes, await outbox.put(uid, changes));
      contact.isOutboxFailing = false;
      journal?.erase(changes);
      if (!isClosed) peers?.broadcast({ kind: "stored", entries });
    } catch (error) {
      pending.failedToStore(changes);
      contact.isOutboxFailing = true;
      throw asStorageError(error);
    } finally {
      show();
      loop.soon();
    }
  };
  /** The status tells of a failure, and the changes are sent from memory. */
  const tryToStore = () => store().catch(() => {});

  const documents = withSnapshots(deps.store);
  const onNotice = (notice: Notice) => isClosed || deps.onNotice?.(notice);
  const sync = createSync({ ...deps, store: documents, pending, snapshots, contact, show, onNotice });
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
    const learn = async <D extends PersonDocument>(work: Promise<D>, isWritten = false): Promise<D> => {
      const asked = snapshots.known();
      const document = await work;
      // A new person has no open document yet; it will be of the running year.
      const isFirst = document.table === null && document.version === null;
      const isNews = snapshots.take(isFirst ? { ...document, table: today().year } : document, asked);
      // A change made here whose answer was lost looks like another device's. The page only reads more often then.
      if (!isWritten && isNews) contact.hasOtherDevices = true;
      show();
      return document;
    };
    return {
      ...store,
      readOpen: () => learn(store.readOpen()),
      readClosed: (year) => learn(store.readClosed(year)),
      readNamed: (table) => learn(store.readNamed(table)),
      save: (document, changes) => learn(store.save(document, changes), true),
      close: (...args) => learn(store.close(...args), true),
    };
  }

  const hear = (message: PeerMessage): void => {
    if (message.kind === "changing") {
      const { dropped, again } = pending.giveWay(message.changes);
      journal?.erase(dropped);
      if (again.length > 0) {
        add(again);
        void tryToStore();
      }
    } else if (message.kind === "stored") {
      pending.know(message.entries);
      loop.soon();
    } else {
      // The server has another tab's changes, the outbox has them no longer, and the server can be reached.
      snapshots.take(message.document);
      contact.hasSaved = true;
      if (contact.server === "unreachable" || contact.server === "failing") {
        Object.assign(contact, { server: "reached", serverFault: null });
      }
      void sync.list();
    }
    show();
  };
  peers?.onMessage((message) => isClosed || hear(message));
  const recover = (changes: readonly PendingChange[]): Promise<void> => {
    // A change made here meanwhile is newer.
    add(changes.filter(({ change }) => !pending.isUnstored(change)));
    return tryToStore();
  };
  const leftovers = journal?.leftovers() ?? [];
  const recovered = leftovers instanceof Promise ? leftovers.then(recover) : recover(leftovers);
  const started = Promise.all([recovered, sync.list()]);

  return {
    year: views.year,
    marks: views.marks,
    settings: views.settings,
    status: views.status,
    subscribe: views.subscribe,
    sync: loop.sync,
    sendOnExit: sync.sendOnExit,

    async change(changes, record) {
      const shown = new Map(changes.map(({ table }) => [table, views.table(table).cells]));
      const made = coalesce(changes.map((change) => ({ change, was: stateIn(shown.get(change.table) ?? {}, change) })));
      add(changes.map((change) => ({ change })));
      record?.(made);
      if (!isClosed) peers?.broadcast({ kind: "changing", changes });
      await store();
      return made;
    },

    async load(wanted) {
      const learn = (table: TableId, cells: Cells | null) => {
        if (cells !== null) snapshots.suppose(table, "cache", cells);
        show();
      };
      const work = wanted.map((table) => {
        const found = snapshots.of(table) ? null : (cache?.read(table) ?? null);
        return found instanceof Promise ? found.then((cells) => learn(table, cells)) : learn(table, found);
      });
      await Promise.all([started, ...work]);
    },

    async fetchYears(wanted) {
      if (wanted.length === 0) return wanted;
      const asked = snapshots.known();
      const first = Math.min(...wanted);
      const { years, documents: found } = await readYearDocuments(documents, wanted, today()).catch((error) => {
        if (hasCode(error, "refused")) sync.deny(first, error.message);
        throw error;
      });
      for (const document of found) if (snapshots.take(document, asked)) contact.hasOtherDevices = true;
      sync.assume(first);
      return years;
    },
    fetchNamed: async (table) => void (await documents.readNamed(table)),

    hasOtherDevices: () => contact.hasOtherDevices,
    assume: sync.assume,
    pending: () => changesOf(pending.all()),

    close() {
      isClosed = true;
      loop.stop();
      peers?.close();
    },
  };
}
