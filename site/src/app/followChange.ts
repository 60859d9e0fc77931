import type { afterChange } from "../data/afterChange.ts";

let follow: typeof afterChange | null = null;

/** What follows a change is loaded with the first one; that of a later one shows in the frame of the change itself. */
export function followChange(...made: Parameters<typeof afterChange>): void {
  if (follow) follow(...made);
  else void load(made).catch(() => {});
}

/** What Ctrl+Z and the like ask for. A change that was made just before is noted first. */
export async function turnStep(turn: "undo" | "redo"): Promise<void> {
  await import("../data/afterChange.ts");
  const steps = await import("../data/undo.ts");
  await steps[turn]();
}

async function load(made: Parameters<typeof afterChange>): Promise<void> {
  const part = await import("../data/afterChange.ts");
  follow = part.afterChange;
  follow(...made);
}
