import { DailyleetError } from "../errors.ts";
import type { Outbox, PendingChange } from "../ports.ts";
import type { Event } from "./events.ts";
import { entriesOver, offered, type ReplicaState } from "./state.ts";

/** What sending needs of an outbox. */
export type SendingOutbox = Pick<Outbox, "list" | "acknowledge" | "noteAttempt" | "refuse">;

export interface HeldOutbox extends SendingOutbox {
  /** The first failure of the outbox since this was asked last. */
  takeFailure(): DailyleetError | null;
}

/**
 * The outbox as sending sees it: the durable one, and besides it what that would not take. It goes on where the
 * durable one fails, because the server is the better place for a change anyway: then what is known of it counts, and
 * the failure is told at the end.
 */
export function holdOutbox(
  durable: SendingOutbox,
  uid: string,
  state: () => ReplicaState,
  dispatch: (event: Event) => void,
): HeldOutbox {
  let failure: DailyleetError | null = null;
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failure ??= storageFailure(error);
      dispatch({ kind: "storageFailed" });
    }
  };
  const forget = async (changes: readonly PendingChange[]) => {
    if (changes.length > 0) await attempt(() => durable.acknowledge(uid, changes));
  };
  const durableOf = (changes: readonly PendingChange[]) => changes.filter(({ sequence }) => sequence > 0);

  return {
    async list() {
      const before = state().unsent;
      await attempt(async () => {
        const found = await durable.list(uid);
        const again = found.filter(({ sequence }) => state().taken.has(sequence));
        dispatch({ kind: "listed", found, before });
        await forget(again);
      });
      return offered(state());
    },

    async acknowledge(_uid, changes) {
      const over = entriesOver(state(), changes);
      await forget(over);
      dispatch({ kind: "taken", changes });
    },

    async noteAttempt(_uid, cells, version) {
      await attempt(() => durable.noteAttempt(uid, cells, version));
      dispatch({ kind: "attempted", cells, version });
    },

    async refuse(_uid, changes, reason) {
      await attempt(() => durable.refuse(uid, durableOf(changes), reason));
      dispatch({ kind: "refused", changes, reason });
    },

    takeFailure() {
      const found = failure;
      failure = null;
      return found;
    },
  };
}

/** What an outbox of any place throws, as an error of this program. */
export function storageFailure(error: unknown): DailyleetError {
  if (error instanceof DailyleetError) return error;
  return new DailyleetError("storage", "The storage of this device failed; it is tried again.", { cause: error });
}
