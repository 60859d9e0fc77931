import { type ImportPlan, type Source, sourceName, stripControls } from "@dailyleet/core";
import { oneLine } from "../terminal/print.ts";
import type { ChangeResult } from "../tracker/tracker.ts";
import { dateOf } from "./changes.ts";

export interface ImportView {
  readonly plan: ImportPlan;
  /** Names in the file that stand for no source. */
  readonly unknown: readonly string[];
  /** Null when nothing was written. */
  readonly saved: ChangeResult["saved"] | null;
}

/** What an import adds, or would add: a line for each tick, what was left out, then the counts. */
export function renderImport({ plan, unknown, saved }: ImportView, sources: readonly Source[]): string {
  const { changes, here, there, together, ahead } = plan;
  const lines = changes.map(
    (change) => `${dateOf(change)} ${stripControls(sourceName(sources, change.source))}: Done\n`,
  );
  const verb = saved === null && changes.length > 0 ? "would be added" : "added";
  const left = ahead > 0 ? ` ${ahead} of years that have not begun were left out.` : "";
  const names = unknown.map((name) => `Left out, as no source has the name: ${oneLine(name)}\n`);
  return `${lines.join("")}${names.join("")}Here ${here}, there ${there}, together ${together}: ${changes.length} ${verb}.${left}\n`;
}

export function importJson({ plan, unknown, saved }: ImportView, sources: readonly Source[]): object {
  const { here, there, together, ahead } = plan;
  const changes = plan.changes.map((change) => ({
    date: dateOf(change),
    day: change.day,
    source: change.source,
    name: sourceName(sources, change.source),
  }));
  return { version: 1, here, there, together, ahead, unknown, changes, saved };
}
