import type { SavedChange } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { parseStored } from "./database/errors.ts";

/** What one command changed, with the states before. */
export interface HistoryEntry {
  readonly number: number;
  readonly changes: readonly SavedChange[];
}

/** How many commands of a person can be undone. */
const KEPT = 100;

/** Notes what a command changed, for `undo`. Changes that left their cell as it was are passed over. */
export function recordChanges(database: Database, uid: string, changes: readonly SavedChange[]): void {
  const real = changes.filter((change) => change.was !== change.done);
  if (real.length === 0) return;
  database.transaction(() => {
    database.run("INSERT INTO history (uid, changes) VALUES (?, ?)", uid, JSON.stringify(real));
    database.run(
      `DELETE FROM history WHERE uid = ? AND number <=
         (SELECT number FROM history WHERE uid = ? ORDER BY number DESC LIMIT 1 OFFSET ${KEPT})`,
      uid,
      uid,
    );
  });
}

/** What the person's last command changed that was not undone; null when nothing is left. */
export function lastChanges(database: Database, uid: string): HistoryEntry | null {
  const row = database.get<{ number: number; changes: string }>(
    "SELECT number, changes FROM history WHERE uid = ? ORDER BY number DESC LIMIT 1",
    uid,
  );
  return row ? { number: row.number, changes: parseStored<SavedChange[]>(database.file, row.changes) } : null;
}

/** Drops an entry once it is undone. Answers false when another process has dropped it already. */
export function forgetChanges(database: Database, entry: HistoryEntry): boolean {
  return database.run("DELETE FROM history WHERE number = ?", entry.number) === 1;
}
