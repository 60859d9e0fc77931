import { overlay } from "../ticks/pending.ts";
import { NO_TICKS, type Ticks, type TicksByYear } from "../ticks/ticks.ts";
import { keepSameDays } from "./sameDays.ts";
import { pendingOf, type ReplicaState } from "./state.ts";

/** What a person is shown of a year. Days that say the same keep their identity from one view to the next. */
export type ShownYear =
  /** The server's ticks are not known; `ticks` holds the person's own unsent changes alone. */
  | { readonly status: "unknown"; readonly ticks: Ticks }
  /** The server's ticks, as far as `from` is to be believed, with the person's own unsent changes over them. */
  | { readonly status: "known"; readonly from: "server" | "cache" | "assumption"; readonly ticks: Ticks };

/** The view of a year; `previous` itself where it says the same. */
export function viewOf(state: ReplicaState, year: number, previous?: ShownYear): ShownYear {
  const copy = state.copies.get(year);
  const shown = overlay(copy?.ticks ?? NO_TICKS, pendingOf(state), year);
  const ticks = previous ? keepSameDays(previous.ticks, shown) : shown;
  const view: ShownYear = copy ? { status: "known", from: copy.from, ticks } : { status: "unknown", ticks };
  return previous && isSameView(view, previous) ? previous : view;
}

function isSameView(a: ShownYear, b: ShownYear): boolean {
  const originOf = (view: ShownYear) => (view.status === "known" ? view.from : null);
  return a.ticks === b.ticks && originOf(a) === originOf(b);
}

/** What is shown of these years, by year. */
export function shownTicks(replica: { year(year: number): ShownYear }, years: readonly number[]): TicksByYear {
  return Object.fromEntries(years.map((year) => [year, replica.year(year).ticks]));
}

/** Whether two states show the same in every year; then no view has to be made anew. */
export function showSame(a: ReplicaState, b: ReplicaState): boolean {
  return a.copies === b.copies && a.unsent === b.unsent && a.unkept === b.unkept;
}
