import { applyChange, type Change, isDone, SOURCE_NUMBERS, type Ticks } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { addStep, inverse, isUndoKey, type Step } from "../../site/src/lib/undoSteps.ts";

const YEAR = 2026;
const cell = fc.record({ day: fc.integer({ min: 1, max: 365 }), source: fc.constantFrom(...SOURCE_NUMBERS) });

test("undoing every step goes back, step by step, through every state there was", () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 60 }), (clicks) => {
      let ticks: Ticks = {};
      let steps: readonly Step[] = [];
      const states: string[] = [];
      for (const clicked of clicks) {
        states.push(shown(ticks));
        const change: Change = { year: YEAR, ...clicked, done: !isDone(ticks, clicked) };
        steps = addStep(steps, [change]);
        ticks = applyChange(ticks, change);
      }
      for (const step of steps.toReversed()) {
        ticks = inverse(step).reduce(applyChange, ticks);
        expect(shown(ticks)).toBe(states.pop());
      }
    }),
  );
});

test("only the last hundred steps are remembered", () => {
  let steps: readonly Step[] = [];
  for (let day = 1; day <= 150; day++) steps = addStep(steps, [{ year: YEAR, day, source: 1, done: true }]);
  expect([steps.length, steps[0]?.[0]?.day, steps.at(-1)?.[0]?.day]).toEqual([100, 51, 150]);
});

// There are no elements outside a browser.
vi.stubGlobal("Element", class {});

const plain = { key: "z", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, target: null };

test.each([
  [{ ctrlKey: true }, true],
  [{ metaKey: true }, true],
  [{ ctrlKey: true, key: "Z" }, true],
  [{}, false],
  [{ ctrlKey: true, shiftKey: true }, false],
  [{ ctrlKey: true, altKey: true }, false],
  [{ ctrlKey: true, metaKey: true }, false],
  [{ ctrlKey: true, key: "y" }, false],
])("%j is the undo key: %s", (keys, expected) => {
  expect(isUndoKey({ ...plain, ...keys })).toBe(expected);
});

function shown(ticks: Ticks): string {
  const done = Object.keys(ticks).flatMap((day) =>
    SOURCE_NUMBERS.filter((source) => isDone(ticks, { day: Number(day), source })).map((source) => `${day}/${source}`),
  );
  return done.toSorted().join(" ");
}
