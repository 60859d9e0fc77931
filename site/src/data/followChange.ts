import type { noteChange } from "./undo.ts";

/** Apart from `undo.ts`, which is loaded with the first change: nothing in the first view needs it. */

let note: typeof noteChange | null = null;

/** Notes a change for undo; from the second one on in the frame of the change itself. */
export function followChange(...made: Parameters<typeof noteChange>): void {
  if (note) note(...made);
  else void load(made).catch(() => {});
}

/** Undoes or redoes a step; importing in the order of the calls notes an earlier change first. */
export async function turnStep(turn: "undo" | "redo"): Promise<void> {
  const steps = await import("./undo.ts");
  await steps[turn]();
}

async function load(made: Parameters<typeof noteChange>): Promise<void> {
  ({ noteChange: note } = await import("./undo.ts"));
  note(...made);
}
