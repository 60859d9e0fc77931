import type { CivilDate } from "./calendar.ts";
import { DailyleetError, hasCode } from "./errors.ts";
import { cellKey, sendable } from "./pending.ts";
import type { Outbox, TickStore, YearDocument } from "./ports.ts";
import type { Change } from "./ticks.ts";
import { type SaveOptions, saveChanges } from "./years.ts";

export interface FlushResult {
  /** How many changes the store took. */
  readonly saved: number;
  /** Why it stopped before the end; the changes left over are still in the outbox. */
  readonly error: DailyleetError | null;
}

export interface FlushOptions extends Pick<SaveOptions, "known"> {
  /** After each commit, with the document as it is then. */
  onSaved?(document: YearDocument): void;
}

/**
 * Sends a person's outbox and acknowledges, commit by commit, what the store took. What is refused for good is
 * marked and kept; any other failure leaves the changes as they are for the next time. Never rejects for a
 * store's failure. Only one flush of a person may run at a time: the caller holds the lock.
 */
export async function flush(
  ports: { readonly store: TickStore; readonly outbox: Outbox },
  uid: string,
  today: CivilDate,
  options: FlushOptions = {},
): Promise<FlushResult> {
  const { store, outbox } = ports;
  const waiting = new Map(sendable(await outbox.list(uid)).map((change) => [cellKey(change), change]));
  const entriesOf = (changes: readonly Change[]) => changes.flatMap((change) => waiting.get(cellKey(change)) ?? []);
  let saved = 0;
  try {
    await saveChanges(store, [...waiting.values()], today, {
      known: options.known ?? null,
      async onSaved(changes, document) {
        const stored = entriesOf(changes);
        await outbox.acknowledge(uid, stored);
        for (const change of stored) waiting.delete(cellKey(change));
        saved += stored.length;
        options.onSaved?.(document);
      },
      onUnanswered: (changes, version) => outbox.markUnanswered(uid, entriesOf(changes), version),
    });
    return { saved, error: null };
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    if (hasCode(error, "refused", "usage")) await outbox.refuse(uid, [...waiting.values()], error.message);
    return { saved, error };
  }
}
