import {
  addDays,
  type CivilDate,
  DEFAULT_SOURCES,
  describeDay,
  epochDay,
  formatDate,
  heatmap,
  isLeapYear,
  longDate,
  type Ticks,
  weekday,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const ALL_FIVE = { 1: true, 2: true, 3: true, 4: true, 5: true };
const year = fc.integer({ min: 1970, max: 2400 });

describe("the layout of a year", () => {
  test.each([
    [2026, 0, 53],
    [2028, 0, 54],
    [2028, 1, 53],
    [2040, 0, 53],
    [2040, 1, 54],
    [2044, 6, 54],
  ])("%i in weeks from weekday %i has %i columns, and 31 December is in the last", (number, first, columns) => {
    const { weeks } = heatmap(number, {}, first);
    expect(weeks).toHaveLength(columns);
    expect(weeks.at(-1)?.findLast((day) => day !== null)?.date).toEqual({ year: number, month: 12, day: 31 });
  });

  test("every day of any year stands once, in order, in the row of its weekday, wherever weeks begin", () => {
    fc.assert(
      fc.property(year, fc.nat(6), (number, first) => {
        const { weeks, months } = heatmap(number, {}, first);
        const days = weeks.flat().filter((day) => day !== null);
        const start = { year: number, month: 1, day: 1 };
        const rows = weeks.flatMap((week) =>
          week.map((day, row) => day === null || weekday(day.date) === (first + row) % 7),
        );
        const monthColumns = months.map(({ month, column }) =>
          weeks[column]?.some((day) => day?.date.month === month && day.date.day === 1),
        );
        return (
          days.length === (isLeapYear(number) ? 366 : 365) &&
          days.every((day, index) => epochDay(day.date) === epochDay(addDays(start, index))) &&
          weeks.every((week) => week.length === 7 && week.some((day) => day !== null)) &&
          rows.every(Boolean) &&
          months.length === 12 &&
          monthColumns.every(Boolean)
        );
      }),
    );
  });

  test("a day's level is the number of sources done, and 29 February shows the cell of 1 March", () => {
    const ticks: Ticks = { 1: { 1: true, 2: false }, 60: ALL_FIVE, 365: { 2: true, 4: true } };
    const days = heatmap(2028, ticks, 0)
      .weeks.flat()
      .flatMap((day) => (day?.level ? day : []));
    const shown = days.map(({ date, day, level }) => `${formatDate(date)} ${day} ${level}`);
    expect(shown).toEqual(["2028-01-01 1 1", "2028-02-29 60 5", "2028-03-01 60 5", "2028-12-31 365 2"]);
  });
});

describe("the sentence of a day", () => {
  const date = { year: 2026, month: 3, day: 5 };
  const sentence = (date: CivilDate, ticks: Ticks, isRest = false, today = date) =>
    describeDay({ date, isRest }, ticks, DEFAULT_SOURCES, today);
  test.each<[Ticks, string]>([
    [{}, "nothing done"],
    [{ 64: { 1: false } }, "nothing done"],
    [{ 64: { 3: true } }, "1 of 5 done, GeeksforGeeks"],
    [{ 64: { 1: true, 5: true } }, "2 of 5 done, LeetCode and CodeChef"],
    [{ 64: { ...ALL_FIVE, 2: false } }, "4 of 5 done, LeetCode, GeeksforGeeks, InterviewBit and CodeChef"],
    [{ 64: ALL_FIVE }, "all 5 done"],
  ])("%j", (ticks, said) => {
    expect(sentence(date, ticks)).toBe(`Thursday, March 5, 2026: ${said}.`);
  });

  test("says of a rest day that it is one", () => {
    expect(sentence(date, {}, true)).toBe("Thursday, March 5, 2026: rest day.");
  });

  test("says of a day after today that it is to come, until it has a tick", () => {
    const yesterday = { year: 2026, month: 3, day: 4 };
    expect(sentence(date, {}, false, yesterday)).toBe("Thursday, March 5, 2026: to come.");
    expect(sentence(date, { 64: { 3: true } }, false, yesterday)).toContain("1 of 5 done");
    expect(sentence(yesterday, {}, false, date)).toContain("nothing done");
  });

  test("says that the leap day counts as 1 March", () => {
    expect(longDate({ year: 2028, month: 2, day: 29 })).toBe("Tuesday, February 29, 2028");
    expect(sentence({ year: 2028, month: 2, day: 29 }, { 60: ALL_FIVE })).toBe(
      "Tuesday, February 29, 2028, one tick with March 1: all 5 done.",
    );
  });
});
