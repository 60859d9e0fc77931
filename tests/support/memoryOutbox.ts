import { cellKey, coalesce, laterVersion, type Outbox, type OutboxEntry } from "@dailyleet/core";

/** An outbox in memory. */
export function createMemoryOutbox(): Outbox {
  const people = new Map<string, OutboxEntry[]>();
  const listOf = (uid: string) => people.get(uid) ?? [];
  let sequence = 0;
  const amend = (uid: string, amendment: (entry: OutboxEntry) => Partial<OutboxEntry> | false) => {
    const amended = listOf(uid).map((entry) => ({ ...entry, ...amendment(entry) }));
    people.set(uid, amended);
  };
  return {
    async put(uid, changes) {
      const old = new Map(listOf(uid).map((entry) => [cellKey(entry.change), entry]));
      const added = coalesce(changes).map(({ change, attempt }): OutboxEntry => {
        sequence++;
        return { change, sequence, attempt: laterVersion(old.get(cellKey(change))?.attempt, attempt) };
      });
      for (const { change } of added) old.delete(cellKey(change));
      people.set(uid, [...old.values(), ...added]);
      return added;
    },
    list: async (uid) => listOf(uid),
    acknowledge: async (uid, sequences) => {
      const left = listOf(uid).filter((entry) => !sequences.includes(entry.sequence));
      people.set(uid, left);
    },
    async recordAttempt(uid, cells, version) {
      const keys = new Set(cells.map(cellKey));
      amend(uid, ({ change, attempt }) => keys.has(cellKey(change)) && { attempt: laterVersion(attempt, version) });
    },
    async refuse(uid, sequences, reason) {
      amend(uid, (entry) => sequences.includes(entry.sequence) && { refused: reason });
    },
  };
}
