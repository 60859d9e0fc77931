import { askForPersistence } from "../lib/persistence.ts";
import type { Step } from "../lib/undoSteps.ts";
import { $connection, type Connection } from "../replica/connection.ts";
import { $sync } from "./status.ts";
import { noteStep } from "./undo.ts";

/** What follows a change of the connection's person; loaded with the first one, because nothing before needs it. */
export function afterChange(step: Step, connection: Connection): void {
  // Else it could be offered to somebody else.
  if ($connection.get() === connection) noteStep(step);
}

const stop = $sync.subscribe(({ hasSaved }) => {
  if (!hasSaved) return;
  // Not yet defined when there is something to lose already.
  queueMicrotask(() => stop());
  void askForPersistence();
});
