import type { ReplicaStatus } from "@dailyleet/core";
import { atom } from "nanostores";
import type { Step } from "../data/undoSteps.ts";
import { NOTHING_TO_SAY } from "./statusText.ts";

/** How the person's changes stand. */
export const $sync = atom<ReplicaStatus>(NOTHING_TO_SAY);

/** In local mode, when the last export was long ago. */
export const $exportAge = atom("");
/** What was last done, for as long as the page offers to undo or redo it. */
export const $offer = atom<Offer | null>(null);

export interface Offer {
  /** What the person just did with the step. */
  readonly act: "do" | "undo" | "redo";
  /** Empty where there was nothing to undo or redo, which is told too. */
  readonly step: Step;
}
