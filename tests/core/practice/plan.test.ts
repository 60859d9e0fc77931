import {
  addDays,
  cardStatesOf,
  type Difficulty,
  dailyPlan,
  formatDate,
  historyOf,
  isMarkable,
  type Mark,
  type Marks,
  nextDue,
  practiceOf,
  type Question,
  studyPlan,
  upcoming,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOSTILE_KEYS, randomMarks, randomQuestionMarks } from "../support/randomMarks.ts";

const TODAY = { year: 2026, month: 11, day: 23 };
const inDays = (days: number) => addDays(TODAY, days);
/** The plan until a day so many days from today. */
const by = (days: number) => ({ until: inDays(days) });

function question(name: string, topic = "array", difficulty?: Difficulty): Question {
  const rest = { text: "", solution: "", takeaways: "", analysis: "", ...(difficulty && { difficulty }) };
  return { name, link: `https://leetcode.com/problems/${name}/`, tags: [topic], ...rest };
}

const listOf = (length: number) => Array.from({ length }, (_, index) => question(`q${index}`));
const namesOf = (entries: readonly { question: Question }[]) => entries.map((entry) => entry.question.name);
const withMark = (marks: Marks, { name }: Question, date: string, mark: Mark = 3): Marks => {
  const key = `leetcode.com/problems/${name}`;
  return { ...marks, [key]: { ...marks[key], [date]: mark } };
};

describe("the plan until a day", () => {
  test("spreads what is new, rounded up, and keeps a tenth of its days for reviews", () => {
    const plan = studyPlan(listOf(75), {}, TODAY, by(29));
    expect([plan.left, plan.perDay, plan.behind, plan.days.length]).toEqual([75, 3, 0, 30]);
    expect(plan.days.map((day) => day.new.length)).toEqual([...Array(25).fill(3), ...Array(5).fill(0)]);
    const exact = studyPlan(listOf(27), {}, TODAY, by(29));
    expect(exact.days.map((day) => day.new.length)).toEqual([...Array(27).fill(1), 0, 0, 0]);
    expect(studyPlan(listOf(5), {}, TODAY, by(0)).days.map((day) => namesOf(day.new))).toEqual([namesOfList(5)]);
  });

  test("goes topic by topic in the list's order, each from easy to hard", () => {
    const list = [
      question("a", "array", "Hard"),
      question("b", "array"),
      question("c", "graph", "Medium"),
      question("d", "array", "Easy"),
      question("e", "graph", "Easy"),
      question("f", "array", "Medium"),
    ];
    const { days } = studyPlan(list, {}, TODAY, by(5));
    expect(days.flatMap((day) => namesOf(day.new))).toEqual(["d", "f", "a", "b", "e", "c"]);
    expect(days[0]?.new[0]?.number).toBe(4);
  });

  test("says how far an even pace is ahead, and forgives a long pause", () => {
    const list = listOf(40);
    const begun = withMark({}, list[0] as Question, formatDate(inDays(-10)));
    expect(studyPlan(list, begun, TODAY, by(29)).behind).toBe(Math.floor((40 * 10) / 36) - 1);
    expect(studyPlan(list, withMark({}, list[0] as Question, formatDate(inDays(-15))), TODAY, by(29)).behind).toBe(0);
    expect(studyPlan(list, begun, TODAY, by(-1))).toEqual({ left: 39, perDay: 0, behind: 39, days: [] });
  });

  test("counts back over the last two weeks, by the first mark of a question, and a pause of two weeks is none", () => {
    const list = listOf(40);
    const [first] = list as [Question];
    const twice = withMark(withMark({}, first, formatDate(inDays(-8))), first, formatDate(inDays(-20)));
    expect(studyPlan(list, twice, TODAY, by(29)).behind).toBe(14);
    const pause = withMark({}, first, formatDate(inDays(-14)));
    expect(studyPlan(list, pause, TODAY, by(29)).behind).toBe(Math.floor((40 * 14) / 40) - 1);
  });

  test("puts nobody behind on the day on which it is chosen, whatever they practised before", () => {
    const list = Array.from({ length: 40 }, (_, index) => question(`q${index}`));
    const slow = [-14, -7, -1].reduce(
      (marks, day, index) => withMark(marks, list[index] as Question, formatDate(inDays(day))),
      {} as Marks,
    );
    const behind = (from: number, today = TODAY) =>
      studyPlan(list, slow, today, { ...by(19), from: inDays(from) }).behind;
    expect(studyPlan(list, slow, TODAY, by(19)).behind).toBeGreaterThan(0);
    expect([behind(0), behind(1)]).toEqual([0, 0]);
    // 37 questions over 18 days, and the last two days are for reviews; a pause of more than two weeks is forgiven.
    expect([1, 4, 14, 15].map((day) => behind(0, inDays(day)))).toEqual([2, 8, 28, 0]);
    fc.assert(
      fc.property(randomMarks, fc.integer({ min: 0, max: 400 }), (marks, days) => {
        const questions = Object.keys(marks).map((link) => ({ ...question(link), link }));
        expect(studyPlan(questions, marks, TODAY, { ...by(days), from: TODAY }).behind).toBe(0);
      }),
    );
  });

  test("spreads what is left over the days for reviews, where there are no others any more", () => {
    const list = listOf(14);
    const marks = [-56, -42, -28, -14].reduce(
      (all, day, index) => withMark(all, list[index] as Question, formatDate(inDays(day))),
      {} as Marks,
    );
    const { perDay, days } = studyPlan(list, marks, TODAY, by(3));
    expect([perDay, days.map((day) => day.new.length)]).toEqual([3, [3, 3, 3, 1]]);
  });

  test("is the same in whatever order a question's days are stored", () => {
    const list = listOf(3);
    const days = [formatDate(TODAY), formatDate(inDays(-2))];
    const marked = (dates: readonly string[]) =>
      dates.reduce((marks, date) => withMark(marks, list[0] as Question, date), {} as Marks);
    const [plan, other] = [days, days.toReversed()].map((dates) => studyPlan(list, marked(dates), TODAY, by(9)));
    expect(plan).toEqual(other);
    expect(plan?.left).toBe(2);
  });

  test("of today has what was planned in the morning, and what of it is done", () => {
    const list = listOf(10);
    const due = withMark({}, list[9] as Question, formatDate(inDays(-9)), 1);
    const options = { plan: by(5) };
    expect(namesOf(dailyPlan(list, due, TODAY, options))).toEqual(["q9", "q0", "q1"]);
    const done = withMark(due, list[0] as Question, formatDate(TODAY));
    const rows = dailyPlan(list, done, TODAY, options).map((entry) => [entry.question.name, entry.isDone]);
    expect(rows).toEqual([
      ["q9", false],
      ["q0", true],
      ["q1", false],
    ]);
    expect(namesOf(studyPlan(list, done, TODAY, by(5)).days[0]?.new ?? [])).toEqual(["q1"]);
    expect(dailyPlan(list, done, TODAY, { ...options, limit: 1 })).toHaveLength(1);
    expect(dailyPlan(list, done, TODAY, { plan: by(-1) })).toHaveLength(1);
  });

  test("has every question without a mark once, by its day, whatever the marks", () => {
    const lists = fc.shuffledSubarray([...HOSTILE_KEYS, "leetcode.com/problems/3sum", ...HOSTILE_KEYS]);
    fc.assert(
      fc.property(randomMarks, lists, fc.integer({ min: 0, max: 400 }), (marks, links, days) => {
        const questions = links.map((link) => ({ ...question(link), link }));
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
          for (const entry of today) marks = withMark(marks, entry.question, formatDate(inDays(day)));
        }
        expect(studyPlan(list, marks, span.until, span).left).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

function namesOfList(length: number): string[] {
  return namesOf(listOf(length).map((each) => ({ question: each })));
}

test("what comes is counted by day, and what is overdue today", () => {
  fc.assert(
    fc.property(randomMarks, fc.integer({ min: 1, max: 40 }), (marks, days) => {
      const all = practiceOf(
        Object.keys(marks).map((link) => ({ ...question(link), link })),
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
