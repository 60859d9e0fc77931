import { type Cells, type Change, cellKey, cellsOf, type Held, hold, type Part, stateOf } from "../changes/changes.ts";
import { overlay } from "../changes/pending.ts";
import type { Marks } from "../practice/marks.ts";
import type { Ticks, TicksByYear } from "../ticks/ticks.ts";
import { keepSameRows } from "./sameRows.ts";
import { pendingOf, type ReplicaState } from "./state.ts";

/** How much is known of what the server holds. */
type Knowledge =
  /** Nothing: the person's own unsent changes alone are shown. */
  | { readonly status: "unknown" }
  /** As far as `from` is to be believed, with the person's own unsent changes over it. */
  | { readonly status: "known"; readonly from: "server" | "cache" | "assumption" };

/** What a person is shown of a part. Rows that say the same keep their identity from one view to the next. */
export type Shown = Knowledge & Held;
export type ShownYear = Extract<Shown, { readonly ticks: Ticks }>;
export type ShownMarks = Extract<Shown, { readonly marks: Marks }>;

/** The view of a part; `previous` itself where it says the same. */
export function viewOf(state: ReplicaState, part: Part, previous?: Shown): Shown {
  const copy = state.copies.get(part);
  const shown = overlay<Cells>(copy?.cells ?? {}, pendingOf(state), part);
  const held = hold(part, previous ? keepSameRows(cellsOf(previous), shown) : shown);
  const view: Shown = copy ? { status: "known", from: copy.from, ...held } : { status: "unknown", ...held };
  return previous && isSameView(view, previous) ? previous : view;
}

function isSameView(a: Shown, b: Shown): boolean {
  const originOf = (view: Shown) => (view.status === "known" ? view.from : null);
  return cellsOf(a) === cellsOf(b) && originOf(a) === originOf(b);
}

/** What is shown of these years, by year. */
export function shownTicks(replica: { year(year: number): ShownYear }, years: readonly number[]): TicksByYear {
  return Object.fromEntries(years.map((year) => [year, replica.year(year).ticks]));
}

/** Whether two states show the same in every part, as on a change's way to the disk; then no view has to be made anew. */
export function showSame(a: ReplicaState, b: ReplicaState): boolean {
  if (a.copies !== b.copies) return false;
  if (a.unsent === b.unsent && a.unkept === b.unkept) return true;
  const [before, now] = [pendingOf(a), pendingOf(b)];
  return before.length === now.length && now.every((change, index) => isSame(change, before[index] as Change));
}

function isSame(a: Change, b: Change): boolean {
  return cellKey(a) === cellKey(b) && stateOf(a) === stateOf(b);
}
