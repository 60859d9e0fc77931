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

/** Exchanges with the server: sends what the outbox holds, and reads what was asked for. */
export interface Sync {
  /** Lists the outbox. Never rejects. */
  list(): Promise<void>;
  /** The table may be read. Where nothing is known of it, the replica assumes that it is empty. */
  assume(table: TableId): void;
  /** The server refuses to show the table. */
  deny(table: TableId, reason: string): void;
  /** Sends what waits, then reads. Rejects for faults of the program alone. Only one may run at a time. */
  exchange(request: SyncRequest): Promise<SyncResult & { readonly wantsRetry: boolean }>;
  /**
   * Begins to send in this very task, for a page that may end with it: one commit to each document that need not be read
   * first. The changes stay in the outbox until an exchange finds them stored.
   */
  sendOnExit(): void;
}

export interface SyncRequest {
  /** To be read after the sending. */
  readonly tables: readonly TableId[];
  /** Also sends what was refused, in case the cause has been removed. */
  readonly isRetry: boolean;
}

export interface SyncResult {
  /** What the server acknowledged, with the states before. */
  readonly saved: readonly MadeChange[];
  /** Why not all was sent; null also where nothing waited. */
  readonly error: DailyleetError | null;
}

interface SyncDeps extends ReplicaDeps {
  readonly pending: PendingChanges;
  readonly snapshots: Snapshots;
  readonly contact: Contact;
  /** Shows what differs in these three now. */
  readonly show: () => void;
  readonly onNotice: (notice: Notice) => void;
}

/**
 * Failures that concern one table and say nothing about the others. `usage` is a year that has not begun: its changes
 * (of somebody who travelled back over the date line, or whose clock was ahead) wait until it does.
 */
const ONE_TABLE_ONLY = ["refused", "usage"] as const;

const SERVER_AFTER = { "signin-needed": "signin-needed", conflict: "holding", "site-fault": "failing" } as const;

/** After so many rows refused one by one, and none accepted, the rest waits for the next exchange. */
const MOST_REFUSED = 12;

export function createSync(deps: SyncDeps): Sync {
  const { outbox, store, journal, peers, today, pending, snapshots, contact, show, onNotice } = deps;
  const { lock = (work) => work() } = deps;
  const { uid } = store;

  /** The first failure of the outbox in this exchange. Sending goes on: the server keeps changes better. */
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

  const list = async () => {
    const before = pending.sequences();
    await tryOutbox(async () => {
      pending.listed(await outbox.list(uid), before);
      contact.isOutboxFailing = false;
    });
    await forget();
  };

  /**
   * Adds to `saved` what the server acknowledges; returns the error that ended the sending, else the first. Lists the
   * outbox once, and within the lock where something waits: another sender may just have emptied it.
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
      // A lock that is a file fails as the outbox does; sending would go on without it.
      if (!hasCode(error, "storage")) return error;
      outboxFailure ??= error;
      return null;
    }
  };

  const sendAll = async (isRetry: boolean, saved: MadeChange[]): Promise<DailyleetError | null> => {
    let first: DailyleetError | null = null;
    // The refused changes of a table apart from its others.
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

  /** Sends changes of one table. A batch that is refused is sent again row by row, to find the rows that are refused. */
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

  /** One commit. Rejects as the store. */
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

  /** Returns why the server could not be asked; null where it answered. */
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
  /** Trying again by itself helps only where nobody has to do anything first. */
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
      // In one round trip.
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
        // Their attempt on this version is recorded already.
        const ready = changes.filter(
          ({ change, attempt }) =>
            known && attempt === (known.version ?? "") && stateIn(known.cells, change) !== change.state,
        );
        const [batch] = batchesOf(ready);
        // Acknowledge nothing: an exchange under way may be about to write an older state of the same cell.
        if (known && batch) store.save(known, changesOf(batch.flat())).catch(() => {});
      }
    },
  };
}

export function asStorageError(error: unknown): DailyleetError {
  if (isDailyleetError(error)) return error;
  return storageError("The storage of this device failed; it is tried again.", error);
}
