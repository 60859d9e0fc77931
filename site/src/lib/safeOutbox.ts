import { type Cell, cellKey, type Outbox, type PendingChange } from "@dailyleet/core";
import { createMemoryOutbox } from "./memoryOutbox.ts";

/**
 * The durable outbox as far as it works, and besides it one in memory: a click is taken even where the browser keeps
 * no data. Never rejects.
 */
export function createSafeOutbox(durable: Outbox, onFailure: () => void): Outbox {
  const memory = createMemoryOutbox("down");
  /** Durable changes that are over although the browser could not forget them: sent, or replaced in memory. */
  const sent = new Set<number>();
  const replaced = new Set<string>();

  const attempt = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work;
    } catch {
      onFailure();
      return otherwise;
    }
  };
  const isOver = (uid: string) => (change: PendingChange) =>
    sent.has(change.sequence) || replaced.has(`${uid}/${cellKey(change)}`);

  return {
    async put(uid, changes) {
      const stored = await attempt(durable.put(uid, changes), null);
      if (stored === null) {
        for (const change of changes) replaced.add(`${uid}/${cellKey(change)}`);
        return memory.put(uid, changes);
      }
      for (const change of changes) replaced.delete(`${uid}/${cellKey(change)}`);
      await memory.acknowledge(uid, ofSameCells(await memory.list(uid), changes));
      return stored;
    },

    async list(uid) {
      const older = await attempt(durable.list(uid), []);
      const newer = await memory.list(uid);
      const over = older.filter(isOver(uid));
      const waiting = new Set(ofSameCells(over, newer));
      const forgettable = over.filter((change) => !waiting.has(change));
      if (forgettable.length > 0) await attempt(durable.acknowledge(uid, forgettable), undefined);
      return [...older.filter((change) => !over.includes(change)), ...newer];
    },

    async acknowledge(uid, changes) {
      for (const { sequence } of changes) sent.add(sequence);
      await memory.acknowledge(uid, changes);
      await attempt(durable.acknowledge(uid, changes), undefined);
    },

    async markUnanswered(uid, changes, version) {
      await memory.markUnanswered(uid, changes, version);
      await attempt(durable.markUnanswered(uid, changes, version), undefined);
    },

    async refuse(uid, changes, reason) {
      await memory.refuse(uid, changes, reason);
      await attempt(durable.refuse(uid, changes, reason), undefined);
    },
  };
}

function ofSameCells<T extends PendingChange>(list: readonly T[], others: readonly Cell[]): T[] {
  const cells = new Set(others.map(cellKey));
  return list.filter((change) => cells.has(cellKey(change)));
}
