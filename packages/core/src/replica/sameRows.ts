import { own } from "../basics.ts";
import type { CellState, Cells } from "../changes/changes.ts";

type Row = Readonly<Record<string, CellState | undefined>>;

/**
 * `next` with the row objects of `previous` wherever the row is the same, so that views skip it; `previous` itself
 * when no row differs.
 */
export function keepSameRows<C extends Cells>(previous: C, next: C): C {
  if (haveSameRows(previous, next)) return previous;
  const [before, after] = [rowsOf(previous), rowsOf(next)];
  const merged: Record<string, Row> = {};
  for (const name of Object.keys(after)) {
    const kept = areSame(own(before, name), after[name]) ? own(before, name) : after[name];
    if (kept) merged[name] = kept;
  }
  // A row that is gone said nothing, or it is gone here, too.
  for (const name of Object.keys(before)) {
    const row = before[name];
    if (row && !Object.hasOwn(after, name) && areSame(row)) merged[name] = row;
  }
  return merged as unknown as C;
}

/** Whether no row differs. */
export function haveSameRows(a: Cells, b: Cells): boolean {
  const [one, other] = [rowsOf(a), rowsOf(b)];
  const isSame = (name: string) => areSame(own(one, name), own(other, name));
  return Object.keys(one).every(isSame) && Object.keys(other).every(isSame);
}

/** A cell that is absent, false or 0 says the same. */
function areSame(before: Row = {}, after: Row = {}): boolean {
  if (before === after) return true;
  const isSame = (name: string) => (before[name] || 0) === (after[name] || 0);
  return Object.keys(before).every(isSame) && Object.keys(after).every(isSame);
}

function rowsOf(cells: Cells): Readonly<Record<string, Row>> {
  return cells as Readonly<Record<string, Row>>;
}
