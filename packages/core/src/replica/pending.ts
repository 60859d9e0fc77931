import { cellKey, cellKeys, coalesce } from "../changes/cells.ts";
import { type Cell, type Change, changesOf } from "../changes/changes.ts";
import { laterVersion } from "../firestore/version.ts";
import type { OutboxEntry, PendingChange } from "../ports.ts";

/** The record of a cell's last change, on its way to the server. */
export interface Pending extends PendingChange {
  /** Grows with each record of this replica. */
  readonly number: number;
  attempt: string | undefined;
  stage: Stage;
  /** Why the server will not take the change: one sentence. The change is kept, shown and told. Null while the server may. */
  refused: string | null;
  /** The server took the change while the outbox was storing it: the outbox is to forget it again. */
  isTaken: boolean;
}

type Stage =
  /** Shown and in the journal; its write to the outbox has not begun. */
  | "new"
  /** Its write to the outbox is under way. */
  | "storing"
  /** The outbox failed to store it: it is sent from memory, and the write is tried again. */
  | "unsaved"
  /** Durable: the outbox holds it. */
  | "stored";

/** A change as an exchange sends it. When the answer comes, the cell may have another record. */
export interface Sending extends PendingChange {
  readonly record: Pending;
  /** The outbox's entry of the cell, which ends with this change; of an earlier change where this one is `unsaved`. */
  readonly sequence: number | null;
}

export type PendingChanges = ReturnType<typeof createPendingChanges>;

/**
 * The changes that the server has not acknowledged. A cell has one record: a newer change takes the place of an older one at
 * once. The write, the request and the entry of the older change then belong to a record that is no longer the cell's.
 */
export function createPendingChanges() {
  const records = new Map<string, Pending>();
  /** The sequence of the outbox's newest known entry of each cell. The entry may be of an earlier change. */
  const entries = new Map<string, number>();
  /** The sequences of entries to forget: the server has their change, or a later one of the cell. */
  const over = new Set<number>();
  const writes = new Set<readonly Pending[]>();
  let lastNumber = 0;

  const all = () => [...records.values()];
  const beingStored = () => [...writes].flat();
  const isCurrent = (record: Pending) => records.get(cellKey(record.change)) === record;

  const put = (change: Change, attempt: string | undefined, stage: Stage, refused: string | null = null): Pending => {
    const key = cellKey(change);
    const record = { change, number: ++lastNumber, attempt, stage, refused, isTaken: false };
    // The map lists the last change last.
    records.delete(key);
    records.set(key, record);
    return record;
  };

  /** The outbox holds these entries. A change that it does not hold yet is newer than any of them. */
  const know = (known: readonly OutboxEntry[]): void => {
    // The answer to the write of a taken change may come after a listing that has its entry.
    const taken = cellKeys(changesOf(beingStored().filter(({ isTaken }) => isTaken)));
    for (const { change, sequence, attempt, refused = null } of known) {
      const key = cellKey(change);
      const newest = entries.get(key) ?? Number.NEGATIVE_INFINITY;
      if (over.has(sequence) || sequence < newest || taken.has(key)) continue;
      entries.set(key, sequence);
      const record = records.get(key);
      if (record) record.attempt = laterVersion(record.attempt, attempt);
      // The outbox may have failed to note a refusal.
      if (record?.stage === "stored" && sequence === newest) record.refused ??= refused;
      else if (!record || record.stage === "stored")
        put(change, laterVersion(record?.attempt, attempt), "stored", refused);
    }
  };

  return {
    all,
    know,

    /** The person made these; `attemptOf` gives the attempt of those that have none yet. Returns their records. */
    add(changes: readonly PendingChange[], attemptOf: (change: Change) => string | undefined): Pending[] {
      return coalesce(changes).map(({ change, attempt = attemptOf(change) }) =>
        put(change, laterVersion(records.get(cellKey(change))?.attempt, attempt), "new"),
      );
    },

    /** Whether the cell has a change that the outbox does not hold: one made here since the start. */
    isUnstored: (cell: Cell) => (records.get(cellKey(cell))?.stage ?? "stored") !== "stored",

    /**
     * Another tab is making these newer changes. Returns the records that give way, and the changes to write `again`: a write
     * of their cell is under way here, and may end after the other tab's.
     */
    giveWay(changes: readonly Change[]): { readonly dropped: Pending[]; readonly again: PendingChange[] } {
      const dropped = changes.flatMap((change) => records.get(cellKey(change)) ?? []).filter(isWaitingForWrite);
      for (const { change } of dropped) records.delete(cellKey(change));
      const cells = cellKeys(changesOf(beingStored()));
      const again = changes.filter((change) => cells.has(cellKey(change))).map((change) => ({ change }));
      return { dropped, again };
    },

    /** Begins a write to the outbox, of all that waits for one. */
    beginStoring(): readonly Pending[] {
      const list = all().filter(isWaitingForWrite);
      for (const record of list) Object.assign(record, { stage: "storing", refused: null });
      if (list.length > 0) writes.add(list);
      return list;
    },

    /**
     * The outbox holds these as the entries `added`, in place of older entries of their cells. Returns the entries of changes
     * that were not replaced or acknowledged meanwhile.
     */
    stored(list: readonly Pending[], added: readonly OutboxEntry[]): OutboxEntry[] {
      writes.delete(list);
      const sequences = new Map(added.map(({ change, sequence }) => [cellKey(change), sequence]));
      // A cleared outbox gives sequences again.
      for (const sequence of sequences.values()) over.delete(sequence);
      return list.flatMap((record): OutboxEntry[] => {
        const { change, attempt } = record;
        const key = cellKey(change);
        const sequence = Number(sequences.get(key));
        record.stage = "stored";
        // Writes take effect in their order, but may be answered in another one.
        if (record.isTaken) over.add(sequence);
        else if (isCurrent(record) || sequence > (entries.get(key) ?? 0)) entries.set(key, sequence);
        return isCurrent(record) ? [{ change, sequence, attempt }] : [];
      });
    },

    /** The outbox failed to store these. */
    failedToStore(list: readonly Pending[]): void {
      writes.delete(list);
      for (const record of list) record.stage = "unsaved";
    },

    /** The sequences of the entries that are known. */
    sequences: () => new Set([...entries.values(), ...over]),

    /**
     * The outbox was listed. Entries that it has lost are over, with their changes, unless they became known after the listing
     * began: it may have missed these. `before` has the sequences known at its beginning.
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
      know(found);
    },

    /**
     * The changes to send: those of the outbox in its order, then those that it failed to store. A change that is being
     * stored is sent after that. Refused changes come last, and only with `isRetry`.
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

    /** A commit based on `version` is about to write these cells. Newer changes of the cells record the version as well. */
    attempted(cells: readonly Cell[], version: string): void {
      for (const cell of cells) {
        const record = records.get(cellKey(cell));
        if (record) record.attempt = laterVersion(record.attempt, version);
      }
    },

    /**
     * The server has these, and older changes of their cells are over with them. Returns the records that end and that the
     * outbox does not hold: the journal may.
     */
    acknowledged(sent: readonly Sending[]): Pending[] {
      const underWay = Map.groupBy(beingStored(), ({ change }) => cellKey(change));
      return sent.flatMap(({ record, sequence }) => {
        const key = cellKey(record.change);
        for (const other of underWay.get(key) ?? []) if (other.number <= record.number) other.isTaken = true;
        const newest = entries.get(key) ?? null;
        if (sequence !== null) over.add(sequence);
        // An entry that became known during the request is of an older change too.
        if (newest !== null && isCurrent(record)) over.add(newest);
        if (newest !== null && over.has(newest)) {
          entries.delete(key);
          // Another tab's change made this one give way, and a listing brought its older entry back.
          if (records.get(key)?.stage === "stored") records.delete(key);
        }
        if (!isCurrent(record)) return [];
        records.delete(key);
        return record.stage === "stored" ? [] : [record];
      });
    },

    /** The sequences of the entries that the outbox is to forget. */
    toForget: () => [...over],

    /** The outbox has forgotten these. */
    forgotten(sequences: readonly number[]): void {
      for (const sequence of sequences) over.delete(sequence);
    },

    /**
     * The server will not take these. Returns the sequences of their entries. A change that is being stored is sent and refused
     * again after that.
     */
    refused(sent: readonly Sending[], reason: string): number[] {
      const records = sent.map(({ record }) => record).filter(({ stage }) => stage !== "storing");
      for (const record of records) record.refused = reason;
      const stored = records.filter((record) => record.stage === "stored" && isCurrent(record));
      return stored.flatMap(({ change }) => entries.get(cellKey(change)) ?? []);
    },
  };
}

/** Whether the outbox lacks it, and no write of it is under way. */
function isWaitingForWrite({ stage }: Pending): boolean {
  return stage === "new" || stage === "unsaved";
}
