import { coalesce, type Outbox, type PendingChange, type SourceNumber, type TickChange } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";

interface Row {
  readonly sequence: number;
  readonly year: number;
  readonly day: number;
  readonly source: SourceNumber;
  readonly done: number;
  readonly refused: string | null;
  readonly unanswered: string | null;
}

const COLUMNS = "sequence, year, day, source, done, refused, unanswered";

/** Takes the place of an older change of the cell, with a new number; what is kept of the older is `unanswered`. */
const PUT = `
  INSERT OR REPLACE INTO outbox (uid, year, day, source, done, unanswered)
  VALUES (?, ?, ?, ?, ?, (
    SELECT unanswered FROM outbox WHERE uid = ? AND year = ? AND day = ? AND source = ?
  ))
  RETURNING ${COLUMNS}`;

/** The terminal's outbox. Sequence numbers grow for ever, also over a crash and between processes. */
export function createOutbox(database: Database): Outbox {
  const runForEach = (sql: string, changes: readonly PendingChange[], ...values: string[]): void =>
    database.transaction(() => {
      for (const { sequence } of changes) database.run(sql, ...values, sequence);
    });

  const put = (uid: string, { year, day, source, done }: TickChange): PendingChange[] => {
    const cell = [uid, year, day, source];
    return database.all<Row>(PUT, ...cell, Number(done), ...cell).map(toPending);
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

function toPending({ sequence, year, day, source, done, refused, unanswered }: Row): PendingChange {
  return {
    year,
    day,
    source,
    done: done === 1,
    sequence,
    ...(refused === null ? {} : { refused }),
    ...(unanswered === null ? {} : { unanswered }),
  };
}
