import type { Cell, Change } from "./changes.ts";

/**
 * The identity of cells. Separate from `changes.ts`: the sign-in screen looks for unsent changes without loading the
 * tables.
 */

/** 'YYYY/day/source', 'marks/question/YYYY-MM-DD' or 'settings/key/part': equal exactly for the same cell. */
export function cellKey({ table, row, column }: Cell): string {
  return `${table}/${row}/${column}`;
}

export function cellKeys(cells: readonly Cell[]): Set<string> {
  return new Set(cells.map(cellKey));
}

/** The last change of each cell, ordered by when that change was made. */
export function coalesce<T extends { readonly change: Change }>(list: readonly T[]): T[] {
  const last = new Map<string, T>();
  for (const item of list) {
    const key = cellKey(item.change);
    last.delete(key);
    last.set(key, item);
  }
  return [...last.values()];
}
