import { cellKey, coalesce, laterVersion, type Outbox, type PendingChange, plain } from "@dailyleet/core";

/** Unsent changes that last as long as the test. */
export function createMemoryOutbox(): Outbox {
  const people = new Map<string, PendingChange[]>();
  const listOf = (uid: string) => people.get(uid) ?? [];
  let sequence = 0;
  const amend = (uid: string, note: (change: PendingChange) => Partial<PendingChange> | false) => {
    const amended = listOf(uid).map((change) => ({ ...change, ...note(change) }));
    people.set(uid, amended);
  };
  return {
    async put(uid, changes) {
      const old = new Map(listOf(uid).map((change) => [cellKey(change), change]));
      const added = coalesce(changes).map((change): PendingChange => {
        const unanswered = laterVersion(old.get(cellKey(change))?.unanswered, change.unanswered);
        sequence++;
        return { ...plain(change), sequence, ...(unanswered !== undefined && { unanswered }) };
      });
      for (const change of added) old.delete(cellKey(change));
      people.set(uid, [...old.values(), ...added]);
      return added;
    },
    list: async (uid) => listOf(uid),
    acknowledge: async (uid, changes) => {
      const sequences = new Set(changes.map(({ sequence }) => sequence));
      const left = listOf(uid).filter(({ sequence }) => !sequences.has(sequence));
      people.set(uid, left);
    },
    async noteAttempt(uid, cells, version) {
      const keys = new Set(cells.map(cellKey));
      amend(uid, (change) => keys.has(cellKey(change)) && { unanswered: laterVersion(change.unanswered, version) });
    },
    async refuse(uid, changes, reason) {
      const sequences = new Set(changes.map(({ sequence }) => sequence));
      amend(uid, ({ sequence }) => sequences.has(sequence) && { refused: reason });
    },
  };
}
