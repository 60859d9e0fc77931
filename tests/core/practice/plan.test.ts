import {
  addDays,
  dailyPlan,
  epochDay,
  epochDayOf,
  formatDate,
  fromEpochDay,
  historyOf,
  isMarkable,
  type Mark,
  type Marks,
  nextDue,
  paceText,
  practiceOf,
  progressOf,
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
/** A plan that ends in so many days. */
const by = (days: number) => ({ until: inDays(days) });

const listOf = (length: number) => Array.from({ length }, (_, index) => question(`q${index}`, { tags: ["array"] }));
const namesOf = (entries: readonly { question: Question }[]) => entries.map((entry) => entry.question.name);
/** Marks of the questions q0, q1 and so on, on days relative to today. */
function marked(...cells: (readonly [index: number, day: number, mark?: Mark])[]): Marks {
  const marks: Record<string, QuestionMarks> = {};
  for (const [index, day, mark = 3] of cells) {
    const key = `leetcode.com/problems/q${index}`;
    marks[key] = { ...marks[key], [formatDate(inDays(day))]: mark };
  }
  return marks;
}

describe("the plan until a day", () => {
  const newADay = (count: number, days: number) =>
    studyPlan(listOf(count), {}, TODAY, by(days - 1)).days.map((day) => day.new.length);

  test("spreads what is new evenly, and keeps a tenth of its days, at most a week, for reviews", () => {
    expect(newADay(27, 30)).toEqual([...Array(27).fill(1), 0, 0, 0]);
    expect(newADay(27, 20)).toEqual([...Array(9).fill([2, 1]).flat(), 0, 0]);
    expect(newADay(3, 10)).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
    expect(newADay(5, 1)).toEqual([5]);
    const plan = studyPlan(listOf(150), {}, TODAY, by(124));
    expect([plan.left, plan.perDay, plan.behind, plan.days.length]).toEqual([150, 2, 0, 125]);
    expect(plan.days.filter((day) => day.new.length === 0)).toHaveLength(7);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 300 }), (count, days) => {
        const counts = newADay(count, days).slice(0, days - Math.min(7, Math.floor(days / 10)));
        const fair = count / counts.length;
        let met = 0;
        for (const [index, each] of counts.entries()) {
          met += each;
          expect(Math.abs(met - fair * (index + 1))).toBeLessThan(1);
        }
        expect(met).toBe(count);
      }),
    );
  });

  test("says its pace, however slow", () => {
    const pace = (count: number, days: number) => paceText(studyPlan(listOf(count), {}, TODAY, by(days - 1)).days);
    expect([pace(27, 10), pace(27, 20), pace(27, 30), pace(24, 30), pace(9, 40), pace(150, 1)]).toEqual([
      ...["3 new a day", "1 or 2 new a day", "1 new a day", "1 new on most days", "1 new every 4 days"],
      "150 new a day",
    ]);
    const half = marked(...[0, 1].map((index) => [index, 0] as const));
    expect(paceText(studyPlan(listOf(27), half, TODAY, by(9)).days)).toBe("3 new a day");
    // A question that was met ahead of the plan leaves its day without one.
    const ahead = studyPlan(listOf(11), marked([3, 0]), TODAY, by(9)).days;
    expect([ahead.map((day) => day.new.length), paceText(ahead)]).toEqual([
      [2, 1, 0, 1, 2, 1, 1, 1, 1, 0],
      "up to 2 new a day",
    ]);
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

  test("says how far an even pace since its first day is ahead, however long ago that is", () => {
    const list = listOf(40);
    const slow = marked([0, -14], [1, -7], [2, -1]);
    const behindOn = (day: number) => studyPlan(list, slow, inDays(day), { ...by(99), from: TODAY }).behind;
    // 37 new questions over 93 days; the last seven days are for reviews.
    expect([-1, 0, 1, 10, 40, 92, 93, 99, 100].map(behindOn)).toEqual([0, 0, 0, 3, 15, 36, 37, 37, 37]);
    // If the plan has no first day, it is the day of the list's first mark.
    expect(studyPlan(list, slow, TODAY, by(29)).behind).toBe(Math.floor((40 * 14) / 40) - 3);
    fc.assert(
      fc.property(randomMarks, fc.integer({ min: 0, max: 400 }), (marks, days) => {
        const questions = Object.keys(marks).map((link) => question(link, { link }));
        expect(studyPlan(questions, marks, TODAY, { ...by(days), from: TODAY }).behind).toBe(0);
      }),
    );
  });

  test("names two ways on to who is behind, and on its last day and after it", () => {
    const span = { ...by(29), from: TODAY };
    const ways = (day: number) => studyPlan(listOf(54), {}, inDays(day), span).waysOn;
    const on = (moved: number, perDay: number, until: number) => {
      return { moved: formatDate(inDays(moved)), perDay, until: formatDate(inDays(until)) };
    };
    // 2 questions a day over 27 days.
    expect([ways(0), ways(9)]).toEqual([null, on(9 + 28, 3, 29)]);
    expect([ways(29), ways(30)]).toEqual([on(29 + 28, 4, 29 + 14), on(30 + 28, 4, 30 + 14)]);
    const over = studyPlan(listOf(40), marked([0, -10]), TODAY, by(-1));
    expect(over).toMatchObject({ left: 39, perDay: 0, behind: 39, days: [] });
    expect(studyPlan(listOf(1), marked([0, -10]), TODAY, by(-1)).waysOn).toBeNull();
  });

  test("says what can't be done, and the first day by which it can", () => {
    const { enough, perDay } = studyPlan(listOf(75), {}, TODAY, by(1));
    expect([perDay, enough]).toEqual([38, formatDate(inDays(7))]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 60 }), (count, days) => {
        const { perDay, enough } = studyPlan(listOf(count), {}, TODAY, by(days));
        expect(enough === null).toBe(perDay <= 10);
        if (enough === null) return;
        const moved = { until: fromEpochDay(epochDayOf(enough)) };
        expect(studyPlan(listOf(count), {}, TODAY, moved).enough).toBeNull();
        const sooner = { until: fromEpochDay(epochDayOf(enough) - 1) };
        expect(studyPlan(listOf(count), {}, TODAY, sooner).enough).not.toBeNull();
      }),
    );
  });

  test("leads to the end by each of its two ways", () => {
    const given = fc.record({
      count: fc.integer({ min: 1, max: 90 }),
      days: fc.integer({ min: 1, max: 90 }),
      on: fc.integer({ min: 0, max: 120 }),
    });
    fc.assert(
      fc.property(given, ({ count, days, on }) => {
        const list = listOf(count);
        const span = { ...by(days - 1), from: TODAY };
        const { waysOn, left } = studyPlan(list, {}, inDays(on), span);
        if (waysOn === null) return;
        const today = inDays(on);
        for (const [until, most] of [
          [waysOn.moved, Math.ceil(count / (days - Math.min(7, Math.floor(days / 10))))],
          [waysOn.until, waysOn.perDay],
        ] as const) {
          const moved = studyPlan(list, {}, today, { from: today, until: fromEpochDay(epochDayOf(until)) });
          expect(moved.days.flatMap((day) => day.new)).toHaveLength(left);
          if (until === waysOn.moved) expect(moved.perDay).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  test("spreads what is left over the days for reviews, where there are no others any more", () => {
    const { perDay, days } = studyPlan(listOf(10), {}, TODAY, { until: inDays(3), from: inDays(-56) });
    expect([perDay, days.map((day) => day.new.length)]).toEqual([3, [3, 2, 3, 2]]);
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
    // After its last day a plan asks for five questions a day, as without a plan.
    expect(dailyPlan(list, done, TODAY, { plan: by(-1) })).toEqual(dailyPlan(list, done, TODAY));
  });

  test("has every question without a mark once, by its day, whatever the marks", () => {
    const lists = fc.shuffledSubarray([...HOSTILE_KEYS, "leetcode.com/problems/3sum", ...HOSTILE_KEYS]);
    fc.assert(
      fc.property(randomMarks, lists, fc.integer({ min: 0, max: 400 }), (marks, links, days) => {
        const questions = links.map((link) => question(link, { link }));
        const plan = studyPlan(questions, marks, TODAY, by(days));
        const fresh = practiceOf(questions, marks, TODAY, null).filter(
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

  test("is the same with marks of days to come, as a wrong clock makes them, and so is what is suggested today", () => {
    const list = listOf(12);
    const marks = marked([0, -9, 1], [1, -1], [2, 0], [9, -40, 4]);
    const ahead = marked([0, -9, 1], [0, 800, 4], [1, -1], [1, 1], [2, 0], [3, 800], [9, -40, 4], [9, 3, 2]);
    for (const plan of [by(5), { ...by(20), from: inDays(-3) }]) {
      expect(studyPlan(list, ahead, TODAY, plan)).toEqual(studyPlan(list, marks, TODAY, plan));
      expect(dailyPlan(list, ahead, TODAY, { plan })).toEqual(dailyPlan(list, marks, TODAY, { plan }));
    }
    expect(dailyPlan(list, ahead, TODAY)).toEqual(dailyPlan(list, marks, TODAY));
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
        const span = { ...by(days - 1), from: TODAY };
        const planned = studyPlan(list, {}, TODAY, span).days.map((each) => each.new.length);
        let marks: Marks = {};
        for (let day = 0; day < days; day++) {
          const plan = studyPlan(list, marks, inDays(day), span);
          if (!misses) expect(plan.behind).toBe(0);
          if (misses && missed[day] && day < days - 1) continue;
          const reviewsOnly = Math.min(7, Math.floor(days / 10));
          if (!misses && day >= days - reviewsOnly) expect(plan.perDay).toBe(0);
          if (!misses) expect(plan.days.map((each) => each.new.length)).toEqual(planned.slice(day));
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
        marks,
        TODAY,
        null,
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
      const rows = historyOf(marks, null);
      const dates = Object.keys(marks).filter((date) => marks[date] !== 0);
      expect(rows.map(({ date }) => date)).toEqual(dates.toSorted());
      for (const { date, mark, due } of rows) {
        const earlier = Object.fromEntries(Object.entries(marks).filter(([other]) => other < date));
        expect([mark, due]).toEqual([marks[date], nextDue(earlier, date, mark, null)]);
      }
    }),
  );
});

describe("an interview", () => {
  const LAST_REVIEWS = 14;
  const interview = addDays(TODAY, 48);

  test("brings what is known back in the last fortnight before it, and not only after it", () => {
    const plan = { from: TODAY, until: interview };
    const marks: Marks = { a: { "2026-05-01": 4, "2026-07-01": 4 } };
    const date = formatDate(TODAY);
    const waits = ([2, 3, 4] as const).map((mark) => {
      const free = epochDayOf(nextDue(marks.a ?? {}, date, mark, null) ?? "") - epochDay(TODAY);
      const due = epochDayOf(nextDue(marks.a ?? {}, date, mark, plan) ?? "") - epochDay(TODAY);
      return [free > 48, due >= 48 - LAST_REVIEWS && due < 48];
    });
    expect(waits).toEqual(Array(3).fill([true, true]));
    expect(nextDue(marks.a ?? {}, date, 1, plan)).toBe(nextDue(marks.a ?? {}, date, 1, null));
  });

  test("no longer counts once it is over", () => {
    const marks: Marks = { a: { "2026-05-01": 4 } };
    const plan = { from: TODAY, until: addDays(TODAY, 20) };
    const day = (after: number) => addDays(TODAY, after);
    expect(progressOf(marks, "a", day(20), plan).isDue).toBe(true);
    expect(progressOf(marks, "a", day(21), plan)).toEqual(progressOf(marks, "a", day(21), null));
  });

  test("finds every question, marked as its days come, seen once more in the last fortnight, for any marks", () => {
    const given = fc.record({
      days: fc.integer({ min: 1, max: 120 }),
      firsts: fc.array(fc.integer({ min: -200, max: 119 }), { minLength: 1, maxLength: 12 }),
      grades: fc.infiniteStream(fc.constantFrom(1, 2, 3, 4) as fc.Arbitrary<Mark>),
    });
    fc.assert(
      fc.property(given, ({ days, firsts, grades }) => {
        const plan = { from: TODAY, until: addDays(TODAY, days) };
        const [begin, end] = [epochDay(TODAY), epochDay(plan.until)];
        const marks: Record<string, Record<string, Mark>> = {};
        const mark = (key: string, day: number) => {
          marks[key] = { ...marks[key], [formatDate(fromEpochDay(day))]: grades.next().value };
        };
        for (let day = begin - 200; day < end; day++) {
          firsts.forEach((first, index) => {
            const key = `q${index}`;
            const isDue = day >= begin && progressOf(marks, key, fromEpochDay(day), plan).isDue;
            if (day === begin + first || isDue) mark(key, day);
          });
        }
        const window = Math.max(begin, end - LAST_REVIEWS);
        for (const dates of Object.values(marks)) {
          const last = Math.max(...Object.keys(dates).map(epochDayOf));
          expect(last >= window && last < end).toBe(true);
        }
      }),
    );
  });
});
