import type { CivilDate } from "../calendar/calendar.ts";
import { type Change, cellKey, type Part, partOf, type SavedChange } from "../changes/changes.ts";
import { refusedChanges, sendable } from "../changes/pending.ts";
import { saveChanges } from "../changes/saveChanges.ts";
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

async function flushPart(
  { store, outbox }: FlushPorts,
  uid: string,
  today: CivilDate,
  changes: readonly PendingChange[],
  options: FlushOptions,
): Promise<FlushResult> {
  const waiting = new Map(changes.map((change) => [cellKey(change), change]));
  const entriesOf = (cells: readonly Change[]) => cells.flatMap((cell) => waiting.get(cellKey(cell)) ?? []);
  const saved: SavedChange[] = [];
  try {
    await saveChanges(store, changes, today, {
      known: (changes[0] && options.known?.(partOf(changes[0]))) ?? null,
      async onSaved(cells, document) {
        const stored = entriesOf(cells);
        await outbox.acknowledge(uid, stored);
        for (const change of stored) waiting.delete(cellKey(change));
        saved.push(...cells);
        options.onSaved?.(document);
      },
      onUnanswered: (cells, version) => outbox.markUnanswered(uid, entriesOf(cells), version),
    });
    return { saved, error: null };
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    if (hasCode(error, "refused")) await outbox.refuse(uid, [...waiting.values()], error.message);
    return { saved, error };
  }
}
