import {
  addDays,
  type CivilDate,
  dayOfYear,
  epochDay,
  formatDate,
  isLeapYear,
  parseDate,
  type Rest,
  restText,
  type Streak,
  streaks,
  type Ticks,
  type TicksByYear,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isActive, practiceDays, randomHistory, randomRest, range } from "../support/randomYears.ts";

const days = (...numbers: number[]): Ticks => Object.fromEntries(numbers.map((day) => [day, { 1: true }]));
const date = (year: number, month: number, day: number): CivilDate => ({ year, month, day });
const lengths = (years: TicksByYear, today: CivilDate, rest?: Rest) => {
  const { current, best } = streaks(years, today, rest);
  return [current.days, best.days] as const;
};

describe("streaks by example", () => {
  test("nothing done is no streak", () => {
    expect(streaks({}, date(2026, 3, 5)).current).toEqual({ days: 0, first: null, last: null });
  });

  test.each<[string, TicksByYear, string, readonly [current: number, best: number]]>([
    ["nothing done", { 2026: {} }, "2026-03-05", [0, 0]],
    ["a tick taken back", { 2026: { 64: { 1: false } } }, "2026-03-05", [0, 0]],
    ["a gap", { 2026: days(60, 62, 63, 64) }, "2026-03-05", [3, 3]],
    ["a longer one before", { 2026: days(10, 11, 12, 13, 63, 64) }, "2026-03-05", [2, 4]],
    ["an untried today, which breaks nothing yet", { 2026: days(62, 63) }, "2026-03-05", [2, 2]],
    ["an untried yesterday", { 2026: days(61, 62) }, "2026-03-05", [0, 2]],
    ["days over New Year", { 2025: days(363, 364, 365), 2026: days(1, 2) }, "2026-01-02", [5, 5]],
    ["the same on the day after", { 2025: days(363, 364, 365), 2026: days(1, 2) }, "2026-01-03", [5, 5]],
    ["31 December alone", { 2025: days(365) }, "2026-01-01", [1, 1]],
    ["no 31 December", { 2025: days(364), 2026: days(1) }, "2026-01-01", [1, 1]],
    ["29 February and 1 March, as of the day before", { 2028: days(58, 59, 60, 61) }, "2028-02-28", [2, 2]],
    ["these two, which are one day of practice", { 2028: days(58, 59, 60, 61) }, "2028-02-29", [3, 3]],
    ["these two on the second", { 2028: days(58, 59, 60, 61) }, "2028-03-01", [3, 3]],
    ["these two and the day after", { 2028: days(58, 59, 60, 61) }, "2028-03-02", [4, 4]],
    ["days to come", { 2026: days(64, 65, 66), 2027: days(1, 2) }, "2026-03-05", [1, 1]],
    ["years that no document can hold", { [-5e15]: days(1), 3: days(1), 2026: days(64) }, "2026-03-05", [1, 1]],
  ])("with %s", (_, years, today, expected) => {
    expect(lengths(years, parseDate(today, date(2026, 3, 5)))).toEqual(expected);
  });

  test("one tick on 29 February is a streak of one day, on the day, on the next and on the one after", () => {
    const years = { 2028: days(60) };
    const one = (day: CivilDate) => ({ days: 1, first: day, last: day });
    expect(streaks(years, date(2028, 2, 29)).current).toEqual(one(date(2028, 2, 29)));
    expect(streaks(years, date(2028, 3, 1)).current).toEqual(one(date(2028, 3, 1)));
    expect(streaks(years, date(2028, 3, 2)).current).toEqual(one(date(2028, 3, 1)));
    expect(streaks(years, date(2028, 3, 3)).current.days).toBe(0);
    expect(streaks(years, date(2028, 12, 31)).best).toEqual(one(date(2028, 3, 1)));
  });

  test("the pair keeps a streak alive until the end of 1 March, and its dates fit its length", () => {
    const upTo = (...numbers: number[]) => streaks({ 2028: days(...numbers) }, date(2028, 3, 1)).current;
    expect(upTo(58, 59)).toEqual({ days: 2, first: date(2028, 2, 27), last: date(2028, 2, 28) });
    expect(upTo(58, 59, 60)).toEqual({ days: 3, first: date(2028, 2, 27), last: date(2028, 2, 29) });
    const { best } = streaks({ 2028: days(60, 61, 62) }, date(2028, 4, 1));
    expect(best).toEqual({ days: 3, first: date(2028, 3, 1), last: date(2028, 3, 3) });
    const [first, last] = [date(2028, 1, 1), date(2028, 12, 31)];
    expect(streaks({ 2028: range(1, 365) }, last).best).toEqual({ days: 365, first, last });
  });

  test("of two equal streaks the earlier is the best", () => {
    expect(streaks({ 2026: days(1, 2, 5, 6) }, date(2026, 1, 6)).best.last).toEqual(date(2026, 1, 2));
  });
});

describe("a rest day neither ends a streak nor makes it longer", () => {
  const TODAY = date(2026, 11, 23);
  /** Ticks on these days of November 2026; 1 November is a Sunday. */
  const november = (...numbers: number[]): TicksByYear => ({
    2026: days(...numbers.map((day) => dayOfYear({ month: 11, day }))),
  });
  const current = (years: TicksByYear, rest: Rest, day = TODAY.day) => {
    const { current, rested, restUsed } = streaks(years, { ...TODAY, day }, rest);
    return [current.days, restUsed, [...rested].map((day) => day - dayOfYear({ month: 10, day: 31 }))];
  };

  test("by its weekday", () => {
    const years = november(6, 7, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21);
    expect(current(years, { weekdays: ["sun"] })).toEqual([14, 0, [8, 15, 22]]);
    expect(current(years, {})).toEqual([0, 0, []]);
    expect(streaks(years, TODAY, { weekdays: ["sun"] }).current).toMatchObject({
      first: date(2026, 11, 6),
      last: date(2026, 11, 21),
    });
  });

  test.each<[string, TicksByYear, Rest, number, unknown]>([
    ["by the days of its month", november(15, 16, 18, 19, 20, 22), { perMonth: 2 }, 23, [6, 2, [17, 21]]],
    ["the first ones missed", november(15, 16, 18, 20, 22), { perMonth: 2 }, 23, [1, 2, [17, 19]]],
    ["besides its weekday", november(15, 16, 18, 20, 22), { perMonth: 2, weekdays: ["tue"] }, 23, [5, 2, [17, 19, 21]]],
    ["each month having its own", november(-1, 0, 2, 3), { perMonth: 1 }, 4, [4, 1, [1]]],
    ["but not today before it is over", november(21, 22), { perMonth: 1 }, 23, [2, 0, []]],
    ["but not before the first tick", november(10, 12), { perMonth: 2 }, 12, [2, 1, [11]]],
    ["nor after a month without any", november(-40, 10, 12), { perMonth: 2 }, 12, [2, 1, [-39, -38, -30, -29, 11]]],
  ])("%s", (_, years, rest, day, expected) => {
    expect(current(years, rest, day)).toEqual(expected);
  });

  test("today too, once it is over", () => {
    expect(streaks(november(22), TODAY, { perMonth: 1 }, true)).toMatchObject({ current: { days: 1 }, restUsed: 1 });
  });

  test.each([
    [november(18, 20, 22), 2],
    [november(10, 12, 20), 0],
    [november(10, 12, 20, 22), 1],
  ])("and those that the current streak went over are counted", (years, kept) => {
    expect(streaks(years, TODAY, { perMonth: 2, weekdays: ["sat"] }).restKept).toBe(kept);
  });

  test("over New Year, and on the leap day", () => {
    expect(lengths({ 2027: days(364), 2028: days(2) }, date(2028, 1, 2), { perMonth: 1 })).toEqual([2, 2]);
    const leap = streaks({ 2028: days(59, 61) }, date(2028, 3, 2), { perMonth: 1 });
    expect(leap).toMatchObject({ current: { days: 2 }, restUsed: 1 });
  });

  test("and those of a month are counted in words", () => {
    expect(restText({ perMonth: 2 }, 1, TODAY)).toBe("1 of 2 rest days used in November");
    expect(restText({ weekdays: ["sun"] }, 0, TODAY)).toBe("");
  });
});

/** The lengths of all streaks, from a text with an x for each done day and a space for each day that ends a streak. */
function slowLengths(years: TicksByYear, today: CivilDate, { weekdays = [], perMonth = 0 }: Rest): number[] {
  const all = practiceDays(years, today).map((day) => (day.month === 2 && day.day === 29 ? addDays(day, 1) : day));
  const monthOf = (day: CivilDate) => formatDate(day).slice(0, 7);
  const isWeekdayOff = (day: CivilDate) =>
    weekdays.some((word) => WEEKDAY_NAMES[weekday(day)]?.toLowerCase().startsWith(word));
  const missed: string[] = [];
  let months: string[] = [];
  const marks = all.map((day) => {
    if (isActive(years, day)) {
      months = [monthOf(day), monthOf(addDays({ ...day, day: 1 }, 31))];
      return "x";
    }
    if (day === all.at(-1)) return "";
    if (!months.includes(monthOf(day))) return " ";
    if (isWeekdayOff(day)) return "";
    missed.push(monthOf(day));
    return missed.filter((month) => month === monthOf(day)).length <= perMonth ? "" : " ";
  });
  const runs = marks.join("").split(" ");
  return runs.map((run) => run.length);
}

/** Whether a streak is as long as the span of its dates, or one day shorter if the span holds a leap day. */
function hasRightEnds({ days: length, first, last }: Streak): boolean {
  if (first === null || last === null) return length === 0 && first === last;
  const leapDay = [first.year, last.year].find((year) => isLeapYear(year)) ?? 0;
  const isWithin = epochDay(first) <= epochDay(date(leapDay, 2, 29)) && epochDay(last) >= epochDay(date(leapDay, 3, 1));
  return epochDay(last) - epochDay(first) + 1 - (leapDay > 0 && isWithin ? 1 : 0) === length;
}

test("over random years, leap years and ends of years the one walk agrees with a slow one", () => {
  let active = 0;
  let overLeapDay = 0;
  fc.assert(
    fc.property(randomHistory, randomRest, ({ years, today }, rest) => {
      for (const chosen of [{}, rest]) {
        const slow = slowLengths(years, today, chosen);
        expect(lengths(years, today, chosen)).toEqual([slow.at(-1), Math.max(...slow)]);
      }
      const { current, best } = streaks(years, today);
      if (current.days > 0) active++;
      if (best.first && best.last && best.days !== epochDay(best.last) - epochDay(best.first) + 1) overLeapDay++;
      expect([current, best].every(hasRightEnds)).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(active).toBeGreaterThan(50);
  expect(overLeapDay).toBeGreaterThan(5);
});

test("more rest never makes a streak shorter, and none at all is as before", () => {
  let longer = 0;
  fc.assert(
    fc.property(randomHistory, randomRest, randomRest, ({ years, today }, a, b) => {
      const more = {
        weekdays: [...new Set([...(a.weekdays ?? []), ...(b.weekdays ?? [])])],
        perMonth: Math.max(a.perMonth ?? 0, b.perMonth ?? 0),
      };
      const [none, less, most] = [{}, a, more].map((rest) => lengths(years, today, rest));
      expect(lengths(years, today, { weekdays: [], perMonth: 0 })).toEqual(none);
      if (String(most) !== String(none)) longer++;
      for (const index of [0, 1] as const) {
        expect(less?.[index]).toBeGreaterThanOrEqual(none?.[index] ?? 0);
        expect(most?.[index]).toBeGreaterThanOrEqual(less?.[index] ?? 0);
      }
    }),
    { numRuns: 500 },
  );
  expect(longer).toBeGreaterThan(20);
});

test("rest days are those of the year asked for, and never a day that is done or to come", () => {
  fc.assert(
    fc.property(randomHistory, randomRest, ({ years, today }, rest) => {
      const { rested, restUsed } = streaks(years, today, rest);
      expect(restUsed).toBeLessThanOrEqual(rest.perMonth ?? 0);
      for (const day of rested) {
        expect(Object.values(years[today.year]?.[day] ?? {})).not.toContain(true);
        expect(day).toBeLessThan(dayOfYear(today) + Number(isLeapYear(today.year)));
      }
    }),
    { numRuns: 200 },
  );
});
