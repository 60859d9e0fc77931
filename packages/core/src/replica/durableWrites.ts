import type { CivilDate } from "../calendar/calendar.ts";
import { plain, type SavedChange } from "../changes/changes.ts";
import { saveChanges } from "../changes/saveChanges.ts";
import type { Outbox, PersonStore } from "../ports.ts";
import type { Event } from "./events.ts";
import { storageFailure } from "./heldOutbox.ts";
import { type ReplicaState, writable } from "./state.ts";

export interface DurableWritesDeps {
  readonly uid: string;
  readonly outbox: Outbox | null;
  readonly store: PersonStore;
  readonly today: () => CivilDate;
  readonly state: () => ReplicaState;
  readonly dispatch: (event: Event) => void;
}

/** Here a change becomes durable: what is new, and what could not be written before. */
export interface DurableWrites {
  /** In the outbox; nothing where there is none. Rejects with `storage`. */
  toOutbox(): Promise<void>;
  /** In the store itself, with the states before. Rejects as the store does. */
  toStore(): Promise<SavedChange[]>;
}

export function createDurableWrites(deps: DurableWritesDeps): DurableWrites {
  const { uid, outbox, store, today, state, dispatch } = deps;
  return {
    async toOutbox() {
      const changes = writable(state());
      if (outbox === null || changes.length === 0) return;
      dispatch({ kind: "writeBegan", changes });
      try {
        dispatch({ kind: "written", changes, pending: await outbox.put(uid, changes) });
      } catch (error) {
        dispatch({ kind: "writeFailed", changes });
        throw storageFailure(error);
      }
    },

    async toStore() {
      const changes = writable(state());
      dispatch({ kind: "writeBegan", changes });
      try {
        return await saveChanges(store, changes.map(plain), today());
      } finally {
        dispatch({ kind: "settled", changes });
      }
    },
  };
}
