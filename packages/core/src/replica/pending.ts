import { cellKey, cellKeys, coalesce } from "../changes/cells.ts";
import { type Cell, type Change, changesOf } from "../changes/changes.ts";
import { laterVersion } from "../firestore/version.ts";
import type { OutboxEntry, PendingChange } from "../ports.ts";

/** The record of a cell's last change until the server acknowledges it. */
export interface Pending extends PendingChange {
  /** Increases with each record of this replica. */
  readonly number: number;
  /** As in `PendingChange`; undefined before the first commit. */
  attempt: string | undefined;
  stage: Stage;
  /** Why the server refused the change for good, as one sentence; null if it did not. */
  refused: string | null;
  /**
   * The server acknowledged the change, or a later one of the cell, during its write: the outbox must forget its entry.
   */
  isTaken: boolean;
}

type Stage =
  /** The view shows it and the journal holds it; its write to the outbox has not begun. */
  | "new"
  /** Its write to the outbox is under way. */
  | "storing"
  /** The outbox failed to store it: it is sent from memory, and the write is retried. */
  | "unsaved"
  /** Durable: the outbox holds it. */
  | "stored";

/** A change that an exchange is sending. By the time of the answer, the cell may have a newer record. */
export interface Sending extends PendingChange {
  readonly record: Pending;
  /**
   * The cell's entry in the outbox, to be forgotten once the server acknowledges this change. If the change is
   * `unsaved`, the entry is of an earlier change, or null.
   */
  readonly sequence: number | null;
}

export type PendingChanges = ReturnType<typeof createPendingChanges>;

/**
 * The changes that the server has not acknowledged. A cell has one record: a newer change replaces the older record at
 * once. A write or request of the older change may still be under way; it refers to the replaced record.
 */
export function createPendingChanges() {
  const records = new Map<string, Pending>();
  /** Cell key → sequence of the cell's newest known entry in the outbox. The entry may be of an earlier change. */
  const entries = new Map<string, number>();
  /** Sequences of entries to forget: the server acknowledged their change, or a later one of the cell. */
  const over = new Set<number>();
  const writes = new Set<readonly Pending[]>();
  let lastNumber = 0;

  const all = () => [...records.values()];
  const beingStored = () => [...writes].flat();
  const isCurrent = (record: Pending) => records.get(cellKey(record.change)) === record;

  const put = (change: Change, attempt: string | undefined, stage: Stage, refused: string | null = null): Pending => {
    const key = cellKey(change);
    const record = { change, number: ++lastNumber, attempt, stage, refused, isTaken: false };
    // Delete first, so that the map lists the last change last.
    records.delete(key);
    records.set(key, record);
    return record;
  };

  /** Learns the outbox's entries. A change that the outbox does not hold yet is newer than any of them. */
  const learnEntries = (found: readonly OutboxEntry[]): void => {
    // A listing may contain the entry of an acknowledged change before the answer to its write arrives.
    const taken = cellKeys(changesOf(beingStored().filter(({ isTaken }) => isTaken)));
    for (const { change, sequence, attempt, refused = null } of found) {
      const key = cellKey(change);
      // The cell's newest entry known so far. A newer entry is another tab's, and replaces the record.
      const newest = entries.get(key) ?? Number.NEGATIVE_INFINITY;
      if (over.has(sequence) || sequence < newest || taken.has(key)) continue;
      entries.set(key, sequence);
      const record = records.get(key);
      if (record) record.attempt = laterVersion(record.attempt, attempt);
      // Keep the reason known here: the outbox may have failed to record it.
      if (record?.stage === "stored" && sequence === newest) record.refused ??= refused;
      else if (!record || record.stage === "stored")
        put(change, laterVersion(record?.attempt, attempt), "stored", refused);
    }
  };

  return {
    all,
    learnEntries,

    /** Adds the person's changes and returns their records. `attemptOf` gives the attempt of a change without one. */
    add(changes: readonly PendingChange[], attemptOf: (change: Change) => string | undefined): Pending[] {
      return coalesce(changes).map(({ change, attempt = attemptOf(change) }) =>
        put(change, laterVersion(records.get(cellKey(change))?.attempt, attempt), "new"),
      );
    },

    /** Whether the cell has a change that the outbox does not hold. Such a change was made here since the start. */
    isUnstored: (cell: Cell) => (records.get(cellKey(cell))?.stage ?? "stored") !== "stored",

    /**
     * Gives way to newer changes of another tab. Returns the records that were dropped, and the changes to write
     * `again`: a write of the same cell is under way here and may end after the other tab's write.
     */
    giveWay(changes: readonly Change[]): { readonly dropped: Pending[]; readonly again: PendingChange[] } {
      const dropped = changes.flatMap((change) => records.get(cellKey(change)) ?? []).filter(isWaitingForWrite);
      for (const { change } of dropped) records.delete(cellKey(change));
      const cells = cellKeys(changesOf(beingStored()));
      const again = changes.filter((change) => cells.has(cellKey(change))).map((change) => ({ change }));
      return { dropped, again };
    },

    /** Begins a write to the outbox, of all `new` and `unsaved` changes. */
    beginStoring(): readonly Pending[] {
      const list = all().filter(isWaitingForWrite);
      for (const record of list) Object.assign(record, { stage: "storing", refused: null });
      if (list.length > 0) writes.add(list);
      return list;
    },

    /**
     * Ends a write: the outbox holds the changes as the entries `added`, in place of older entries of the cells.
     * Returns the entries of changes that were not replaced or acknowledged meanwhile.
     */
    stored(list: readonly Pending[], added: readonly OutboxEntry[]): OutboxEntry[] {
      writes.delete(list);
      const sequences = new Map(added.map(({ change, sequence }) => [cellKey(change), sequence]));
      // If the outbox was cleared, it assigns the same sequences again.
      for (const sequence of sequences.values()) over.delete(sequence);
      return list.flatMap((record): OutboxEntry[] => {
        const { change, attempt } = record;
        const key = cellKey(change);
        const sequence = Number(sequences.get(key));
        record.stage = "stored";
        // Writes take effect in order, but their answers may arrive out of order.
        if (record.isTaken) over.add(sequence);
        else if (isCurrent(record) || sequence > (entries.get(key) ?? 0)) entries.set(key, sequence);
        return isCurrent(record) ? [{ change, sequence, attempt }] : [];
      });
    },

    failedToStore(list: readonly Pending[]): void {
      writes.delete(list);
      for (const record of list) record.stage = "unsaved";
    },

    /** The sequences of all known entries. */
    sequences: () => new Set([...entries.values(), ...over]),

    /**
     * Learns a listing of the outbox. If an entry is gone from the outbox, its change is dropped. `before` has the
     * sequences that were known when the listing began: the listing may lack later entries, so these stay.
     */
    listed(found: readonly OutboxEntry[], before: ReadonlySet<number>): void {
      const there = new Set(found.map(({ sequence }) => sequence));
      const isGone = (sequence: number) => before.has(sequence) && !there.has(sequence);
      for (const sequence of over) if (isGone(sequence)) over.delete(sequence);
      for (const [key, sequence] of entries) {
        if (!isGone(sequence)) continue;
        entries.delete(key);
        if (records.get(key)?.stage === "stored") records.delete(key);
      }
      learnEntries(found);
    },

    /**
     * The changes to send: the stored ones in the outbox's order, then the unsaved ones. Changes that are new or being
     * stored are left to a later exchange. Refused changes come last, and only with `isRetry`.
     */
    toSend(isRetry: boolean): Sending[] {
      const inStage = (stage: Stage) => {
        const held = all().filter((record) => record.stage === stage);
        return held.map((record): Sending => {
          const { change, attempt } = record;
          return { change, attempt, record, sequence: entries.get(cellKey(change)) ?? null };
        });
      };
      const stored = inStage("stored").sort((a, b) => Number(a.sequence) - Number(b.sequence));
      const list = [...stored, ...inStage("unsaved")];
      const isRefused = ({ record }: Sending) => record.refused !== null;
      return [...list.filter((one) => !isRefused(one)), ...(isRetry ? list.filter(isRefused) : [])];
    },

    /**
     * Records that a commit based on `version` is about to write these cells, in newer changes of the cells as well.
     */
    attempted(cells: readonly Cell[], version: string): void {
      for (const cell of cells) {
        const record = records.get(cellKey(cell));
        if (record) record.attempt = laterVersion(record.attempt, version);
      }
    },

    /**
     * Drops changes that the server acknowledged, and older changes of the same cells. Returns the dropped records that
     * the outbox does not hold: the journal may hold them.
     */
    acknowledged(sent: readonly Sending[]): Pending[] {
      const underWay = Map.groupBy(beingStored(), ({ change }) => cellKey(change));
      return sent.flatMap(({ record, sequence }) => {
        const key = cellKey(record.change);
        // If this change or an older one of the cell is still being stored, its entry must be forgotten after that.
        for (const other of underWay.get(key) ?? []) if (other.number <= record.number) other.isTaken = true;
        const newest = entries.get(key) ?? null;
        if (sequence !== null) over.add(sequence);
        // An entry that became known during the request is of an older change; forget it as well.
        if (newest !== null && isCurrent(record)) over.add(newest);
        if (newest !== null && over.has(newest)) {
          entries.delete(key);
          // During the request, `giveWay` may have dropped the record and a listing restored it from this entry.
          if (records.get(key)?.stage === "stored") records.delete(key);
        }
        if (!isCurrent(record)) return [];
        records.delete(key);
        return record.stage === "stored" ? [] : [record];
      });
    },

    /** The sequences of the entries that the outbox must forget. */
    toForget: () => [...over],

    forgotten(sequences: readonly number[]): void {
      for (const sequence of sequences) over.delete(sequence);
    },

    /**
     * Marks changes as refused for good. Returns the sequences of their entries. A change that is being stored stays
     * unmarked: it is sent and refused again after the write.
     */
    refused(sent: readonly Sending[], reason: string): number[] {
      const records = sent.map(({ record }) => record).filter(({ stage }) => stage !== "storing");
      for (const record of records) record.refused = reason;
      const stored = records.filter((record) => record.stage === "stored" && isCurrent(record));
      return stored.flatMap(({ change }) => entries.get(cellKey(change)) ?? []);
    },
  };
}

/** Whether the outbox lacks the change and no write of it is under way. */
function isWaitingForWrite({ stage }: Pending): boolean {
  return stage === "new" || stage === "unsaved";
}
