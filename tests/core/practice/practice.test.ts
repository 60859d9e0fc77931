import {
  dailyPlan,
  type Marks,
  practiceOf,
  practiceSummary,
  progressOf,
  type Question,
  questionKey,
  suggest,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { question } from "../support/fixtures.ts";
import { HOSTILE_KEYS, randomMarks } from "../support/randomMarks.ts";

const TODAY = { year: 2026, month: 11, day: 21 };

const A = question("a", { tags: ["array", "Easy"] });
const B = question("b", { tags: ["Array"] });
const C = question("c", { tags: ["two pointers"] });
const D = question("d");
/** A's page with another scheme, host prefix and query: the same question as A. */
const AGAIN = question("A once more", { tags: ["array"], link: "http://www.leetcode.com/problems/a?ref=x" });
const MANY = Array.from({ length: 9 }, (_, index) => question(`q${index}`));
const key = (name: string) => `leetcode.com/problems/${name}`;
const names = (entries: readonly { question: Question }[]) => entries.map((entry) => entry.question.name);

describe("the suggestion", () => {
  const marks: Marks = {
    [key("b")]: { "2026-11-18": 3 },
    [key("c")]: { "2026-11-01": 1 },
    [key("d")]: { "2026-11-21": 4 },
  };

  test("is what is due, the longest overdue first, then what is new, in the list's order and with its numbers", () => {
    const rows = suggest(practiceOf([D, A, AGAIN, B, C, question("e")], marks, TODAY, null));
    expect(rows.map(({ number, question }) => number + question.name)).toEqual(["5c", "4b", "2a", "6e"]);
    expect(rows.map(({ progress }) => progress.overdueDays)).toEqual([19, 0, 0, 0]);
  });

  test("keeps the list's order where two are overdue alike", () => {
    const alike = { [key("b")]: { "2026-11-01": 3 }, [key("a")]: { "2026-11-01": 3 } } as const;
    expect(names(suggest(practiceOf([B, C, A], alike, TODAY, null)))).toEqual(["b", "a", "c"]);
  });

  test("is five long unless it is told otherwise", () => {
    const many = practiceOf(MANY, {}, TODAY, null);
    expect(names(suggest(many))).toEqual(["q0", "q1", "q2", "q3", "q4"]);
    expect([7, Number.POSITIVE_INFINITY].map((limit) => suggest(many, limit).length)).toEqual([7, 9]);
  });

  test("leaves out what can have no mark, which would be new for ever", () => {
    expect(names(suggest(practiceOf([question("__proto__", { link: "" }), A], {}, TODAY, null)))).toEqual(["a"]);
  });

  test("holds each question once, due before new, whatever the marks", () => {
    fc.assert(
      fc.property(randomMarks, fc.shuffledSubarray([...HOSTILE_KEYS, ...HOSTILE_KEYS]), (marks, links) => {
        const questions = links.map((link) => question(link, { link }));
        const rows = suggest(practiceOf(questions, marks, TODAY, null), Number.POSITIVE_INFINITY);
        expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
        const order = rows.map(({ progress }) => (progress.isDue ? progress.overdueDays : -1));
        expect(order).toEqual(order.toSorted((a, b) => b - a));
        for (const { key, question, number, progress } of rows) {
          expect(questions[number - 1]).toBe(question);
          expect(questionKey(question)).toBe(key);
          expect(progress).toEqual(progressOf(marks, key, TODAY, null));
          expect(progress.isDue || progress.state === "new").toBe(true);
        }
      }),
    );
  });
});

describe("the plan of a day", () => {
  const before: Marks = { [key("q7")]: { "2026-11-01": 1 } };
  const done = (marks: Marks) => dailyPlan(MANY, marks, TODAY).map((entry) => [entry.question.name, entry.isDone]);

  test("stays what was suggested before the first mark, and can be done", () => {
    expect(done(before)).toEqual(["q7", "q0", "q1", "q2", "q3"].map((name) => [name, false]));
    const marks: Marks = {
      ...before,
      [key("q7")]: { "2026-11-01": 1, "2026-11-21": 3 },
      [key("q1")]: { "2026-11-21": 4 },
      [key("q8")]: { "2026-11-21": 4 },
    };
    expect(done(marks).map(([, isDone]) => isDone)).toEqual([true, false, true, false, false]);
    expect(names(dailyPlan(MANY, marks, TODAY))).toEqual(["q7", "q0", "q1", "q2", "q3"]);
    expect(dailyPlan(MANY, marks, TODAY)[0]?.progress).toEqual(progressOf(marks, key("q7"), TODAY, null));
  });

  test("takes a mark that was taken back for none", () => {
    expect(done({ ...before, [key("q0")]: { "2026-11-21": 0 } })).toEqual(done(before));
  });

  test("names first what the suggestion names first, until it is done", () => {
    fc.assert(
      fc.property(randomMarks, fc.shuffledSubarray(HOSTILE_KEYS), (marks, links) => {
        const questions = links.map((link) => question(link, { link }));
        const next = dailyPlan(questions, marks, TODAY).find(({ isDone }) => !isDone);
        if (next) expect(suggest(practiceOf(questions, marks, TODAY, null))[0]?.key).toBe(next.key);
      }),
    );
  });
});

describe("the summary", () => {
  const marks: Marks = {
    [key("a")]: { "2026-05-01": 4, "2026-06-01": 4 },
    [key("b")]: { "2026-11-01": 1 },
    "leetcode.com/problems/left-the-list": { "2026-11-01": 1 },
    [key("c")]: { "2026-11-01": 0 },
  };

  test("counts the list's questions once each, and nothing that left the list", () => {
    const { tags, ...counts } = practiceSummary(practiceOf([A, B, AGAIN, C, D], marks, TODAY, null));
    expect(counts).toEqual({ total: 4, practised: 2, known: 1, due: 2 });
    const byTag = tags.map(({ tag, total, practised, known }) => `${tag} ${total} ${practised} ${known}`);
    expect(byTag).toEqual(["array 2 2 1", "Easy 1 1 1", "two pointers 1 0 0"]);
  });

  test("of an empty list is all zeros", () => {
    const none = { total: 0, practised: 0, known: 0, due: 0, tags: [] };
    expect(practiceSummary(practiceOf([], marks, TODAY, null))).toEqual(none);
  });
});

test("the same list with other marks is counted anew", () => {
  const list = [A, B];
  const statesWith = (marks: Marks) => practiceOf(list, marks, TODAY, null).map(({ progress }) => progress.state);
  expect(statesWith({})).toEqual(["new", "new"]);
  expect(statesWith({ [key("b")]: { "2026-11-21": 3 } })).toEqual(["new", "learning"]);
});
