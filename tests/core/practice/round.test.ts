import {
  addDays,
  formatDate,
  isMarkable,
  type Mark,
  type Marks,
  markChoices,
  progressOf,
  roundAt,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomMarks } from "../support/randomMarks.ts";

const TODAY = { year: 2026, month: 11, day: 22 };
const DATE = formatDate(TODAY);

describe("a practice round", () => {
  /** The steps a to d; those of `done` are done. */
  const steps = (done: string) => [..."abcd"].map((key) => ({ key, isDone: done.includes(key) }));
  const keysAt = (done: string, key: string | null) => {
    const { current, next, skipped } = roundAt(steps(done), key);
    return [current, next, skipped].map((step) => step?.key ?? null);
  };

  it("begins with the first question that is not done", () => {
    expect(keysAt("", null)).toEqual(["a", "b", null]);
    expect(keysAt("ac", null)).toEqual(["b", "d", null]);
    expect(keysAt("", "not planned")).toEqual(["a", "b", null]);
  });

  it("stays at a question that gets its mark, and goes on from there", () => {
    expect(keysAt("b", "b")).toEqual(["b", "c", "a"]);
    expect(keysAt("bc", "b")).toEqual(["b", "d", "a"]);
  });

  it("tells what was skipped from what comes next", () => {
    expect(keysAt("bd", "d")).toEqual(["d", null, "a"]);
    expect(keysAt("bcd", "a")).toEqual(["a", null, null]);
  });

  it("is over when all is done, also with the last question still in view", () => {
    expect(roundAt(steps("abc"), "d")).toMatchObject({ place: "4 of 4", done: 3, isOver: false });
    expect(roundAt(steps("abcd"), "c")).toMatchObject({ current: { key: "c" }, next: null, skipped: null, done: 4 });
    expect(roundAt(steps("abcd"), null)).toMatchObject({ current: null, next: null, skipped: null, isOver: true });
    expect(roundAt([], null)).toMatchObject({ current: null, done: 0, isOver: true });
  });
});

describe("the marks to choose from", () => {
  const KEY = "leetcode.com/problems/two-sum";
  const withMark = (marks: Marks, key: string, mark: Mark): Marks => ({
    ...marks,
    [key]: { ...marks[key], [DATE]: mark },
  });

  it("say when each brings the question back, and which one today has", () => {
    const choices = markChoices({ [KEY]: { [DATE]: 2 } }, KEY, TODAY, null);
    expect(choices.map(({ mark, days, isGiven }) => [mark, days, isGiven])).toEqual([
      [1, 1, false],
      [2, 2, true],
      [3, 3, false],
      [4, 8, false],
    ]);
    expect(choices[3]?.due).toBe(formatDate(addDays(TODAY, 8)));
    expect(markChoices({}, "constructor", TODAY, null).some(({ isGiven }) => isGiven)).toBe(false);
  });

  it("promise the day on which the marked question then comes back, with and without a plan", () => {
    const plans = fc.constantFrom(null, { until: addDays(TODAY, 20) }, { until: addDays(TODAY, -3) });
    fc.assert(
      fc.property(randomMarks, plans, (marks, plan) => {
        for (const key of Object.keys(marks).filter(isMarkable)) {
          for (const { mark, due } of markChoices(marks, key, TODAY, plan)) {
            expect(progressOf(withMark(marks, key, mark), key, TODAY, plan).due).toBe(due);
          }
        }
      }),
    );
  });
});
