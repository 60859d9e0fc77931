import type { PendingChange } from "@dailyleet/core";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { within } from "../ui/wait.ts";

/** One unsent change. The database gives the sequence number; `cell` is core's `cellKey`. */
export type OutboxRow = PendingChange & { readonly uid: string; readonly cell: string };

export interface Schema extends DBSchema {
  outbox: { key: number; value: OutboxRow; indexes: { byCell: [uid: string, cell: string]; byPerson: string } };
  /** Copies of what a server said last, for the next visit and for times without network. */
  kept: { key: string; value: unknown };
}

export type Database = IDBPDatabase<Schema>;

/** Some browsers never answer when they keep no data. */
const OPEN_TIMEOUT_MS = 5_000;

let opened: Promise<Database> | null = null;

/** The browser's database of this site. Rejects where the browser keeps no data. */
export function openDatabase(): Promise<Database> {
  opened ??= within(OPEN_TIMEOUT_MS, open(), () => new Error("the browser's database does not answer"));
  opened.catch(forget);
  return opened;
}

async function open(): Promise<Database> {
  return openDB<Schema>("dailyleet", 1, {
    upgrade(database) {
      const outbox = database.createObjectStore("outbox", { keyPath: "sequence", autoIncrement: true });
      outbox.createIndex("byCell", ["uid", "cell"], { unique: true });
      outbox.createIndex("byPerson", "uid");
      database.createObjectStore("kept");
    },
    // A newer version of the page in another tab must not wait for this one.
    blocking: (_old, _new, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
}

function forget(): void {
  opened = null;
}
