import {
  addDays,
  booleanValue,
  type CivilDate,
  epochDay,
  epochDayOf,
  formatDate,
  fromEpochDay,
  integerValue,
  isMarkable,
  type Mark,
  type Marks,
  mapValue,
  marksIn,
  nextDue,
  type Progress,
  progressOf,
  type QuestionMarks,
} from "@dailyleet/core";
import fc from "fast-check";
import { createEmptyCard, fsrs, type Grade } from "ts-fsrs";
import { describe, expect, test } from "vitest";
import { HOSTILE_KEYS, randomDate, randomMark, randomMarks, randomQuestionMarks } from "../support/randomMarks.ts";

const TODAY = { year: 2026, month: 11, day: 21 };
const KEY = "leetcode.com/problems/two-sum";
const randomToday = fc.integer({ min: 20_300, max: 21_200 }).map(fromEpochDay);

/** The same progress by the library's own replay of a history, with every mark until today as a review. */
function slowly(marks: QuestionMarks, today: CivilDate): Progress {
  const reviews = Object.entries(marks)
    .filter(([date, mark]) => mark > 0 && date <= formatDate(today))
    .map(([date, mark]) => ({ review: `${date}T00:00:00Z`, rating: mark as Grade }));
  if (reviews.length === 0) return { state: "new", due: null, isDue: false, overdueDays: 0, marks: 0 };
  const { collections } = fsrs({ enable_short_term: false }).reschedule(createEmptyCard(0), reviews, {
    reviewsOrderBy: (a, b) => (new Date(a.review) < new Date(b.review) ? -1 : 1),
  });
  const card = collections.at(-1)?.card;
  if (!card) throw new Error("nothing was replayed");
  const due = card.due.getTime() < Date.UTC(10_000, 0) ? card.due : new Date("9999-12-31");
  const overdue = epochDay(today) - due.getTime() / 86_400_000;
  return {
    state: card.scheduled_days >= 21 ? "known" : "learning",
    due: due.toISOString().slice(0, 10),
    isDue: overdue >= 0,
    overdueDays: overdue > 0 ? overdue : 0,
    marks: reviews.length,
  };
}

describe("where a person stands with a question", () => {
  test("is what a replay of all its marks says, for any marks on any day", () => {
    fc.assert(
      fc.property(randomMarks, randomToday, (marks, today) => {
        for (const key of [...Object.keys(marks), ...HOSTILE_KEYS]) {
          const own = Object.hasOwn(marks, key) ? (marks[key] ?? {}) : {};
          expect(progressOf(marks, key, today, null)).toEqual(slowly(own, today));
          // The second answer comes from the cache.
          expect(progressOf(marks, key, addDays(today, 9), null)).toEqual(slowly(own, addDays(today, 9)));
        }
      }),
    );
  });

  test.each([
    [1, "2026-11-22"],
    [2, "2026-11-23"],
    [3, "2026-11-24"],
    [4, "2026-11-29"],
  ] as const)("after a first mark of %d is: comes back on %s", (mark, due) => {
    expect(nextDue({}, "2026-11-21", mark, null)).toBe(due);
    const expected = { state: "learning", due, isDue: false, overdueDays: 0, marks: 1 };
    expect(progressOf({ [KEY]: { "2026-11-21": mark } }, KEY, TODAY, null)).toEqual(expected);
  });

  test("is due on the day itself, overdue from the next day on", () => {
    const marks = { [KEY]: { "2026-11-21": 3 } } as const;
    const on = [23, 24, 25, 30].map((day) => progressOf(marks, KEY, { year: 2026, month: 11, day }, null));
    expect(on.map(({ isDue }) => isDue)).toEqual([false, true, true, true]);
    expect(on.map(({ overdueDays }) => overdueDays)).toEqual([0, 0, 1, 6]);
  });

  test("becomes known when the last mark sent it 21 days away or more, and learning again when it needed help", () => {
    const dates: Record<string, Mark> = {};
    const states = new Set<string>();
    let date = "2026-01-01";
    for (let round = 0; round < 5; round++) {
      dates[date] = 3;
      const { due, state } = progressOf({ [KEY]: { ...dates } }, KEY, TODAY, null);
      expect(state).toBe(epochDayOf(due ?? "") - epochDayOf(date) >= 21 ? "known" : "learning");
      states.add(state);
      date = due ?? "";
    }
    expect([...states]).toEqual(["learning", "known"]);
    expect(progressOf({ [KEY]: { ...dates, [date]: 1 } }, KEY, { year: 2099, month: 1, day: 1 }, null).state).toBe(
      "learning",
    );
  });

  test("doesn't count a mark of a day to come, as a wrong clock makes it, until that day", () => {
    const marks = { [KEY]: { "2026-11-21": 3, "2029-03-01": 4 } } as const;
    const without = { [KEY]: { "2026-11-21": 3 } } as const;
    for (const today of [TODAY, addDays(TODAY, 3), { year: 2029, month: 2, day: 28 }]) {
      expect(progressOf(marks, KEY, today, null)).toEqual(progressOf(without, KEY, today, null));
    }
    expect(nextDue(marks[KEY], "2026-11-24", 3, null)).toBe(nextDue(without[KEY], "2026-11-24", 3, null));
    expect(progressOf(marks, KEY, { year: 2029, month: 3, day: 1 }, null)).toMatchObject({ isDue: false, marks: 2 });
    expect(progressOf({ [KEY]: { "2029-03-01": 4 } }, KEY, TODAY, null).state).toBe("new");
  });

  test("never comes back on a day that cannot be written", () => {
    expect(nextDue({}, "9999-12-31", 4, null)).toBe("9999-12-31");
  });
});

test("the marks of a question are replayed once, until they change", () => {
  let replays = 0;
  const counted = (marks: QuestionMarks) =>
    new Proxy(marks, {
      ownKeys(target) {
        replays++;
        return Reflect.ownKeys(target);
      },
    });
  const marks = { [KEY]: counted({ "2026-11-01": 3 }), other: counted({ "2026-11-02": 3 }) };
  const ask = (all: Marks) => [progressOf(all, KEY, TODAY, null), progressOf(all, "other", addDays(TODAY, 1), null)];
  ask(marks);
  ask(marks);
  expect(replays).toBe(2);
  expect(ask({ ...marks, other: counted({ "2026-11-03": 3 }) })[1]).toMatchObject({ due: "2026-11-06" });
  expect(replays).toBe(3);
});

test("the day that a button names is the day on which the question then comes back, also after a mark is taken back", () => {
  fc.assert(
    fc.property(randomQuestionMarks, randomDate, randomMark, (marks, date, mark) => {
      const after = progressOf({ [KEY]: { ...marks, [date]: mark } }, KEY, fromEpochDay(epochDayOf(date)), null);
      expect(nextDue(marks, date, mark, null)).toBe(after.due);
    }),
  );
});

test("a day as text and as a number of days are the same day", () => {
  fc.assert(
    fc.property(randomDate, (date) => {
      expect(formatDate(fromEpochDay(epochDayOf(date)))).toBe(date);
    }),
  );
});

test("a question can have marks where its key is a name that Firestore takes", () => {
  expect(["x", "a.b/c", "x".repeat(1482), "é".repeat(741)].map(isMarkable)).toEqual(Array(4).fill(true));
  expect(["", "__x__", "\ud800", "x".repeat(1483), "é".repeat(742)].map(isMarkable)).toEqual(Array(5).fill(false));
});

test("of a stored question only days with marks are read", () => {
  const cells = { "2026-03-05": integerValue(3), "2026-03-06": integerValue(5), "2026-02-30": integerValue(3) };
  const stored = { ...cells, "2026-03-07": booleanValue(true), note: integerValue(1) };
  const fields = { marks: mapValue({ a: mapValue(stored), b: mapValue({ note: integerValue(1) }) }) };
  expect(marksIn(fields)).toEqual({ a: { "2026-03-05": 3 } });
});
