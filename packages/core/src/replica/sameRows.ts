import type { CellState, Cells } from "../changes/changes.ts";

type Row = Readonly<Record<string, CellState | undefined>>;

/**
 * `next` with the row objects of `previous` wherever the row is the same, so that views skip it; `previous` itself
 * when no row differs.
 */
export function keepSameRows<C extends Cells>(previous: C, next: C): C {
  const [before, after] = [previous, next] as Readonly<Record<string, Row>>[] as [
    Record<string, Row>,
    Record<string, Row>,
  ];
  const merged: Record<string, Row> = {};
  let isSame = true;
  for (const name of Object.keys({ ...before, ...after })) {
    const isSameRow = areSame(own(before, name), own(after, name));
    if (!isSameRow) isSame = false;
    const kept = own(isSameRow ? before : after, name);
    if (kept) merged[name] = kept;
  }
  return isSame ? previous : (merged as unknown as C);
}

/** Whether no row differs. */
export function haveSameRows(a: Cells, b: Cells): boolean {
  const [one, other] = [a, b] as Readonly<Record<string, Row>>[] as [Record<string, Row>, Record<string, Row>];
  const isSame = (name: string) => areSame(own(one, name), own(other, name));
  return Object.keys(one).every(isSame) && Object.keys(other).every(isSame);
}

/** A cell that is absent, false or 0 says the same. */
function areSame(before: Row = {}, after: Row = {}): boolean {
  if (before === after) return true;
  return Object.keys({ ...before, ...after }).every((name) => (before[name] || 0) === (after[name] || 0));
}

function own(rows: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}
