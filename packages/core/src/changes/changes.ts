import { own } from "../basics.ts";
import { type MarkCell, type MarkChange, type Marks, markOf, marksIn } from "../practice/marks.ts";
import { MAX_CHANGED_DAYS, MAX_CHANGED_ROWS } from "../rules/documentRules.ts";
import {
  type PersonSettings,
  type SettingCell,
  type SettingChange,
  settingOf,
  settingsIn,
} from "../settings/settings.ts";
import { isDone, type TickCell, type TickChange, type Ticks, ticksIn } from "../ticks/ticks.ts";

/**
 * A person's data are tables of cells: one table for each year's ticks, one for all marks, one for the settings. A
 * change sets one cell, and has this shape from the click to the server. Objects with further facts about a change,
 * such as `MadeChange`, hold the change itself.
 */
export type Change = TickChange | MarkChange | SettingChange;
export type Cell = TickCell | MarkCell | SettingCell;
export type CellState = Change["state"];

/** A civil year for its ticks, 'marks' or 'settings'. A document holds one table. */
export type TableId = Cell["table"];

/** The cells of a table, row by row. A cell that is absent, false, 0 or "" is empty. */
export type Cells = Ticks | Marks | PersonSettings;

/** A change and the previous state of its cell. */
export interface MadeChange<C extends Change = Change> {
  readonly change: C;
  readonly was: C["state"];
}

/** Reads the cells of a table from the fields of its document. Never throws. */
export function cellsIn(table: TableId, fields: unknown): Cells {
  if (table === "settings") return settingsIn(fields);
  return table === "marks" ? marksIn(fields) : ticksIn(fields);
}

export function stateIn(cells: Cells, cell: Cell): CellState {
  if (cell.table === "marks") return markOf(cells as Marks, cell);
  return cell.table === "settings" ? settingOf(cells as PersonSettings, cell) : isDone(cells as Ticks, cell);
}

/** All changes must be of this table. An unchanged row or table keeps its identity, so that views can skip it. */
export function applyChanges<C extends Cells>(cells: C, changes: readonly Change[]): C {
  if (changes.length === 0) return cells;
  const table = cells as Readonly<Record<string, object>>;
  const rows = new Map<string | number, Record<string, CellState>>();
  for (const { row, column, state } of changes) {
    const changed = rows.get(row) ?? { ...own(table, String(row)) };
    changed[column] = state;
    rows.set(row, changed);
  }
  return { ...table, ...Object.fromEntries(rows) } as unknown as C;
}

/** The cells that a person sees: the server's cells with the person's changes of `table` applied. */
export function overlay<C extends Cells>(server: C, changes: readonly Change[], table: TableId): C {
  return applyChanges(
    server,
    changes.filter((change) => change.table === table),
  );
}

export function changesOf<C extends Change>(list: readonly { readonly change: C }[]): C[] {
  return list.map(({ change }) => change);
}

/**
 * Splits one table's changes into batches that the rules accept as one commit: days within `MAX_CHANGED_DAYS`
 * consecutive days, or at most `MAX_CHANGED_ROWS` questions or settings. A batch is a list of rows; a row is a list of
 * changes.
 */
export function batchesOf<T extends { readonly change: Change }>(list: readonly T[]): T[][][] {
  const rows = [...Map.groupBy(list, ({ change }) => change.row)];
  const isOfDays = typeof list[0]?.change.table === "number";
  if (isOfDays) rows.sort(([day], [other]) => Number(day) - Number(other));
  let firstDay = Number.NEGATIVE_INFINITY;
  const batches = Map.groupBy(rows, ([row], index) => {
    if (!isOfDays) return Math.floor(index / MAX_CHANGED_ROWS);
    if (Number(row) >= firstDay + MAX_CHANGED_DAYS) firstDay = Number(row);
    return firstDay;
  });
  return Array.from(batches.values(), (batch) => batch.map(([, changes]) => changes));
}

/** The change that restores the previous state. */
export function inverseOf({ change, was }: MadeChange): Change {
  return { ...change, state: was } as Change;
}

/**
 * A write of more changes than this is large: it saves a backup afterwards, its undo saves a backup first, and the
 * command's answer counts the changes instead of listing them.
 */
export const LARGE_CHANGE = 20;

export function hasEffect({ change, was }: MadeChange): boolean {
  return change.state !== was;
}

export function yearsOfChanges(changes: readonly Change[]): number[] {
  return changes.flatMap(({ table }) => (typeof table === "number" ? table : []));
}
