import {
  addDays,
  daysOf,
  epochDay,
  formatDate,
  isFault,
  isTickYear,
  NO_MARKS,
  planImport,
  type Submission,
  solvedMarks,
  solvedQuestions,
  tickCell,
  ticksOf,
  todayAt,
} from "@dailyleet/core";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ACCOUNT, answer, readSubmissions, SOLVED, sample } from "../../support/judgeSamples.ts";

afterEach(() => vi.unstubAllEnvs());

const NOW = Date.parse("2026-11-26T12:00Z");
const accepted = (at: Submission["at"], name = "A"): Submission => {
  return { name, link: `https://leetcode.com/problems/${name}/`, at };
};
const datesIn = ({ days }: ReturnType<typeof daysOf>) => days.map(({ date }) => formatDate(date));
const own = (submissions: readonly Submission[], more: object = {}) => {
  return daysOf(submissions, 1, { now: NOW, since: null, ...more });
};

describe("the days of what was accepted", () => {
  test("are the person's own, each once, in the order of the calendar", () => {
    const reading = readSubmissions("leetcode", [answer(sample(SOLVED.leetcode))], ACCOUNT);
    const submissions = isFault(reading) ? [] : reading.submissions;
    vi.stubEnv("TZ", "UTC");
    expect(datesIn(own(submissions))).toEqual(["2026-11-24", "2026-11-25", "2026-11-26"]);
    vi.stubEnv("TZ", "Asia/Kolkata");
    expect(datesIn(own(submissions, { dayEndsAt: "05:00" }))).toEqual(["2026-11-24", "2026-11-25", "2026-11-26"]);
    expect(datesIn(own(submissions, { since: { year: 2026, month: 11, day: 25 } }))).toEqual([
      "2026-11-25",
      "2026-11-26",
    ]);
  });

  test("stay the dates that a site gives without a zone, whenever the person's day ends", () => {
    vi.stubEnv("TZ", "Pacific/Kiritimati");
    const date = { year: 2026, month: 11, day: 24 };
    const found = own([accepted(date)], { dayEndsAt: "06:00" });
    expect([datesIn(found), found.days[0]?.isOffered]).toEqual([["2026-11-24"], true]);
  });

  test("leave out days to come and days before 1970, and count them", () => {
    vi.stubEnv("TZ", "UTC");
    const never = [NOW + 86_400_000, 8.7e15, Number.MAX_SAFE_INTEGER, { year: 2027, month: 1, day: 1 }];
    const early = [-1, -8.7e15, { year: 1969, month: 12, day: 31 }];
    const found = own([...never, ...early, NOW].map((at) => accepted(at)));
    expect([datesIn(found), found.ahead, found.early]).toEqual([["2026-11-26"], 4, 3]);
  });

  test("are one for 29 February and 1 March, as ticks are", () => {
    const found = own([accepted({ year: 2024, month: 3, day: 1 }), accepted({ year: 2024, month: 2, day: 29 })]);
    expect(found.days.map(({ cell }) => cell)).toEqual([tickCell(2024, 60, 1)]);
  });
});

test("in every zone, whenever the day ends, the day is that of 'todayAt', and no other day is offered", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const ends = ["00:00", "00:30", "03:00", "06:00"];
  for (const [index, zone] of zones.entries()) {
    vi.stubEnv("TZ", zone);
    const dayEndsAt = ends[index % ends.length] ?? "";
    for (let step = 0; step < 60; step++) {
      const at = NOW - step * 5.3 * 3_600_000 * 24;
      expect(datesIn(own([accepted(at)], { dayEndsAt })), zone).toEqual([formatDate(todayAt(at, dayEndsAt))]);
    }
  }
});

const instant = fc.oneof(
  fc.integer({ min: 0, max: 2 * NOW }),
  fc.maxSafeInteger(),
  fc.date({ noInvalidDate: true }).map((date) => ({
    year: Math.min(9999, Math.max(0, date.getUTCFullYear())),
    month: date.getUTCMonth() + 1,
    day: Math.min(28, date.getUTCDate()),
  })),
);

test("a found day is that of an accepted submission; added once, the same answer adds nothing, and unticks nothing", () => {
  const today = todayAt(NOW);
  fc.assert(
    fc.property(fc.array(instant, { maxLength: 30 }), (times) => {
      const found = own(times.map((at) => accepted(at)));
      const rest = found.days.reduce((sum, { submissions }) => sum + submissions.length, 0);
      expect(rest + found.ahead + found.early).toBe(times.length);
      for (const { date, submissions } of found.days) {
        expect(submissions.length).toBeGreaterThan(0);
        expect(isTickYear(date.year) && epochDay(date) <= epochDay(today)).toBe(true);
      }
      const data = { ticks: ticksOf(found.days.map(({ cell }) => cell)), marks: NO_MARKS };
      const first = planImport({ ticks: {}, marks: NO_MARKS }, data, today);
      expect(first.changes).toHaveLength(found.days.length);
      expect(first.changes.every(({ change, was }) => change.state && !was)).toBe(true);
      expect(planImport(data, data, today).changes).toEqual([]);
      expect(planImport(data, { ticks: {}, marks: NO_MARKS }, today).changes).toEqual([]);
    }),
  );
});

test("questions of the list get the mark 'solved' on the day, where they have none", () => {
  vi.stubEnv("TZ", "UTC");
  const today = todayAt(NOW);
  const found = own([accepted(NOW, "two-sum"), accepted(NOW - 86_400_000, "two-sum"), accepted(NOW, "other")]);
  const key = "leetcode.com/problems/two-sum";
  const solved = solvedQuestions(found.days, new Set([key, "leetcode.com/problems/third"]));
  const yesterday = formatDate(addDays(today, -1));
  expect(solvedMarks({ solved }, NO_MARKS, today)).toEqual({ [key]: { [formatDate(today)]: 3, [yesterday]: 3 } });
  expect(solvedMarks({ solved }, { [key]: { [yesterday]: 1 } }, today)).toEqual({ [key]: { [formatDate(today)]: 3 } });
});
