import { askForPersistence } from "../lib/persistence.ts";
import type { Step } from "../lib/undoSteps.ts";
import { $line, type Line } from "./line.ts";
import { $sync } from "./status.ts";
import { noteStep } from "./undo.ts";

/** What follows a change of the line's person; loaded with the first one, because nothing before needs it. */
export function afterChange(step: Step, line: Line): void {
  // Else it could be offered to somebody else.
  if ($line.get() === line) noteStep(step);
}

const stop = $sync.subscribe(({ hasSaved }) => {
  if (!hasSaved) return;
  // Not yet defined when there is something to lose already.
  queueMicrotask(() => stop());
  void askForPersistence();
});
