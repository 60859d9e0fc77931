import { type Change, changeOf, coalesce, entryOf, type Mark, type Outbox, type PendingChange } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";

interface Row {
  readonly sequence: number;
  readonly part: string;
  readonly row: string;
  readonly place: string;
  readonly state: number;
  readonly refused: string | null;
  readonly unanswered: string | null;
}

const COLUMNS = "sequence, part, row, place, state, refused, unanswered";

/** Takes the place of an older change of the cell, with a new number; what is kept of the older is `unanswered`. */
const PUT = `
  INSERT OR REPLACE INTO outbox (uid, part, row, place, state, unanswered)
  VALUES (?, ?, ?, ?, ?, (
    SELECT unanswered FROM outbox WHERE uid = ? AND part = ? AND row = ? AND place = ?
  ))
  RETURNING ${COLUMNS}`;

/** The terminal's outbox. Sequence numbers grow for ever, also over a crash and between processes. */
export function createOutbox(database: Database): Outbox {
  const runForEach = (sql: string, changes: readonly PendingChange[], ...values: string[]): void =>
    database.transaction(() => {
      for (const { sequence } of changes) database.run(sql, ...values, sequence);
    });

  const put = (uid: string, change: Change): PendingChange[] => {
    const { part, row, column, state } = entryOf(change);
    const cell = [uid, String(part), String(row), String(column)];
    return database.all<Row>(PUT, ...cell, Number(state), ...cell).map(toPending);
  };

  return {
    put: async (uid, changes) => database.transaction(() => coalesce(changes).flatMap((change) => put(uid, change))),

    list: async (uid) =>
      database.all<Row>(`SELECT ${COLUMNS} FROM outbox WHERE uid = ? ORDER BY sequence`, uid).map(toPending),

    acknowledge: async (uid, changes) => runForEach("DELETE FROM outbox WHERE uid = ? AND sequence = ?", changes, uid),

    markUnanswered: async (uid, changes, version) =>
      runForEach("UPDATE outbox SET unanswered = ? WHERE uid = ? AND sequence = ?", changes, version, uid),

    refuse: async (uid, changes, reason) =>
      runForEach("UPDATE outbox SET refused = ? WHERE uid = ? AND sequence = ?", changes, reason, uid),
  };
}

function toPending({ sequence, part, row, place, state, refused, unanswered }: Row): PendingChange {
  return {
    ...changeOf({ part: part === "marks" ? part : Number(part), row, column: place, state: state as Mark }),
    sequence,
    ...(refused === null ? {} : { refused }),
    ...(unanswered === null ? {} : { unanswered }),
  };
}
