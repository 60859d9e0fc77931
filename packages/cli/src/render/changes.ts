import {
  type Cell,
  type Change,
  type CivilDate,
  dayOfYear,
  formatDate,
  isMarkChange,
  isReal,
  MARK_WORDS,
  monthDay,
  restoring,
  type SavedChange,
  type SavedTick,
  type Source,
  sourceName,
  stateOf,
} from "@dailyleet/core";
import { aheadText } from "../terminal/dates.ts";
import type { Look } from "../terminal/look.ts";
import { oneLine } from "../terminal/print.ts";
import type { ChangeResult, DatedChanges } from "../tracker/tracker.ts";
import { stateName } from "./day.ts";

/** The day of a tick; day 60 is 1 March. */
function dayOf({ year, day }: { readonly year: number; readonly day: number }): CivilDate {
  return { year, ...monthDay(day) };
}

/** The same as `YYYY-MM-DD`. */
export function dateOf(cell: { readonly year: number; readonly day: number }): string {
  return formatDate(dayOf(cell));
}

/** 'LeetCode, 2026-11-20: Done (was Untried)', a line for each change. `date` where the ticks' own is not the one asked for. */
export function renderChanges(
  changes: readonly SavedChange[],
  sources: readonly Source[],
  { paint }: Pick<Look, "paint">,
  today: CivilDate,
  date?: CivilDate,
): string {
  const lines = changes.map((change) => {
    const state = paint(stateOf(change) ? "green" : "dim", wordFor(change));
    const news = isReal(change) ? `${state} (was ${wordFor(restoring(change))})` : `already ${state}`;
    return `${cellName(change, sources, today, date)}: ${news}\n`;
  });
  return lines.join("");
}

/** 'LeetCode, 2026-11-20', 'LeetCode, 2027-12-30, in 359 days' or 'leetcode.com/problems/two-sum, 2026-11-20' */
export function cellName(cell: Cell, sources: readonly Source[], today: CivilDate, date?: CivilDate): string {
  if (isMarkChange(cell)) return `${oneLine(cell.question)}, ${cell.date}`;
  const day = date ?? dayOf(cell);
  return `${oneLine(sourceName(sources, cell.source))}, ${formatDate(day)}${aheadText(day, today)}`;
}

/** 'Done' or 'Untried'; a mark's word. */
export function wordFor(change: Change): string {
  return isMarkChange(change) ? MARK_WORDS[change.mark] : stateName(change.done);
}

/** The answer of `tick` and `untick`: all changes are of one day. */
export function changesJson({ changes, saved }: ChangeResult, date: CivilDate, sources: readonly Source[]): object {
  const ticks = changes.filter((change): change is SavedTick => !isMarkChange(change));
  return {
    version: 1,
    date: formatDate(date),
    day: dayOfYear(date),
    changes: ticks.map(({ source, done, was }) => ({ source, name: sourceName(sources, source), done, was })),
    saved,
  };
}

/** The answer of commands whose changes may be of several days. */
export function datedChangesJson({ changes, saved }: DatedChanges, sources: readonly Source[]): object {
  const dated = changes.map((change) => {
    if (isMarkChange(change)) {
      const { question, date, mark, was } = change;
      return { date, question, mark: MARK_WORDS[mark], was: MARK_WORDS[was] };
    }
    const { day, source, done, was } = change;
    return { date: dateOf(change), day, source, name: sourceName(sources, source), done, was };
  });
  return { version: 1, changes: dated, saved: changes.some(isReal) ? saved : null };
}
