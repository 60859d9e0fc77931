import { isMarkChange, plain } from "@dailyleet/core";
import { speak } from "../app/speech.ts";
import { $offer, type Offer } from "../app/status.ts";
import { showChanged } from "../calendar/goToDay.ts";
import { submit } from "../replica/connection.ts";
import { spokenText } from "./offerText.ts";
import { addStep, inverse, isLarge, NO_STEPS, redoStep, type Step, undoStep } from "./undoSteps.ts";

let steps = NO_STEPS;

/** Something that the person just did and may want to take back. */
export function noteStep(step: Step): void {
  steps = addStep(steps, step);
  $offer.set({ act: "do", step });
}

export function withdrawOffer(): void {
  $offer.set(null);
}

/** Undoes the last step of this visit that is not undone yet. That is a change like any other. */
export async function undo(): Promise<void> {
  const step = steps.done.at(-1);
  if (step === undefined) return tell({ act: "undo", step: [] });
  if (isLarge(step)) {
    const { saveUndone } = await import("./undoneCopy.ts");
    // The key was pressed twice.
    if (steps.done.at(-1) !== step) return;
    saveUndone(step);
  }
  steps = undoStep(steps);
  tell({ act: "undo", step });
  await make(inverse(step));
}

/** Redoes what was undone last, until something new is done. */
export async function redo(): Promise<void> {
  const step = steps.undone.at(-1);
  if (step === undefined) return tell({ act: "redo", step: [] });
  steps = redoStep(steps);
  tell({ act: "redo", step });
  await make(step);
}

function tell(offer: Offer): void {
  $offer.set(offer);
  speak(spokenText(offer));
}

async function make(step: Step): Promise<void> {
  const tick = step.find((change) => !isMarkChange(change));
  if (tick) showChanged(tick);
  await submit(step.map(plain));
}

/** Forgets the steps when the person is gone: nobody takes back what somebody else did. */
export function forgetStepsAt(signal: AbortSignal): void {
  signal.addEventListener("abort", () => {
    steps = NO_STEPS;
    withdrawOffer();
  });
}
