import { isMarkChange, type ReplicaStatus, type SavedMark, type TickChange, withStateBefore } from "@dailyleet/core";
import { askForPersistence } from "../app/persistence.ts";
import { $sync } from "../app/status.ts";
import { $connection, type Connection } from "../replica/connection.ts";
import { forgetStepsAt, noteStep } from "./undo.ts";

let followed: Connection | null = null;

/** What follows a change of the connection's person; loaded with the first one, because nothing before needs it. */
export function afterChange(changes: readonly (TickChange | SavedMark)[], connection: Connection): void {
  // Else it could be offered to somebody else.
  if ($connection.get() !== connection) return;
  if (followed !== connection) {
    followed = connection;
    forgetStepsAt(connection.signal);
    askOnceSaved(connection.signal);
  }
  // A tick turned its cell round.
  noteStep(changes.map((change) => (isMarkChange(change) ? change : withStateBefore(change, !change.done))));
}

/** From the first tick that is saved on there is something to lose. */
function askOnceSaved(signal: AbortSignal): void {
  const ask = ({ hasSaved }: ReplicaStatus) => {
    if (!hasSaved) return;
    stop();
    void askForPersistence();
  };
  const stop = $sync.listen(ask);
  ask($sync.get());
  signal.addEventListener("abort", stop);
}
