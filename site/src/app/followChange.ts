import type { afterChange } from "../data/afterChange.ts";
import type { Step } from "../data/undoSteps.ts";
import type { Connection } from "../replica/connection.ts";

let follow: typeof afterChange | null = null;

/** What follows a change is loaded with the first one; that of a later one shows in the frame of the change itself. */
export function followChange(step: Step, connection: Connection): void {
  if (follow) follow(step, connection);
  else void load(step, connection).catch(() => {});
}

async function load(step: Step, connection: Connection): Promise<void> {
  const part = await import("../data/afterChange.ts");
  follow = part.afterChange;
  follow(step, connection);
}
