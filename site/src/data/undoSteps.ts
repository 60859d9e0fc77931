import { LARGE_UNDO, restoring, type SavedChange, stateOf, withStateBefore } from "@dailyleet/core";
import { isElsewhere } from "../app/keys.ts";

/** Changes that were made together and are undone together. */
export type Step = readonly SavedChange[];

/** What can be undone and what was, the last step at the end. */
export interface Steps {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const NO_STEPS: Steps = { done: [], undone: [] };

const MOST_STEPS = 100;

/** What was undone before a new step cannot be done again: it would not fit any more. */
export function addStep({ done }: Steps, step: Step): Steps {
  return { done: [...done, step].slice(-MOST_STEPS), undone: [] };
}

export function undoStep({ done, undone }: Steps): Steps {
  return { done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] };
}

export function redoStep({ done, undone }: Steps): Steps {
  return { done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) };
}

/** The changes that undo a step. */
export function inverse(step: Step): Step {
  return step.map((change) => withStateBefore(restoring(change), stateOf(change)));
}

/** Its undo is told, and keeps a copy first. */
export function isLarge(step: Step): boolean {
  return step.length > LARGE_UNDO;
}

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "target">;

/**
 * Ctrl+Z or Cmd+Z undoes, with Shift it does again, and so does Ctrl+Y; not where a field has keys of its own. Cmd+Y is
 * the browser's.
 */
export function stepKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyPress): "undo" | "redo" | null {
  if (ctrlKey === metaKey || altKey || isElsewhere(target)) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && ctrlKey && !shiftKey ? "redo" : null;
}
