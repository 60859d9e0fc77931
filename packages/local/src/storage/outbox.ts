import {
  type Cell,
  changeOf,
  coalesce,
  laterVersion,
  type Mark,
  type Outbox,
  type PendingChange,
  placeOf,
  type Sendable,
  stateOf,
} from "@dailyleet/core";
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

const CELL = "uid = ? AND part = ? AND row = ? AND place = ?";

/** Replaces an older change of the cell, with a new number. */
const PUT = `
  INSERT OR REPLACE INTO outbox (uid, part, row, place, state, unanswered)
  VALUES (?, ?, ?, ?, ?, ?)
  RETURNING ${COLUMNS}`;

/** The terminal's outbox. Sequence numbers never repeat, also after a crash and between processes. */
export function createOutbox(database: Database): Outbox {
  const runForEach = (sql: string, changes: readonly PendingChange[], ...values: string[]): void =>
    database.transaction(() => {
      for (const { sequence } of changes) database.run(sql, ...values, sequence);
    });

  const latestAttempt = (cell: readonly string[], version: string | undefined): string | null => {
    const old = database.get<Pick<Row, "unanswered">>(`SELECT unanswered FROM outbox WHERE ${CELL}`, ...cell);
    return laterVersion(old?.unanswered ?? undefined, version) ?? null;
  };
  const put = (uid: string, change: Sendable): PendingChange[] => {
    const cell = keyOf(uid, change);
    const unanswered = latestAttempt(cell, change.unanswered);
    return database.all<Row>(PUT, ...cell, Number(stateOf(change)), unanswered).map(toPending);
  };

  return {
    put: async (uid, changes) => database.transaction(() => coalesce(changes).flatMap((change) => put(uid, change))),

    list: async (uid) =>
      database.all<Row>(`SELECT ${COLUMNS} FROM outbox WHERE uid = ? ORDER BY sequence`, uid).map(toPending),

    acknowledge: async (uid, changes) => runForEach("DELETE FROM outbox WHERE uid = ? AND sequence = ?", changes, uid),

    noteAttempt: async (uid, cells, version) =>
      database.transaction(() => {
        for (const cell of cells.map((each) => keyOf(uid, each))) {
          database.run(`UPDATE outbox SET unanswered = ? WHERE ${CELL}`, latestAttempt(cell, version), ...cell);
        }
      }),

    refuse: async (uid, changes, reason) =>
      runForEach("UPDATE outbox SET refused = ? WHERE uid = ? AND sequence = ?", changes, reason, uid),
  };
}

function keyOf(uid: string, cell: Cell): string[] {
  const { table, row, column } = placeOf(cell);
  return [uid, String(table), String(row), String(column)];
}

function toPending({ sequence, part, row, place, state, refused, unanswered }: Row): PendingChange {
  return {
    ...changeOf({ table: part === "marks" ? part : Number(part), row, column: place, state: state as Mark }),
    sequence,
    ...(refused === null ? {} : { refused }),
    ...(unanswered === null ? {} : { unanswered }),
  };
}
