import {
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
import type { Look } from "../terminal/look.ts";
import { cellName, type Naming } from "../tracker/naming.ts";
import type { ChangeResult, DatedChanges } from "../tracker/tracker.ts";
import { stateName } from "./day.ts";

/** The day of a tick as `YYYY-MM-DD`; day 60 is 1 March. */
export function dateOf({ year, day }: { readonly year: number; readonly day: number }): string {
  return formatDate({ year, ...monthDay(day) });
}

/** 'LeetCode, 2026-11-20: Done (was Untried)', a line for each change. */
export function renderChanges(changes: readonly SavedChange[], naming: Naming, { paint }: Pick<Look, "paint">): string {
  const lines = changes.map((change) => {
    const state = paint(stateOf(change) ? "green" : "dim", wordFor(change));
    const news = isReal(change) ? `${state} (was ${wordFor(restoring(change))})` : `already ${state}`;
    return `${cellName(change, naming)}: ${news}\n`;
  });
  return lines.join("");
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
