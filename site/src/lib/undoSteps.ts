import type { Change } from "@dailyleet/core";
import { isElsewhere } from "./keys.ts";

/** Changes that were made together and are undone together. Each turned its cell round. */
export type Step = readonly Change[];

const MOST_STEPS = 100;

export function addStep(steps: readonly Step[], step: Step): readonly Step[] {
  return [...steps, step].slice(-MOST_STEPS);
}

/** The changes that undo a step. */
export function inverse(step: Step): Change[] {
  return step.map((change) => ({ ...change, done: !change.done }));
}

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "target">;

/** Ctrl+Z or Cmd+Z and no other key with them, where no field has one of its own. */
export function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyPress): boolean {
  return key.toLowerCase() === "z" && ctrlKey !== metaKey && !shiftKey && !altKey && !isElsewhere(target);
}
