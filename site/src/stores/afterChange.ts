import { askForPersistence } from "../lib/persistence.ts";
import type { Step } from "../lib/undoSteps.ts";
import { $sync } from "./status.ts";
import { noteStep } from "./undo.ts";

/** What follows a change of the person; loaded with the first one, because nothing before needs it. */
export function afterChange(step: Step): void {
  noteStep(step);
}

const stop = $sync.subscribe(({ hasSaved }) => {
  if (!hasSaved) return;
  // Not yet defined when there is something to lose already.
  queueMicrotask(() => stop());
  void askForPersistence();
});
