import {
  addDays,
  type CivilDate,
  DAYS_PER_YEAR,
  dayHeading,
  dayOfYear,
  epochDay,
  firstWeekday,
  formatDate,
  fromEpochDay,
  isCivilDate,
  isDayNumber,
  isLeapYear,
  isSameDate,
  isTickYear,
  MONTH_LENGTHS,
  monthDay,
  parseDate,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/long.ts";
import { failureOf } from "../support/fixtures.ts";

const TODAY: CivilDate = { year: 2026, month: 3, day: 5 };
const anyDate = fc.integer({ min: -700_000, max: 2_900_000 }).map(fromEpochDay);

describe("day numbers", () => {
  test("every day of the fixed year has its own number and every number its own day", () => {
    const seen = MONTH_LENGTHS.flatMap((length, index) =>
      Array.from({ length }, (_, day) => dayOfYear({ month: index + 1, day: day + 1 })),
    );
    expect(seen).toEqual(Array.from({ length: DAYS_PER_YEAR }, (_, index) => index + 1));
    for (const number of seen) expect(dayOfYear(monthDay(number))).toBe(number);
  });

  test("29 February has the number of 1 March", () => {
    const dates = [
      parseDate("2028-01-01", TODAY),
      ...[-1, 0, 1].map((days) => addDays({ year: 2028, month: 2, day: 29 }, days)),
    ];
    expect([...dates, TODAY, { month: 12, day: 31 }].map(dayOfYear)).toEqual([1, 59, 60, 60, 64, 365]);
  });

  test("headings name month and day", () => {
    expect([1, 60, 64, 365].map(dayHeading)).toEqual(["January 1", "March 1", "March 5", "December 31"]);
  });

  test("only whole numbers from 1 to 365 are day numbers", () => {
    expect([1, 365].every(isDayNumber)).toBe(true);
    expect([0, 366, 1.5, -1, Number.NaN, "1", null].some(isDayNumber)).toBe(false);
  });
});

describe("civil dates", () => {
  test("leap years follow the Gregorian rule", () => {
    expect([1600, 2000, 2024, 2028].every(isLeapYear)).toBe(true);
    expect([1700, 1900, 2025, 2026, 2100].some(isLeapYear)).toBe(false);
  });

  test("dates that do not exist are known", () => {
    expect(isCivilDate({ year: 2028, month: 2, day: 29 })).toBe(true);
    for (const text of "2026-02-29 2026-02-30 2026-04-31 2026-00-01 2026-13-01 2026-01-00 2026-01-1.5".split(" ")) {
      const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
      expect(isCivilDate({ year, month, day }), text).toBe(false);
    }
  });

  test("whole days and dates are one to one, in order, and never a day that does not exist", () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = addDays(date, 1);
        return (
          isCivilDate(date) &&
          isSameDate(fromEpochDay(epochDay(date)), date) &&
          epochDay(next) === epochDay(date) + 1 &&
          weekday(next) === (weekday(date) + 1) % 7
        );
      }),
      { numRuns: runs(5000) },
    );
  });

  test("weekdays are those of the calendar", () => {
    const dates = ["1970-01-01", "2026-03-05", "2028-02-29", "1969-12-28"].map((text) => parseDate(text, TODAY));
    expect(dates.map(weekday)).toEqual([4, 4, 2, 0]);
  });

  test("ticks can be kept for the years 1970 to 9999", () => {
    expect([1970, 2026, 9999].every(isTickYear)).toBe(true);
    expect([1969, 10_000, 2026.5, Number.NaN].some(isTickYear)).toBe(false);
  });
});

describe("what a person writes for a day", () => {
  test.each([
    ["today", "2026-03-05"],
    [" Yesterday ", "2026-03-04"],
    ["tomorrow", "2026-03-06"],
    ["thursday", "2026-03-05"],
    ["Thu", "2026-03-05"],
    ["WED", "2026-03-04"],
    ["friday", "2026-02-27"],
    ["sun", "2026-03-01"],
    ["-1", "2026-03-04"],
    ["-64", "2025-12-31"],
    ["-0", "2026-03-05"],
    ["2025-12-31", "2025-12-31"],
    ["2028-02-29", "2028-02-29"],
    ["2027-12-30", "2027-12-30"],
    ["03-05", "2026-03-05"],
    ["03-06", "2025-03-06"],
    ["12-30", "2025-12-30"],
    ["02-29", "2024-02-29"],
  ])("'%s' is %s", (text, date) => {
    expect(formatDate(parseDate(text, TODAY))).toBe(date);
  });

  test.each(["2026-02-30", "2026-02-29", "02-30", "13-01", "2026-13-01", "2026-00-10"])(
    "there is no day '%s'",
    (text) => {
      expect(failureOf(() => parseDate(text, TODAY))).toMatch(/^usage: There is no day .* give today/);
    },
  );

  test.each([
    "",
    ..."tomorrows th thur thursdays +1 - 3-5 2026-3-5 2026/03/05 5.3.2026 1e2 １ -999999 0 366 999".split(" "),
  ])("'%s' is not a date", (text) => {
    expect(failureOf(() => parseDate(text, TODAY))).toMatch(/^usage: '.*' is not a date; give today/);
  });

  test.each([
    ["4", "give 03-04, or 01-04 for day 4 of the year"],
    ["25", "give 02-25, or 01-25 for day 25 of the year"],
    ["31", "give 01-31"],
    ["064", "for day 64 of the year give 03-05"],
    ["365", "for day 365 of the year give 12-31"],
  ])("'%s' may be a day of a month or of the year, so the answer names the dates", (text, advice) => {
    expect(failureOf(() => parseDate(text, TODAY))).toBe(`usage: '${text}' is not a date; ${advice}.`);
  });

  test("a day without its year is the last such day, today among them", () => {
    const anyToday = fc.integer({ min: -50_000, max: 100_000 }).map(fromEpochDay);
    fc.assert(
      fc.property(anyToday, anyDate, (today, { month, day }) => {
        const found = parseDate(formatDate({ year: 2000, month, day }).slice(5), today);
        const next = { ...found, year: found.year + 1 };
        const isLast = !isCivilDate(next) || epochDay(next) > epochDay(today);
        return epochDay(found) <= epochDay(today) && isLast && found.month === month && found.day === day;
      }),
    );
    expect(parseDate("02-29", { year: 1904, month: 2, day: 28 }).year).toBe(1896);
  });

  test("a weekday's name is that day of the last seven, today among them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(...WEEKDAY_NAMES), (day, name) => {
        const found = parseDate(name, fromEpochDay(day));
        const daysAgo = day - epochDay(found);
        return WEEKDAY_NAMES[weekday(found)] === name && daysAgo >= 0 && daysAgo < 7;
      }),
    );
  });

  test("every date is read back from its own form, and any text is a date or a usage error", () => {
    const writable = fc.integer({ min: 0, max: 2_900_000 }).map(fromEpochDay);
    fc.assert(fc.property(writable, (date) => isSameDate(parseDate(formatDate(date), TODAY), date)));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^-?\d{0,4}-?\d{0,2}-?\d{0,2}$/)), (text) => {
        try {
          return isCivilDate(parseDate(text, TODAY));
        } catch (error) {
          return (error as { code?: string }).code === "usage";
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});

test.each([
  ["en-US", 0],
  ["de-DE", 1],
  ["ar-EG", 6],
  ["de-DE@posix", 1],
  ["de_DE.UTF-8", 1],
  ["C", 0],
  ["POSIX", 0],
  ["not a language", 0],
])("a week begins by the language: %s, %i", (language, first) => {
  expect(firstWeekday(language)).toBe(first);
});
