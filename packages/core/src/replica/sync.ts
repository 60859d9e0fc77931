import { own } from "../basics.ts";
import { batchesOf, changesOf, type MadeChange, stateIn, type TableId } from "../changes/changes.ts";
import { type DailyleetError, hasCode, isDailyleetError, storageError } from "../errors.ts";
import { openPath } from "../firestore/paths.ts";
import type { PersonDocument } from "../ports.ts";
import { saveBatch } from "../store/saveChanges.ts";
import { readYearDocument } from "../store/years.ts";
import type { Contact } from "./contact.ts";
import type { PendingChanges, Sending } from "./pending.ts";
import type { Notice, ReplicaDeps } from "./ports.ts";
import type { Snapshots } from "./snapshots.ts";

/** Exchanges with the server: sends the pending changes, and reads the requested tables. */
export interface Sync {
  /** Lists the outbox. Never rejects. */
  list(): Promise<void>;
  /** Records that the server lets the table be read. A table without a snapshot is assumed to be empty. */
  assume(table: TableId): void;
  /** Records that the server refuses to show the table. */
  deny(table: TableId, reason: string): void;
  /** Sends the pending changes, then reads. Rejects only for bugs. Only one exchange may run at a time. */
  exchange(request: SyncRequest): Promise<SyncResult & { readonly wantsRetry: boolean }>;
  /**
   * Starts sending in the current task, because the page may end with it. Makes one commit to each document that need
   * not be read first. The changes stay in the outbox until an exchange finds them on the server.
   */
  sendOnExit(): void;
}

export interface SyncRequest {
  /** The tables to read after sending. */
  readonly tables: readonly TableId[];
  /** Also sends the refused changes, in case the cause of the refusal is gone. */
  readonly isRetry: boolean;
}

export interface SyncResult {
  /** The changes that the server acknowledged. */
  readonly saved: readonly MadeChange[];
  /** Why some changes were not sent; null if all were sent, or none were pending. */
  readonly error: DailyleetError | null;
}

interface SyncDeps extends ReplicaDeps {
  readonly pending: PendingChanges;
  readonly snapshots: Snapshots;
  readonly contact: Contact;
  /** Notifies subscribers of differences in these three. */
  readonly show: () => void;
  readonly onNotice: (notice: Notice) => void;
}

/**
 * Failures that concern one table only. `usage` means a year that has not begun: its changes wait until it begins. They
 * come from somebody who crossed the date line, or whose clock was ahead.
 */
const ONE_TABLE_ONLY = ["refused", "usage"] as const;

const SERVER_AFTER = { "signin-needed": "signin-needed", conflict: "holding", "site-fault": "failing" } as const;

/** If the server refuses this many single rows and accepts none, the rest waits for the next exchange. */
const MOST_REFUSED = 12;

export function createSync(deps: SyncDeps): Sync {
  const { outbox, store, journal, peers, today, pending, snapshots, contact, show, onNotice } = deps;
  const { lock = (work) => work() } = deps;
  const { uid } = store;

  /** The first failure of the outbox in this exchange. Sending goes on: changes are safe once the server has them. */
  let outboxFailure: DailyleetError | null = null;
  const tryOutbox = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      outboxFailure ??= asStorageError(error);
      contact.isOutboxFailing = true;
    }
    show();
  };

  const forget = async () => {
    const sequences = pending.toForget();
    if (sequences.length === 0) return;
    await tryOutbox(async () => {
      await outbox.acknowledge(uid, sequences);
      pending.forgotten(sequences);
    });
  };

  const learnListing = () => {
    const before = pending.sequences();
    return tryOutbox(async () => {
      pending.listed(await outbox.list(uid), before);
      contact.isOutboxFailing = false;
    });
  };

  /** The last listing that has begun. */
  let listing = Promise.resolve();
  // One at a time: of two at once, the later would not know the earlier one's entries, and not drop those that are gone.
  const list = async () => {
    listing = listing.then(learnListing);
    await listing;
    await forget();
  };

  /**
   * Adds acknowledged changes to `saved`. Returns the error that ended the sending, else the first error. If changes
   * are pending, lists the outbox within the lock: another sender may just have emptied it.
   */
  const send = async (isRetry: boolean, saved: MadeChange[]): Promise<DailyleetError | null> => {
    const isIdle = () => pending.toSend(isRetry).length === 0;
    if (isIdle()) await list();
    if (isIdle()) return null;
    try {
      return await lock(async () => {
        await list();
        return sendAll(isRetry, saved);
      });
    } catch (error) {
      if (!isDailyleetError(error)) throw error;
      // A lock file fails for the same causes as the outbox: report the failure as the outbox's.
      if (!hasCode(error, "storage")) return error;
      outboxFailure ??= error;
      return null;
    }
  };

  const sendAll = async (isRetry: boolean, saved: MadeChange[]): Promise<DailyleetError | null> => {
    let first: DailyleetError | null = null;
    // Group a table's refused changes apart from its others.
    const groups = Map.groupBy(
      pending.toSend(isRetry),
      ({ change, record }) => `${record.refused !== null} ${change.table}`,
    );
    for (const group of groups.values()) {
      const error = await sendTable(group, saved);
      if (error && !hasCode(error, ...ONE_TABLE_ONLY)) return error;
      first ??= error;
    }
    return first;
  };

  /** Sends one table's changes. After the refusal of a batch, sends its rows one by one to find the refused ones. */
  const sendTable = async (changes: readonly Sending[], saved: MadeChange[]): Promise<DailyleetError | null> => {
    const { table } = (changes[0] as Sending).change;
    let known = deps.readsFirst ? null : snapshots.writable(table, openPath(uid));
    let error: DailyleetError | null = null;
    let refusedRows = 0;
    let isAccepted = false;
    const sendRows = async (rows: readonly Sending[][]): Promise<void> => {
      if (!isAccepted && refusedRows >= MOST_REFUSED) return;
      try {
        const result = await save(rows.flat(), known);
        [known, isAccepted] = [result.document, true];
        saved.push(...result.saved);
      } catch (failure) {
        if (!hasCode(failure, "refused")) throw failure;
        if (rows.length > 1) for (const row of rows) await sendRows([row]);
        else {
          error ??= failure;
          refusedRows++;
          await refuse(rows.flat(), failure.message);
        }
      }
    };
    try {
      for (const rows of batchesOf(changes)) await sendRows(rows);
      return error;
    } catch (failure) {
      if (isDailyleetError(failure)) return failure;
      throw failure;
    }
  };

  /** Makes one commit. Rejects as the store does. */
  const save = async (batch: readonly Sending[], known: PersonDocument | null) => {
    const result = await saveBatch(store, batch, today(), {
      known,
      async onAttempt(version) {
        const cells = changesOf(batch);
        await tryOutbox(() => outbox.recordAttempt(uid, cells, version));
        pending.attempted(cells, version);
      },
    });
    contact.hasSaved = true;
    const ended = pending.acknowledged(batch);
    journal?.erase(ended);
    show();
    await forget();
    peers?.broadcast({ kind: "acknowledged", document: result.document });
    return result;
  };

  const refuse = async (batch: readonly Sending[], reason: string) => {
    const sequences = pending.refused(batch, reason);
    await tryOutbox(() => outbox.refuse(uid, sequences, reason));
  };

  const assume = (table: TableId) => {
    contact.unreadable.delete(table);
    snapshots.suppose(table, "assumption", {});
    show();
  };

  const deny = (table: TableId, reason: string) => {
    contact.unreadable.set(table, reason);
    show();
  };

  /**
   * Reads a table, which `store` keeps as its snapshot. Returns null if the server answered, even with a refusal; else
   * the error.
   */
  const read = async (table: TableId): Promise<DailyleetError | null> => {
    try {
      const document =
        typeof table === "string" ? await store.readNamed(table) : await readYearDocument(store, table, today());
      if (document?.version == null) onNotice({ kind: "missing", table });
      assume(table);
      return null;
    } catch (error) {
      if (!isDailyleetError(error)) throw error;
      onNotice({ kind: "failed", during: "reading", error });
      if (!hasCode(error, "refused")) return error;
      deny(table, error.message);
      return null;
    }
  };

  const contacted = (server: Contact["server"], serverFault: string | null = null) => {
    Object.assign(contact, { server, serverFault });
    show();
  };
  /** Retrying helps only if nobody has to sign in first. */
  const contactFailed = (error: DailyleetError) => {
    const server = own(SERVER_AFTER, error.code) ?? "unreachable";
    contacted(server, server === "failing" ? error.message : null);
    return { wantsRetry: server !== "signin-needed" };
  };

  return {
    list,
    assume,
    deny,

    async exchange({ tables, isRetry }) {
      outboxFailure = null;
      const saved: MadeChange[] = [];
      const error = await send(isRetry, saved);
      const result = { saved, error: error ?? outboxFailure };
      if (error) onNotice({ kind: "failed", during: "saving", error });
      if (error && !hasCode(error, ...ONE_TABLE_ONLY)) return { ...result, ...contactFailed(error) };
      const server = hasCode(error, "usage") ? "holding" : "reached";
      if (saved.length > 0 || error) contacted(server);
      const known = new Set(saved.map(({ change }) => change.table));
      // Read all tables in one round trip.
      const failures = await Promise.all(tables.filter((one) => !known.has(one)).map(read));
      const failure = failures.find((one) => one !== null);
      if (failure) return { ...result, ...contactFailed(failure) };
      if (failures.length > 0) contacted(server);
      const isCutShort = hasCode(error, "refused") && pending.toSend(false).length > 0;
      return { ...result, wantsRetry: isCutShort };
    },

    sendOnExit() {
      const open = pending.all().filter(({ refused }) => refused === null);
      for (const [table, changes] of Map.groupBy(open, ({ change }) => change.table)) {
        const known = snapshots.writable(table, openPath(uid));
        // Send only changes whose attempt on this version is already recorded.
        const ready = changes.filter(
          ({ change, attempt }) =>
            known && attempt === (known.version ?? "") && stateIn(known.cells, change) !== change.state,
        );
        const [batch] = batchesOf(ready);
        // Ignore the answer: an exchange under way may be about to write an older state of the same cell.
        if (known && batch) store.save(known, changesOf(batch.flat())).catch(() => {});
      }
    },
  };
}

export function asStorageError(error: unknown): DailyleetError {
  if (isDailyleetError(error)) return error;
  return storageError("The storage of this device failed; it is tried again.", error);
}
