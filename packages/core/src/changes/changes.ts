import { own } from "../basics.ts";
import type { Mark, MarkCell, MarkChange, Marks } from "../practice/marks.ts";
import type { SourceNumber } from "../ticks/sources.ts";
import type { TickCell, TickChange, Ticks } from "../ticks/ticks.ts";

/** What a person can change: a tick or a mark. Both are cells of a table and travel alike from the click to the server. */
export type Change = TickChange | MarkChange;
export type Cell = TickCell | MarkCell;

/** A change that reached the store, with the cell's state before. */
export type SavedTick = TickChange & { readonly was: boolean };
export type SavedMark = MarkChange & { readonly was: Mark };
export type SavedChange = SavedTick | SavedMark;

/** Which table a cell is in: the ticks of a civil year, or all marks. A document holds one table. */
export type TableId = number | "marks";

/** A table: rows of cells. A cell that is absent, false or 0 is empty. */
export type Cells = Ticks | Marks;
/** The table in a document, snapshot or view. */
export type Held = { readonly ticks: Ticks } | { readonly marks: Marks };

export type CellState = boolean | Mark;

/** A cell and its state, with the same keys for ticks and marks. */
export interface Entry {
  readonly table: TableId;
  readonly row: number | string;
  readonly column: number | string;
  readonly state: CellState;
}

export function isMarkChange<C extends Cell>(cell: C): cell is Extract<C, MarkCell> {
  return "question" in cell;
}

function entryOf(change: Change): Entry {
  return { ...placeOf(change), state: stateOf(change) };
}

export function changeOf({ table, row, column, state }: Entry): Change {
  if (table === "marks") return { question: String(row), date: String(column), mark: Number(state) as Mark };
  return { year: table, day: Number(row), source: Number(column) as SourceNumber, done: Boolean(state) };
}

/** The change alone, without sequence number, stage or state before. */
export function plain(change: Change): Change {
  return changeOf(entryOf(change));
}

export function tableOf(cell: Cell): TableId {
  return isMarkChange(cell) ? "marks" : (cell as TickCell).year;
}

/** The table that a document holds; null for an open document without a year. */
export function tableIn(document: { readonly year: number | null } | { readonly marks: Marks }): TableId | null {
  return "marks" in document ? "marks" : document.year;
}

export function stateOf(change: Change): CellState {
  return isMarkChange(change) ? change.mark : change.done;
}

export function placeOf(cell: Cell): Omit<Entry, "state"> {
  if (isMarkChange(cell)) return { table: "marks", row: cell.question, column: cell.date };
  const { year, day, source } = cell as TickCell;
  return { table: year, row: day, column: source };
}

/** 'YYYY/day/source' or 'marks/question/YYYY-MM-DD': equal for two changes exactly if they are of the same cell. */
export function cellKey(cell: Cell): string {
  const { table, row, column } = placeOf(cell);
  return `${table}/${row}/${column}`;
}

export function stateIn(cells: Cells, cell: Cell): CellState {
  const { table, row, column } = placeOf(cell);
  const rows = cells as Readonly<Record<string, Readonly<Record<string, CellState>>>>;
  return own(rows, String(row))?.[column] ?? (table === "marks" ? 0 : false);
}

export function applyChange<C extends Cells>(cells: C, change: Change): C {
  return applyChanges(cells, [change]);
}

/** Unchanged rows keep their identity, so that views can skip them; without changes the table does. */
export function applyChanges<C extends Cells>(cells: C, changes: readonly Change[]): C {
  if (changes.length === 0) return cells;
  const table = cells as Readonly<Record<string, object>>;
  const rows = new Map<string | number, Record<string, CellState>>();
  for (const change of changes) {
    const { row, column, state } = entryOf(change);
    const made = rows.get(row) ?? { ...own(table, String(row)) };
    made[column] = state;
    rows.set(row, made);
  }
  return { ...table, ...Object.fromEntries(rows) } as unknown as C;
}

export function withStateBefore(change: Change, was: CellState): SavedChange {
  return { ...change, was } as SavedChange;
}

/** The change that brings back the state before. */
export function restoring(change: SavedChange): Change {
  return changeOf({ ...entryOf(change), state: change.was });
}

/** An undo of more changes makes a backup first. */
export const LARGE_UNDO = 20;

export function isReal(change: SavedChange): boolean {
  return stateOf(change) !== change.was;
}

export function cellsOf(held: Held): Cells {
  return "marks" in held ? held.marks : held.ticks;
}

export function hold(table: TableId, cells: Cells): Held {
  return table === "marks" ? { marks: cells as Marks } : { ticks: cells as Ticks };
}

export function yearsOfChanges(changes: readonly Change[]): number[] {
  return changes.flatMap((change) => (isMarkChange(change) ? [] : change.year));
}

/** The last change of each cell, in the order in which they were made. */
export function coalesce<T extends Change>(changes: readonly T[]): T[] {
  const last = new Map<string, T>();
  for (const change of changes) {
    const key = cellKey(change);
    last.delete(key);
    last.set(key, change);
  }
  return [...last.values()];
}

/** What the person sees: the server's cells with their own pending changes of the table over them. */
export function overlay<C extends Cells>(server: C, pending: readonly Change[], table: TableId): C {
  return applyChanges(
    server,
    pending.filter((change) => tableOf(change) === table),
  );
}
