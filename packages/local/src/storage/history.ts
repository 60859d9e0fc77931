import { hasEffect, type MadeChange } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { parseColumn } from "./database/errors.ts";

/** The changes of one command. */
export interface HistoryEntry {
  readonly number: number;
  readonly changes: readonly MadeChange[];
  /** The verb, such as `tick`. */
  readonly command: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** How many commands each person can undo. */
const KEPT = 100;

/** Records a command's changes for `undo`, if it changed anything. After that, undone commands can't be redone. */
export function recordChanges(
  database: Database,
  uid: string,
  changes: readonly MadeChange[],
  { command, time }: { readonly command: string; readonly time: number },
): void {
  const real = changes.filter(hasEffect);
  if (real.length === 0) return;
  const columns = [uid, JSON.stringify(real), command, Math.trunc(time)] as const;
  const tooOld = `SELECT number FROM history WHERE uid = ? ORDER BY number DESC LIMIT 1 OFFSET ${KEPT}`;
  database.transaction(() => {
    database.run("DELETE FROM history WHERE uid = ? AND undone = 1", uid);
    database.run("INSERT INTO history (uid, changes, command, time) VALUES (?, ?, ?, ?)", ...columns);
    database.run(`DELETE FROM history WHERE uid = ? AND number <= (${tooOld})`, uid, uid);
  });
}

/** The last command that is not undone; null if there is none. */
export function lastDone(database: Database, uid: string): HistoryEntry | null {
  return find(database, "uid = ? AND undone = 0 ORDER BY number DESC", uid);
}

/** The command that was undone last; null if there is nothing to redo. */
export function lastUndone(database: Database, uid: string): HistoryEntry | null {
  return find(database, "uid = ? AND undone = 1 ORDER BY number", uid);
}

/** Names the other profiles whose last command was `command`, at `time` or later. Empty in cloud mode. */
export function doneSince(database: Database, uid: string, { command, time }: Pick<HistoryEntry, "command" | "time">) {
  const sql = `
    SELECT name FROM profiles JOIN history USING (uid)
    WHERE uid <> ? AND command = ? AND time >= ? AND EXISTS (SELECT 1 FROM profiles WHERE uid = ?)
      AND history.number = (SELECT max(number) FROM history AS own WHERE own.uid = profiles.uid AND undone = 0)
    ORDER BY profiles.number`;
  return database.all<{ name: string }>(sql, uid, command, time, uid).map(({ name }) => name);
}

function find(database: Database, condition: string, uid: string): HistoryEntry | null {
  const sql = `SELECT number, changes, command, time FROM history WHERE ${condition} LIMIT 1`;
  const row = database.get<Omit<HistoryEntry, "changes"> & { changes: string }>(sql, uid);
  return row ? { ...row, changes: parseColumn<MadeChange[]>(database.file, row.changes) } : null;
}

/** Marks an entry as undone, or as done again. Returns false if another process was faster. */
export function markUndone(database: Database, { number }: HistoryEntry, isUndone: boolean): boolean {
  const [next, now] = isUndone ? [1, 0] : [0, 1];
  return database.run("UPDATE history SET undone = ? WHERE number = ? AND undone = ?", next, number, now) === 1;
}
