import type { MadeChange } from "@dailyleet/core";
import { atom } from "nanostores";

/** The last step, while the toast offers to undo or redo it. */
export const $offer = atom<Offer | null>(null);

/** Changes that were made together and are undone together. */
export type Step = readonly MadeChange[];

export interface Offer {
  /** What the person just did with the step. */
  readonly act: "do" | "undo" | "redo";
  /** Empty when there was nothing to undo or redo; the toast says so. */
  readonly step: Step;
}
