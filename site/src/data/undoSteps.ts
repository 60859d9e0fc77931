import { isMarkChange, type SavedMark, type TickChange } from "@dailyleet/core";
import { isElsewhere } from "../app/keys.ts";

/** Changes that were made together and are undone together. A tick turned its cell round; a mark knows the one before. */
export type Step = readonly (TickChange | SavedMark)[];

/** What can be undone and what was, the last step at the end. */
export interface Steps {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const NO_STEPS: Steps = { done: [], undone: [] };

const MOST_STEPS = 100;
/** The undo of a longer step is told, and keeps a copy first. */
const LARGE = 20;

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
  return step.map((change) =>
    isMarkChange(change) ? { ...change, mark: change.was, was: change.mark } : { ...change, done: !change.done },
  );
}

export function isLarge(step: Step): boolean {
  return step.length > LARGE;
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
