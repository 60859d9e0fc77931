import {
  type CivilDate,
  dayOfYear,
  formatDate,
  monthDay,
  type SavedChange,
  type Source,
  sourceName,
  stripControls,
} from "@dailyleet/core";
import type { Look } from "../terminal/look.ts";
import type { ChangeResult } from "../tracker/tracker.ts";
import { stateName } from "./day.ts";

/** The day of a change; day 60 is 1 March. */
export function dateOf({ year, day }: Pick<SavedChange, "year" | "day">): CivilDate {
  return { year, ...monthDay(day) };
}

/** 'LeetCode, 2026-11-20: Done (was Untried)', a line for each change. */
export function renderChanges(
  changes: readonly SavedChange[],
  dateOf: (change: SavedChange) => CivilDate,
  sources: readonly Source[],
  { paint }: Pick<Look, "paint">,
): string {
  const lines = changes.map((change) => {
    const { source, done, was } = change;
    const state = paint(done ? "green" : "yellow", stateName(done));
    const news = done === was ? `already ${state}` : `${state} (was ${stateName(was)})`;
    return `${stripControls(sourceName(sources, source))}, ${formatDate(dateOf(change))}: ${news}\n`;
  });
  return lines.join("");
}

/** The answer of `tick` and `untick`: all changes are of one day. */
export function changesJson({ changes, saved }: ChangeResult, date: CivilDate, sources: readonly Source[]): object {
  return {
    version: 1,
    date: formatDate(date),
    day: dayOfYear(date),
    changes: changes.map(({ source, done, was }) => ({ source, name: sourceName(sources, source), done, was })),
    saved,
  };
}

/** `saved` is null where nothing was written. */
export interface DatedChanges extends Pick<ChangeResult, "changes"> {
  readonly saved: ChangeResult["saved"] | null;
}

/** The answer of commands whose changes may be of several days. */
export function datedChangesJson({ changes, saved }: DatedChanges, sources: readonly Source[]): object {
  const dated = changes.map((change) => {
    const { day, source, done, was } = change;
    return { date: formatDate(dateOf(change)), day, source, name: sourceName(sources, source), done, was };
  });
  const isWritten = changes.some(({ done, was }) => done !== was);
  return { version: 1, changes: dated, saved: isWritten ? saved : null };
}
