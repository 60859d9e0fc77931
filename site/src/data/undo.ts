import { isMarkChange, plain } from "@dailyleet/core";
import { $offer } from "../app/status.ts";
import { showYear } from "../app/today.ts";
import { submit } from "../replica/connection.ts";
import { addStep, inverse, isLarge, NO_STEPS, redoStep, type Step, stepKey, undoStep } from "./undoSteps.ts";

let steps = NO_STEPS;

/** Something that the person just did and may want to take back. */
export function noteStep(step: Step): void {
  steps = addStep(steps, step);
  $offer.set({ kind: "undo", step });
}

export function withdrawOffer(): void {
  $offer.set(null);
}

/** Takes back the last step of this visit that was not taken back yet. That is a change like any other. */
export async function undo(): Promise<void> {
  const step = steps.done.at(-1);
  if (step === undefined) return;
  if (isLarge(step)) {
    const { saveUndone } = await import("./undoneCopy.ts");
    // The key was pressed twice.
    if (steps.done.at(-1) !== step) return;
    saveUndone(step);
  }
  steps = undoStep(steps);
  $offer.set({ kind: "redo", step });
  await make(inverse(step));
}

/** Does again what was taken back last, until something new is done. */
export async function redo(): Promise<void> {
  const step = steps.undone.at(-1);
  if (step === undefined) return;
  steps = redoStep(steps);
  $offer.set({ kind: "undo", step });
  await make(step);
}

async function make(step: Step): Promise<void> {
  const tick = step.find((change) => !isMarkChange(change));
  if (tick) showYear(tick.year);
  await submit(step.map(plain));
}

/** Hears the keys until the person is gone: nobody takes back what somebody else did. */
export function followSteps(signal: AbortSignal): void {
  document.addEventListener("keydown", pressKey, { signal });
  signal.addEventListener("abort", () => {
    steps = NO_STEPS;
    withdrawOffer();
  });
}

function pressKey(event: KeyboardEvent): void {
  const key = stepKey(event);
  if (key === null) return;
  event.preventDefault();
  void (key === "undo" ? undo() : redo());
}
