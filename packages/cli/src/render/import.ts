import { formatDate, type ImportPlan, type Source, sourceName, stripControls } from "@dailyleet/core";
import type { ChangeResult } from "../tracker/tracker.ts";
import { dateOf } from "./changes.ts";

export interface ImportView {
  readonly plan: ImportPlan;
  /** Null when nothing was written. */
  readonly saved: ChangeResult["saved"] | null;
}

/** What an import adds, or would add: a line for each tick, then the counts. */
export function renderImport({ plan, saved }: ImportView, sources: readonly Source[]): string {
  const { changes, here, there, together, ahead } = plan;
  const lines = changes.map(
    (change) => `${formatDate(dateOf(change))} ${stripControls(sourceName(sources, change.source))}: Done\n`,
  );
  const verb = saved === null && changes.length > 0 ? "would be added" : "added";
  const left = ahead > 0 ? ` ${ahead} of years that have not begun were left out.` : "";
  return `${lines.join("")}Here ${here}, there ${there}, together ${together}: ${changes.length} ${verb}.${left}\n`;
}

export function importJson({ plan, saved }: ImportView, sources: readonly Source[]): object {
  const { here, there, together, ahead } = plan;
  const changes = plan.changes.map((change) => ({
    date: formatDate(dateOf(change)),
    day: change.day,
    source: change.source,
    name: sourceName(sources, change.source),
  }));
  return { version: 1, here, there, together, ahead, changes, saved };
}
