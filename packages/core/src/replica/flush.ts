import type { CivilDate } from "../calendar/calendar.ts";
import { cellKey, type Part, partOf, placeOf, type SavedChange } from "../changes/changes.ts";
import { refusedChanges, sendable } from "../changes/pending.ts";
import { batchesOf, saveChanges } from "../changes/saveChanges.ts";
import { DailyleetError, hasCode } from "../errors.ts";
import type { PendingChange, PersonDocument, PersonStore } from "../ports.ts";
import type { SendingOutbox } from "./heldOutbox.ts";

export interface FlushPorts {
  readonly store: PersonStore;
  readonly outbox: SendingOutbox;
}

export interface FlushResult {
  /** What the store took, with the states before. */
  readonly saved: readonly SavedChange[];
  /** The failure that ended the sending, else the first one; the changes left over are still in the outbox. */
  readonly error: DailyleetError | null;
}

export interface FlushOptions {
  /** A document as it was read last, which saves reading it first; null where it has to be read. */
  known?(part: Part): PersonDocument | null;
  /** Also tries what was refused, once and after the rest: what refused it may have been mended since. */
  readonly isRetry?: boolean;
  /** After each commit, with the document as it is then. */
  onSaved?(document: PersonDocument): void;
}

/**
 * Sends a person's outbox and acknowledges, commit by commit, what the store took. What is refused for good is
 * marked and kept; any other failure leaves the changes as they are for the next time. Never rejects for a
 * store's failure. Only one flush of a person may run at a time: the caller holds the lock.
 */
export async function flush(
  ports: FlushPorts,
  uid: string,
  today: CivilDate,
  options: FlushOptions = {},
): Promise<FlushResult> {
  const pending = await ports.outbox.list(uid);
  const saved: SavedChange[] = [];
  let error: DailyleetError | null = null;
  for (const ofPart of [...byPart(sendable(pending)), ...(options.isRetry ? byPart(refusedChanges(pending)) : [])]) {
    const result = await flushPart(ports, uid, today, ofPart, options);
    saved.push(...result.saved);
    error ??= result.error;
    if (result.error && !hasCode(result.error, ...ONE_PART_ONLY)) return { saved, error: result.error };
  }
  return { saved, error };
}

function byPart(changes: readonly PendingChange[]): Iterable<PendingChange[]> {
  return Map.groupBy(changes, partOf).values();
}

/**
 * Failures that say nothing about the other documents. `usage` is a year that has not begun: its changes
 * (of somebody who travelled back over the date line, or whose clock was ahead) wait until it does.
 */
const ONE_PART_ONLY = ["refused", "usage"] as const;

/** So many rows are refused one by one where nothing is taken; then it is not about them, and the rest is not tried. */
const MOST_REFUSED = 12;

/** Batch by batch. One that is refused is tried again a row at a time, so that a row which is not meant is not held back. */
async function flushPart(
  { store, outbox }: FlushPorts,
  uid: string,
  today: CivilDate,
  changes: readonly PendingChange[],
  options: FlushOptions,
): Promise<FlushResult> {
  const waiting = new Map(changes.map((change) => [cellKey(change), change]));
  const saved: SavedChange[] = [];
  let known = (changes[0] && options.known?.(partOf(changes[0]))) ?? null;
  let refusal: DailyleetError | null = null;
  let refusedRows = 0;

  const save = (batch: readonly PendingChange[]) =>
    saveChanges(store, batch, today, {
      known,
      async onSaved(cells, document) {
        const stored = cells.flatMap((cell) => waiting.get(cellKey(cell)) ?? []);
        await outbox.acknowledge(uid, stored);
        known = document;
        saved.push(...cells);
        options.onSaved?.(document);
      },
      onAttempt: (cells, version) => outbox.noteAttempt(uid, cells, version),
    });
  const send = async (rows: readonly PendingChange[][]): Promise<void> => {
    const isHopeless = saved.length === 0 && refusedRows >= MOST_REFUSED;
    const failure = isHopeless ? refusal : await refusalOf(save(rows.flat()));
    if (failure === null) return;
    refusal ??= failure;
    if (rows.length > 1 && !isHopeless) for (const row of rows) await send([row]);
    else {
      refusedRows += rows.length;
      await outbox.refuse(uid, rows.flat(), failure.message);
    }
  };

  try {
    for (const batch of batchesOf(changes)) await send(rowsOf(batch));
    return { saved, error: refusal };
  } catch (error) {
    if (error instanceof DailyleetError) return { saved, error };
    throw error;
  }
}

function rowsOf(changes: readonly PendingChange[]): PendingChange[][] {
  return [...Map.groupBy(changes, (change) => placeOf(change).row).values()];
}

/** Null where it is not refused; rejects where it fails otherwise. */
function refusalOf(work: Promise<unknown>): Promise<DailyleetError | null> {
  return work.then(
    () => null,
    (error) => {
      if (hasCode(error, "refused")) return error;
      throw error;
    },
  );
}
