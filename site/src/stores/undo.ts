import { addStep, inverse, isUndoKey, type Step } from "../lib/undoSteps.ts";
import { $line } from "./line.ts";
import { $offer } from "./status.ts";
import { submit } from "./submit.ts";
import { expectCell } from "./ticks.ts";
import { showYear } from "./today.ts";

let steps: readonly Step[] = [];

/** Something that the person just did and may want to take back. */
export function noteStep(step: Step): void {
  steps = addStep(steps, step);
  $offer.set(step);
}

export function withdrawOffer(): void {
  $offer.set(null);
}

/** Takes back the last step of this visit that was not taken back yet. That is a change like any other. */
export async function undo(): Promise<void> {
  const step = steps.at(-1);
  if (step?.[0] === undefined) return;
  steps = steps.slice(0, -1);
  withdrawOffer();
  showYear(step[0].year);
  const changes = inverse(step);
  for (const change of changes) expectCell(change);
  await submit(changes);
}

// Nobody takes back what somebody else did.
$line.listen(() => {
  steps = [];
  withdrawOffer();
});

document.addEventListener("keydown", (event) => {
  if (!isUndoKey(event)) return;
  event.preventDefault();
  void undo();
});
