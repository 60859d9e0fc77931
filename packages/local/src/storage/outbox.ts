import {
  type Cell,
  type Change,
  coalesce,
  laterVersion,
  type NamedTable,
  type Outbox,
  type OutboxEntry,
} from "@dailyleet/core";
import type { Database } from "./database/connection.ts";

interface Row {
  readonly sequence: number;
  readonly table: number | NamedTable;
  readonly row: number | string;
  readonly column: number | string;
  readonly state: number | string;
  readonly refused: string | null;
  readonly attempt: string | null;
}

const CELL = `uid = ? AND "table" = ? AND "row" = ? AND "column" = ?`;

/** Replaces an older change of the cell and gets a new sequence number. */
const PUT = `
  INSERT OR REPLACE INTO outbox (uid, "table", "row", "column", state, attempt) VALUES (?, ?, ?, ?, ?, ?)
  RETURNING *`;

/** The terminal's outbox. Sequence numbers never repeat, even after a crash or between processes. */
export function createOutbox(database: Database): Outbox {
  const runForEach = (sql: string, sequences: readonly number[], ...values: string[]): void =>
    database.transaction(() => {
      for (const sequence of sequences) database.run(sql, ...values, sequence);
    });
  const latestAttempt = (cell: ReturnType<typeof keyOf>, version: string | undefined): string | null => {
    const old = database.get<Row>(`SELECT * FROM outbox WHERE ${CELL}`, ...cell);
    return laterVersion(old?.attempt ?? undefined, version) ?? null;
  };

  return {
    put: async (uid, changes) =>
      database.transaction(() =>
        coalesce(changes).flatMap(({ change, attempt }) => {
          const cell = keyOf(uid, change);
          return database.all<Row>(PUT, ...cell, storedState(change), latestAttempt(cell, attempt)).map(entryOf);
        }),
      ),

    list: async (uid) => database.all<Row>("SELECT * FROM outbox WHERE uid = ? ORDER BY sequence", uid).map(entryOf),

    acknowledge: async (uid, sequences) =>
      runForEach("DELETE FROM outbox WHERE uid = ? AND sequence = ?", sequences, uid),

    recordAttempt: async (uid, cells, version) =>
      database.transaction(() => {
        for (const cell of cells.map((each) => keyOf(uid, each))) {
          database.run(`UPDATE outbox SET attempt = ? WHERE ${CELL}`, latestAttempt(cell, version), ...cell);
        }
      }),

    refuse: async (uid, sequences, reason) =>
      runForEach("UPDATE outbox SET refused = ? WHERE uid = ? AND sequence = ?", sequences, reason, uid),
  };
}

/** SQLite has no booleans. */
function storedState({ state }: Change): number | string {
  return typeof state === "boolean" ? Number(state) : state;
}

function keyOf(uid: string, { table, row, column }: Cell) {
  return [uid, table, row, column] as const;
}

function entryOf({ sequence, table, row, column, state, refused, attempt }: Row): OutboxEntry {
  return {
    change: { table, row, column, state: typeof table === "number" ? state === 1 : state } as Change,
    sequence,
    ...(refused !== null && { refused }),
    ...(attempt !== null && { attempt }),
  };
}
