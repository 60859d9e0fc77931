import { LARGE_UNDO, restoring, type SavedChange, stateOf, withStateBefore } from "@dailyleet/core";

/** Apart from `undo.ts`, because the first view's `status.ts` names a step, and must not import what undoes one. */

/** Changes that were made together and are undone together. */
export type Step = readonly SavedChange[];

/** What can be undone and what can be redone; the last step of each is the next one. */
export interface Steps {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const NO_STEPS: Steps = { done: [], undone: [] };

const MOST_STEPS = 100;

/** A new step ends redo: the undone steps may no longer fit. */
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

/** Undoing a large step saves a backup first. */
export function isLarge(step: Step): boolean {
  return step.length > LARGE_UNDO;
}
