import type { Cell, Change } from "./changes.ts";

/**
 * The identity of cells. Separate from `changes.ts`, so that the sign-in screen finds unsent changes without loading
 * it.
 */

/**
 * 'YYYY/day/source', 'marks/question/YYYY-MM-DD' or 'settings/key/part'. Two cells have the same key only if they are
 * one.
 */
export function cellKey({ table, row, column }: Cell): string {
  return `${table}/${row}/${column}`;
}

export function cellKeys(cells: readonly Cell[]): Set<string> {
  return new Set(cells.map(cellKey));
}

/** The last change of each cell, in the order of the list. */
export function coalesce<T extends { readonly change: Change }>(list: readonly T[]): T[] {
  const last = new Map<string, T>();
  for (const item of list) {
    const key = cellKey(item.change);
    last.delete(key);
    last.set(key, item);
  }
  return [...last.values()];
}
