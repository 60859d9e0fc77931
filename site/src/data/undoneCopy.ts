import { applyChange, exportDocument, formatDate, isMarkChange, NO_MARKS, NO_TICKS, type Ticks } from "@dailyleet/core";
import { $today } from "../app/today.ts";
import { saveFile } from "./saveFile.ts";
import type { Step } from "./undoSteps.ts";

/** Saves what an undo is about to take back as a file that can be imported again. It asks no server. */
export function saveUndone(step: Step): void {
  const today = $today.get();
  if (today === null) return;
  const ticks: Record<number, Ticks> = {};
  let marks = NO_MARKS;
  for (const change of step) {
    if (isMarkChange(change)) marks = applyChange(marks, change);
    else ticks[change.year] = applyChange(ticks[change.year] ?? NO_TICKS, change);
  }
  const text = `${JSON.stringify(exportDocument({ ticks, marks }))}\n`;
  saveFile(`dailyleet-${formatDate(today)}-undone.json`, "application/json", text);
}
