import { INITIAL_VIEW, press, screenOf, type ViewButton } from "@dailyleet/core";
import { expect, test } from "vitest";

/** All sequences of presses up to five long. */
function sequences(length: number): ViewButton[][] {
  if (length === 0) return [[]];
  const shorter = sequences(length - 1);
  const longest = shorter.filter((sequence) => sequence.length === length - 1);
  return [
    ...shorter,
    ...longest.flatMap((s) => [
      [...s, "switchView" as const],
      [...s, "switchCounter" as const],
    ]),
  ];
}

/** In words of the specification: each press flips the calendar, 'Switch View' chooses the questions for good. */
function expectedScreen(presses: readonly ViewButton[]): string {
  if (presses.length % 2 === 0) return "calendar";
  return presses.includes("switchView") ? "questions" : "counter";
}

test("the page opens with the calendar", () => {
  expect(screenOf(INITIAL_VIEW)).toBe("calendar");
});

test("after every sequence of up to five presses the screen is the one of the specification", () => {
  const all = sequences(5);
  expect(all).toHaveLength(63);
  for (const presses of all) {
    const state = presses.reduce(press, INITIAL_VIEW);
    expect(screenOf(state), presses.join(" ")).toBe(expectedScreen(presses));
  }
});

test("'Switch counter' shows the questions once 'Switch View' has been pressed", () => {
  const pressed: ViewButton[] = ["switchView", "switchView", "switchCounter"];
  expect(screenOf(pressed.reduce(press, INITIAL_VIEW))).toBe("questions");
});
