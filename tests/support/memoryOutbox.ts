import { cellKey, coalesce, type Outbox, type PendingChange, plain } from "@dailyleet/core";
import { acknowledge } from "../../packages/core/src/changes/pending.ts";

/** Unsent changes that last as long as the test. */
export function createMemoryOutbox(): Outbox {
  const people = new Map<string, PendingChange[]>();
  const listOf = (uid: string) => people.get(uid) ?? [];
  let sequence = 0;
  const amend = (uid: string, changes: readonly PendingChange[], note: Partial<PendingChange>) => {
    const sequences = new Set(changes.map((change) => change.sequence));
    const amended = listOf(uid).map((change) => (sequences.has(change.sequence) ? { ...change, ...note } : change));
    people.set(uid, amended);
  };
  return {
    async put(uid, changes) {
      const old = new Map(listOf(uid).map((change) => [cellKey(change), change]));
      const added = coalesce(changes).map((change): PendingChange => {
        const unanswered = old.get(cellKey(change))?.unanswered;
        sequence++;
        return { ...plain(change), sequence, ...(unanswered !== undefined && { unanswered }) };
      });
      for (const change of added) old.delete(cellKey(change));
      people.set(uid, [...old.values(), ...added]);
      return added;
    },
    list: async (uid) => listOf(uid),
    acknowledge: async (uid, changes) => {
      people.set(uid, acknowledge(listOf(uid), changes));
    },
    markUnanswered: async (uid, changes, version) => amend(uid, changes, { unanswered: version }),
    refuse: async (uid, changes, reason) => amend(uid, changes, { refused: reason }),
  };
}
