import type { CivilDate } from "../calendar/calendar.ts";
import { DailyleetError, hasCode } from "../errors.ts";
import type { PendingChange, TickStore, YearDocument } from "../ports.ts";
import { cellKey, refusedChanges, sendable } from "../ticks/pending.ts";
import type { TickChange } from "../ticks/ticks.ts";
import { type SavedChange, saveChanges } from "../ticks/years.ts";
import type { SendingOutbox } from "./heldOutbox.ts";

export interface FlushPorts {
  readonly store: TickStore;
  readonly outbox: SendingOutbox;
}

export interface FlushResult {
  /** What the store took, with the states before. */
  readonly saved: readonly SavedChange[];
  /** The failure that ended the sending, else the first one; the changes left over are still in the outbox. */
  readonly error: DailyleetError | null;
}

export interface FlushOptions {
  /** A year's document as it was read last, which saves reading it first; null where it has to be read. */
  known?(year: number): YearDocument | null;
  /** Also tries what was refused, once and after the rest: what refused it may have been mended since. */
  readonly isRetry?: boolean;
  /** After each commit, with the document as it is then. */
  onSaved?(document: YearDocument): void;
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
  for (const ofYear of [...byYear(sendable(pending)), ...(options.isRetry ? byYear(refusedChanges(pending)) : [])]) {
    const result = await flushYear(ports, uid, today, ofYear, options);
    saved.push(...result.saved);
    error ??= result.error;
    if (result.error && !hasCode(result.error, ...ONE_YEAR_ONLY)) return { saved, error: result.error };
  }
  return { saved, error };
}

function byYear(changes: readonly PendingChange[]): Iterable<PendingChange[]> {
  return Map.groupBy(changes, (change) => change.year).values();
}

/**
 * Failures that say nothing about the other years' documents. `usage` is a year that has not begun: its changes
 * (of somebody who travelled back over the date line, or whose clock was ahead) wait until it does.
 */
const ONE_YEAR_ONLY = ["refused", "usage"] as const;

async function flushYear(
  { store, outbox }: FlushPorts,
  uid: string,
  today: CivilDate,
  changes: readonly PendingChange[],
  options: FlushOptions,
): Promise<FlushResult> {
  const waiting = new Map(changes.map((change) => [cellKey(change), change]));
  const entriesOf = (cells: readonly TickChange[]) => cells.flatMap((cell) => waiting.get(cellKey(cell)) ?? []);
  const saved: SavedChange[] = [];
  try {
    await saveChanges(store, changes, today, {
      known: options.known?.(changes[0]?.year ?? Number.NaN) ?? null,
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
