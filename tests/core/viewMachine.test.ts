import { INITIAL_VIEW, press, screenOf, type ViewButton } from "@dailyleet/core";
import { expect, test } from "vitest";

const BUTTONS: readonly ViewButton[] = ["switchView", "switchCounter"];
const longer = (all: readonly ViewButton[][]) =>
  all.flatMap((presses) => BUTTONS.map((button) => [...presses, button]));

/** The specification's words: each press flips the calendar; 'Switch View' chooses the questions for good. */
function expectedScreen(presses: readonly ViewButton[]): string {
  if (presses.length % 2 === 0) return "calendar";
  return presses.includes("switchView") ? "questions" : "counter";
}

test("after every sequence of up to five presses the screen is the one of the specification", () => {
  let sequences: ViewButton[][] = [[]];
  for (let length = 0; length <= 5; length++, sequences = longer(sequences)) {
    expect(sequences).toHaveLength(2 ** length);
    for (const presses of sequences) {
      expect(screenOf(presses.reduce(press, INITIAL_VIEW)), presses.join(" ")).toBe(expectedScreen(presses));
    }
  }
});
