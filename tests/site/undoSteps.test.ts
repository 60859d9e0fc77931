import { applyChange, isDone, SOURCE_NUMBERS, type Ticks } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Step } from "../../site/src/app/status.ts";
import { addStep, inverse, NO_STEPS, redoStep, undoStep } from "../../site/src/data/undo.ts";

const YEAR = 2026;
const cell = fc.record({ day: fc.integer({ min: 1, max: 365 }), source: fc.constantFrom(...SOURCE_NUMBERS) });

test("undo and redo go through the states that there were, until something new is done", () => {
  const asked = fc.oneof({ weight: 3, arbitrary: cell }, fc.constant("undo" as const), fc.constant("redo" as const));
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 80 }), (list) => {
      let steps = NO_STEPS;
      let ticks: Ticks = {};
      const states = [shown(ticks)];
      let place = 0;
      for (const next of list) {
        if (next === "undo") {
          ticks = inverse(steps.done.at(-1) ?? []).reduce(applyChange, ticks);
          steps = undoStep(steps);
          place = Math.max(0, place - 1);
        } else if (next === "redo") {
          ticks = (steps.undone.at(-1) ?? []).reduce(applyChange, ticks);
          steps = redoStep(steps);
          place = Math.min(states.length - 1, place + 1);
        } else {
          const was = isDone(ticks, next);
          const step: Step = [{ year: YEAR, ...next, done: !was, was }];
          ticks = step.reduce(applyChange, ticks);
          steps = addStep(steps, step);
          states.splice(++place, Number.POSITIVE_INFINITY, shown(ticks));
        }
        expect(shown(ticks)).toBe(states[place]);
      }
    }),
  );
});

test("only the last hundred steps are remembered", () => {
  let steps = NO_STEPS;
  for (let day = 1; day <= 150; day++) steps = addStep(steps, [{ year: YEAR, day, source: 1, done: true, was: false }]);
  expect(steps.done).toHaveLength(100);
  expect([steps.done[0]?.[0], steps.done.at(-1)?.[0]]).toMatchObject([{ day: 51 }, { day: 150 }]);
});

test("a mark goes back to the one before, and forward again", () => {
  const step: Step = [{ question: "a", date: "2026-11-21", mark: 1, was: 3 }];
  expect(inverse(step)).toEqual([{ question: "a", date: "2026-11-21", mark: 3, was: 1 }]);
  expect(inverse(inverse(step))).toEqual(step);
});

function shown(ticks: Ticks): string {
  const done = Object.keys(ticks).flatMap((day) =>
    SOURCE_NUMBERS.filter((source) => isDone(ticks, { day: Number(day), source })).map((source) => `${day}/${source}`),
  );
  return done.toSorted().join(" ");
}
