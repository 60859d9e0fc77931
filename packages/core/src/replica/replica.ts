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
 * An offline-first copy of one person's data on one device. It holds the server's last known documents and the pending
 * changes, shows the changes over the documents, and decides when to send. The page, the terminal in cloud mode, the
 * scale simulation and the property tests use it.
 *
 * The life of a tick, by its stages (`pending.ts`):
 * 1. `new`: `change` puts the tick on the list of pending changes. In the same task the view shows it, the journal
 *    records it, the other tabs receive it, and its write to the outbox begins (`storing`).
 * 2. `stored`: the outbox holds the tick, and `change` resolves. From now on the tick survives a crash.
 * 3. After the burst of changes (`syncLoop.ts`), an exchange (`sync.ts`) locks and lists the outbox and commits the
 *    changed cells to the server. The commit's precondition is the version of the document that was read.
 * 4. The server acknowledges the tick: it leaves the list, and the written document becomes the snapshot. The outbox is
 *    told to forget the entry.
 *
 * A failure never takes a change off the list. If the outbox fails to store a change, the change is `unsaved`: it is
 * sent from memory, and the write is retried. A change that did not reach the server stays `stored` until a later
 * exchange. If the server refuses a change for good, the change is `refused`: the replica keeps it, shows it and
 * reports it.
 *
 * `pending.ts` keeps the changes, `snapshots.ts` the server's documents, `contact.ts` the last outcomes of server and
 * storage; `views.ts` combines all three. `ports.ts` declares what the environment provides; `freshness.ts` decides
 * when a page asks the server again.
 */
export interface Replica
  extends Pick<Views, "year" | "marks" | "settings" | "status" | "subscribe">,
    Pick<Sync, "sendOnExit"> {
  /**
   * Makes the changes. Subscribers see them before `change` returns; **they are durable when it resolves**. Resolves to
   * the changes, each with its cell's previous state; `record` receives the same before `change` returns. Rejects when
   * the durable write fails, but the changes stay: they are sent from memory, and the write is retried.
   */
  change(changes: readonly Change[], record?: (made: readonly MadeChange[]) => void): Promise<readonly MadeChange[]>;
  /**
   * Sends the pending changes at once, then reads `tables`. The result and the status report a failure. With `timing`
   * the replica retries by itself, with back-off, if nobody has to act first.
   */
  sync(request?: Partial<SyncRequest>): Promise<SyncResult>;
  /**
   * Shows the cached tables, except those that already have a snapshot. With a synchronous cache they show before
   * `load` returns. Resolves when the cache is read and the outbox is listed.
   */
  load(tables: readonly TableId[]): Promise<void>;
  /**
   * Reads these years from the server now. Several closed years are read by one list, so that empty years cost no read.
   * Resolves to the years that were read. Rejects as the store does.
   */
  fetchYears(years: readonly number[]): Promise<readonly number[]>;
  /** Reads all marks or settings from the server now. Rejects as the store does. */
  fetchNamed(table: NamedTable): Promise<void>;
  /** Whether a read found a change that this device did not make. */
  hasOtherDevices(): boolean;
  /** Assumes that the year is empty, unless it already has a snapshot. */
  assume(year: number): void;
  /** The changes that the server has not acknowledged. Includes the outbox's changes once `load` has resolved. */
  pending(): readonly Change[];
  /** For a sign-out: the replica no longer shows, caches or sends anything. Pending changes stay in the outbox. */
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

  /** Adds the changes to the list, records them in the journal, and shows them. */
  const add = (changes: readonly PendingChange[]): void => {
    const added = pending.add(changes, possibleAttempt);
    if (!isClosed) contact.isJournalHolding = journal?.write(added) ?? false;
    show();
  };

  /**
   * The version ("" for no document) on which `sendOnExit` would base a commit of the change. It is recorded now
   * because a page that ends can record nothing. Undefined if `sendOnExit` would not send the change.
   */
  const possibleAttempt = (change: Change): string | undefined => {
    const snapshot = snapshots.of(change.table);
    if (snapshot?.from !== "server" || stateIn(snapshot.cells, change) === change.state) return undefined;
    return snapshot.document.version ?? "";
  };

  /** Writes to the outbox all changes that it lacks. Rejects with `storage`. */
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
  /** Ignores a failure: the status reports it, and the changes are sent from memory. */
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

  /** Wraps the store: each document that it reads or writes becomes a snapshot. */
  function withSnapshots(store: PersonStore): PersonStore {
    const learn = async <D extends PersonDocument>(work: Promise<D>, isWritten = false): Promise<D> => {
      const asked = snapshots.known();
      const document = await work;
      // A new person has no open document yet; its first write will create one of the current year.
      const isFirst = document.table === null && document.version === null;
      const isNews = snapshots.take(isFirst ? { ...document, table: today().year } : document, asked);
      // If the answer to a commit was lost, its change looks like another device's. The only cost: more frequent reads.
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
      pending.learnEntries(message.entries);
      loop.soon();
    } else {
      // Another tab's exchange succeeded: the server is reachable, and the outbox no longer holds the sent changes.
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
    // Skip cells with a change made here since the start: that change is newer.
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
