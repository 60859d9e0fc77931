import type { ReplicaStatus } from "@dailyleet/core";
import { atom } from "nanostores";
import type { Step } from "../data/undoSteps.ts";
import { NOTHING_TO_SAY } from "./statusText.ts";

/** How the person's changes stand. */
export const $sync = atom<ReplicaStatus>(NOTHING_TO_SAY);

/** In local mode, when the last export was long ago. */
export const $exportAge = atom("");
/** The last step, for as long as the page offers to undo it or to do it again. */
export const $offer = atom<Offer | null>(null);

export interface Offer {
  readonly kind: "undo" | "redo";
  /** Empty where there is nothing to offer, which is told too. */
  readonly step: Step;
}
