import { hasEffect, type MadeChange, screenOf } from "@dailyleet/core";
import { atom } from "nanostores";
import { $connection } from "../replica/connection.ts";
import { $view } from "../view/view.ts";

/** Changes that were made together and are undone together. */
export type Step = readonly MadeChange[];

export interface Offer {
  /** What the person just did with the step. */
  readonly act: "do" | "undo" | "redo";
  /** Empty when there was nothing to undo or redo; the toast says so. */
  readonly step: Step;
}

/** The last step, while the toast offers to undo or redo it. */
export const $offer = atom<Offer | null>(null);

export const withdrawOffer = () => $offer.set(null);

const MOST_STEPS = 100;

/** The person's steps to undo and to redo, the last at the end. */
export let stacks: Stacks = { done: [], undone: [] };

interface Stacks {
  readonly done: Step[];
  readonly undone: Step[];
}

// Never offer a step to another person, nor on another screen.
$connection.listen(() => {
  stacks = { done: [], undone: [] };
  withdrawOffer();
});
$view.listen((view, before) => before && screenOf(view) !== screenOf(before) && withdrawOffer());

/** Records what a change did as one step, and offers to undo it. */
export function record(made: Step): void {
  const step = made.filter(hasEffect);
  if (step.length === 0) return;
  stacks = {
    done: [...stacks.done, step].slice(-MOST_STEPS),
    // A new change may contradict the undone steps.
    undone: [],
  };
  $offer.set({ act: "do", step });
}
