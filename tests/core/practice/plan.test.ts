import {
  addDays,
  cardStatesOf,
  dailyPlan,
  formatDate,
  historyOf,
  isMarkable,
  type Mark,
  type Marks,
  nextDue,
  practiceOf,
  type Question,
  type QuestionMarks,
  studyPlan,
  upcoming,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { question } from "../support/fixtures.ts";
import { HOSTILE_KEYS, randomMarks, randomQuestionMarks } from "../support/randomMarks.ts";

const TODAY = { year: 2026, month: 11, day: 23 };
const inDays = (days: number) => addDays(TODAY, days);
/** The plan until a day so many days from today. */
const by = (days: number) => ({ until: inDays(days) });

const listOf = (length: number) => Array.from({ length }, (_, index) => question(`q${index}`, { tags: ["array"] }));
const namesOf = (entries: readonly { question: Question }[]) => entries.map((entry) => entry.question.name);
/** Marks of the questions q0, q1 and so on, so many days from today. */
function marked(...cells: (readonly [index: number, day: number, mark?: Mark])[]): Marks {
  const marks: Record<string, QuestionMarks> = {};
  for (const [index, day, mark = 3] of cells) {
    const key = `leetcode.com/problems/q${index}`;
    marks[key] = { ...marks[key], [formatDate(inDays(day))]: mark };
  }
  return marks;
}

describe("the plan until a day", () => {
  test("spreads what is new, rounded up, and keeps a tenth of its days for reviews", () => {
    const plan = studyPlan(listOf(75), {}, TODAY, by(29));
    expect([plan.left, plan.perDay, plan.behind, plan.days.length]).toEqual([75, 3, 0, 30]);
    expect(plan.days.map((day) => day.new.length)).toEqual([...Array(25).fill(3), ...Array(5).fill(0)]);
    const exact = studyPlan(listOf(27), {}, TODAY, by(29));
    expect(exact.days.map((day) => day.new.length)).toEqual([...Array(27).fill(1), 0, 0, 0]);
    expect(studyPlan(listOf(5), {}, TODAY, by(0)).days.map((day) => day.new.length)).toEqual([5]);
  });

  test("goes topic by topic in the list's order, each from easy to hard", () => {
    const tagged = (name: string, ...tags: string[]) => question(name, { tags });
    const list = [
      ...[tagged("a", "array", "Hard"), tagged("b", "array"), tagged("c", "graph", "Medium")],
      ...[tagged("d", "array", "Easy"), tagged("e", "graph", "Easy"), tagged("f", "array", "Medium")],
    ];
    const { days } = studyPlan(list, {}, TODAY, by(5));
    expect(days.flatMap((day) => namesOf(day.new))).toEqual(["d", "f", "a", "b", "e", "c"]);
    expect(days[0]?.new[0]?.number).toBe(4);
  });

  test("says how far an even pace is ahead, and forgives a long pause", () => {
    const list = listOf(40);
    const behind = (marks: Marks) => studyPlan(list, marks, TODAY, by(29)).behind;
    expect(behind(marked([0, -10]))).toBe(Math.floor((40 * 10) / 36) - 1);
    expect(behind(marked([0, -15]))).toBe(0);
    // A pause of two weeks is none, and what counts is the first mark of a question.
    expect(behind(marked([0, -14]))).toBe(Math.floor((40 * 14) / 40) - 1);
    expect(behind(marked([0, -8], [0, -20]))).toBe(14);
    const over = studyPlan(list, marked([0, -10]), TODAY, by(-1));
    expect(over).toEqual({ left: 39, perDay: 0, behind: 39, days: [] });
  });

  test("puts nobody behind on the day on which it is chosen, whatever they practised before", () => {
    const list = listOf(40);
    const slow = marked([0, -14], [1, -7], [2, -1]);
    const behind = (from: number, today = TODAY) =>
      studyPlan(list, slow, today, { ...by(19), from: inDays(from) }).behind;
    expect(studyPlan(list, slow, TODAY, by(19)).behind).toBeGreaterThan(0);
    expect([behind(0), behind(1)]).toEqual([0, 0]);
    // 37 questions over 18 days, and the last two days are for reviews; a pause of more than two weeks is forgiven.
    expect([1, 4, 14, 15].map((day) => behind(0, inDays(day)))).toEqual([2, 8, 28, 0]);
    fc.assert(
      fc.property(randomMarks, fc.integer({ min: 0, max: 400 }), (marks, days) => {
        const questions = Object.keys(marks).map((link) => question(link, { link }));
        expect(studyPlan(questions, marks, TODAY, { ...by(days), from: TODAY }).behind).toBe(0);
      }),
    );
  });

  test("spreads what is left over the days for reviews, where there are no others any more", () => {
    const marks = marked([0, -56], [1, -42], [2, -28], [3, -14]);
    const { perDay, days } = studyPlan(listOf(14), marks, TODAY, by(3));
    expect([perDay, days.map((day) => day.new.length)]).toEqual([3, [3, 3, 3, 1]]);
  });

  test("is the same in whatever order a question's days are stored", () => {
    const plan = studyPlan(listOf(3), marked([0, 0], [0, -2]), TODAY, by(9));
    expect(plan).toEqual(studyPlan(listOf(3), marked([0, -2], [0, 0]), TODAY, by(9)));
    expect(plan.left).toBe(2);
  });

  test("of today has what was planned in the morning, and what of it is done", () => {
    const list = listOf(10);
    const options = { plan: by(5) };
    expect(namesOf(dailyPlan(list, marked([9, -9, 1]), TODAY, options))).toEqual(["q9", "q0", "q1"]);
    const done = marked([9, -9, 1], [0, 0]);
    const rows = dailyPlan(list, done, TODAY, options);
    expect(namesOf(rows)).toEqual(["q9", "q0", "q1"]);
    expect(rows.map(({ isDone }) => isDone)).toEqual([false, true, false]);
    expect(namesOf(studyPlan(list, done, TODAY, by(5)).days[0]?.new ?? [])).toEqual(["q1"]);
    expect(dailyPlan(list, done, TODAY, { ...options, limit: 1 })).toHaveLength(1);
    expect(dailyPlan(list, done, TODAY, { plan: by(-1) })).toHaveLength(1);
  });

  test("has every question without a mark once, by its day, whatever the marks", () => {
    const lists = fc.shuffledSubarray([...HOSTILE_KEYS, "leetcode.com/problems/3sum", ...HOSTILE_KEYS]);
    fc.assert(
      fc.property(randomMarks, lists, fc.integer({ min: 0, max: 400 }), (marks, links, days) => {
        const questions = links.map((link) => question(link, { link }));
        const plan = studyPlan(questions, marks, TODAY, by(days));
        const fresh = practiceOf(questions, cardStatesOf(marks), TODAY).filter(
          ({ key, progress }) => progress.state === "new" && isMarkable(key),
        );
        const planned = plan.days.flatMap((day) => day.new.map(({ key }) => key));
        expect(planned.toSorted()).toEqual(fresh.map(({ key }) => key).toSorted());
        expect([plan.left, plan.days.length]).toEqual([fresh.length, days + 1]);
        expect(plan.days.every((day) => day.new.length <= plan.perDay)).toBe(true);
        expect(plan.behind).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("followed day by day is done in time and never behind; days that were missed are spread", () => {
    const runs = fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      days: fc.integer({ min: 1, max: 80 }),
      missed: fc.array(fc.boolean(), { minLength: 80, maxLength: 80 }),
    });
    fc.assert(
      fc.property(runs, fc.boolean(), ({ count, days, missed }, misses) => {
        const list = listOf(count);
        const span = by(days - 1);
        let marks: Marks = {};
        for (let day = 0; day < days; day++) {
          const plan = studyPlan(list, marks, inDays(day), span);
          if (!misses) expect(plan.behind).toBe(0);
          if (misses && missed[day] && day < days - 1) continue;
          const reviewsOnly = Math.min(7, Math.floor(days / 10));
          if (!misses && day >= days - reviewsOnly) expect(plan.perDay).toBe(0);
          const today = dailyPlan(list, marks, inDays(day), { plan: span }).filter(
            ({ progress }) => progress.state === "new",
          );
          expect(namesOf(today)).toEqual(namesOf(plan.days[0]?.new ?? []));
          for (const { key } of today) marks = { ...marks, [key]: { [formatDate(inDays(day))]: 3 } };
        }
        expect(studyPlan(list, marks, span.until, span).left).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

test("what comes is counted by day, and what is overdue today", () => {
  fc.assert(
    fc.property(randomMarks, fc.integer({ min: 1, max: 40 }), (marks, days) => {
      const all = practiceOf(
        Object.keys(marks).map((link) => question(link, { link })),
        cardStatesOf(marks),
        TODAY,
      );
      const rows = upcoming(all, TODAY, days);
      expect(rows.map(({ date }) => date)).toEqual(
        Array.from({ length: days }, (_, index) => formatDate(inDays(index))),
      );
      const within = all.filter(
        ({ progress }) => progress.due !== null && progress.due <= formatDate(inDays(days - 1)),
      );
      expect(rows.reduce((sum, { due }) => sum + due, 0)).toBe(within.length);
      expect(rows[0]?.due).toBe(all.filter(({ progress }) => progress.isDue).length);
    }),
  );
});

test("the history of a question says to which day each mark led when it was made", () => {
  fc.assert(
    fc.property(randomQuestionMarks, (marks) => {
      const rows = historyOf(marks);
      const dates = Object.keys(marks).filter((date) => marks[date] !== 0);
      expect(rows.map(({ date }) => date)).toEqual(dates.toSorted());
      for (const { date, mark, due } of rows) {
        const earlier = Object.fromEntries(Object.entries(marks).filter(([other]) => other < date));
        expect([mark, due]).toEqual([marks[date], nextDue(earlier, date, mark)]);
      }
    }),
  );
});
