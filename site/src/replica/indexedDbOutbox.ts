import { cellKey, coalesce, laterVersion, type Outbox, plain } from "@dailyleet/core";
import type { IDBPObjectStore } from "idb";
import { type OutboxRow, openDatabase, type Schema } from "./database.ts";

type OutboxStore = IDBPObjectStore<Schema, ["outbox"], "outbox", "readwrite">;

/** Unsent changes in the browser's database; a `put` survives a crash of the browser and of the computer. */
export const indexedDbOutbox: Outbox = {
  put: (uid, changes) =>
    change(coalesce(changes), async (store, pending) => {
      const cell = cellKey(pending);
      const old = await store.index("byCell").get([uid, cell]);
      // Requests of a transaction run in their order, and its end tells of any that failed.
      if (old) store.delete(old.sequence).catch(nothing);
      const row = { ...plain(pending), uid, cell, unanswered: laterVersion(old?.unanswered, pending.unanswered) };
      // The database adds the sequence number itself.
      return { ...row, sequence: await store.add(row as OutboxRow) };
    }),

  async list(uid) {
    const database = await openDatabase();
    return database.getAllFromIndex("outbox", "byPerson", uid);
  },

  acknowledge: (_uid, changes) => change(changes, (store, { sequence }) => store.delete(sequence)).then(nothing),

  noteAttempt: (uid, cells, version) =>
    change(cells, async (store, cell) => {
      const row = await store.index("byCell").get([uid, cellKey(cell)]);
      if (row) await store.put({ ...row, unanswered: laterVersion(row.unanswered, version) });
    }).then(nothing),

  refuse: (_uid, changes, reason) =>
    change(changes, async (store, { sequence }) => {
      const row = await store.get(sequence);
      if (row) await store.put({ ...row, refused: reason });
    }).then(nothing),
};

/** Works on each of the list in one transaction; resolves when that is on the disk. */
async function change<T, R>(list: readonly T[], work: (store: OutboxStore, item: T) => Promise<R>): Promise<R[]> {
  const database = await openDatabase();
  const transaction = database.transaction("outbox", "readwrite", { durability: "strict" });
  const results = Promise.all(list.map((item) => work(transaction.store, item)));
  // Saves a turn: else the browser waits to see whether more requests follow.
  const committed = results.then(() => transaction.commit());
  await Promise.all([committed, transaction.done]);
  return results;
}

const nothing = () => {};
