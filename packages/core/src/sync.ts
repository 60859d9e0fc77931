import type { CivilDate } from "./calendar.ts";
import { DailyleetError, hasCode } from "./errors.ts";
import { cellKey, sendable } from "./pending.ts";
import type { Outbox, PendingChange, TickStore } from "./ports.ts";
import { type Progress, saveChanges } from "./years.ts";

export interface FlushResult {
  /** How many changes the store took. */
  readonly saved: number;
  /** Why it stopped before the end; the changes left over are still in the outbox. */
  readonly error: DailyleetError | null;
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
  onSaved: (progress: Progress) => void = () => {},
): Promise<FlushResult> {
  const pending = sendable(await ports.outbox.list(uid));
  const waiting = new Map(pending.map((change) => [cellKey(change), change]));
  let saved = 0;
  try {
    await saveChanges(ports.store, pending, today, async (progress) => {
      const stored = progress.saved.flatMap((change) => waiting.get(cellKey(change)) ?? []);
      await ports.outbox.acknowledge(uid, stored);
      for (const change of stored) waiting.delete(cellKey(change));
      saved += stored.length;
      onSaved(progress);
    });
    return { saved, error: null };
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    await markRefused(ports.outbox, uid, [...waiting.values()], error);
    return { saved, error };
  }
}

async function markRefused(outbox: Outbox, uid: string, left: PendingChange[], error: DailyleetError): Promise<void> {
  if (hasCode(error, "refused", "usage")) await outbox.refuse(uid, left, error.message);
}
