import { addDays, NO_TICKS, streaks, type Ticks, totals } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestLength, bestScope, currentLength, monthTotals, streakDates } from "../../site/src/glance/Figures.tsx";
import { randomYears } from "../core/support/randomYears.ts";

const everyDay: Ticks = Object.fromEntries(Array.from({ length: 365 }, (_, day) => [day + 1, { 1: true }]));
const newYear = { year: 2026, month: 1, day: 1 };
const NONE = { days: 0, first: null, last: null };
const streak = (days: number, first = newYear) => ({ days, first, last: addDays(first, days - 1) });

describe("a streak in words", () => {
  const february = { year: 2026, month: 2, day: 9 };

  it("is at least so long where the year before is needed and not known", () => {
    const { current } = streaks({ 2026: everyDay }, february);
    expect(currentLength(current, { years: { 2026: everyDay }, missing: 2025 }, february)).toBe("40+ days");
    const all = { years: { 2025: NO_TICKS, 2026: everyDay }, missing: null };
    expect(currentLength(current, all, february)).toBe("40 days");
  });

  it("is exact where it begins later than the year", () => {
    const reach = { years: { 2026: everyDay }, missing: 2025 };
    expect(currentLength(streak(3, { year: 2026, month: 1, day: 2 }), reach, february)).toBe("3 days");
    expect(currentLength(NONE, reach, february)).toBe("0 days");
  });

  it("may reach into the year before over rest days in January", () => {
    const reach = { years: { 2026: everyDay }, missing: 2025 };
    const rest = { perMonth: 2 };
    expect(currentLength(streak(3, { year: 2026, month: 1, day: 4 }), reach, february, rest)).toBe("3+ days");
    expect(currentLength(streak(3, { year: 2026, month: 2, day: 4 }), reach, february, rest)).toBe("3 days");
  });

  it("is not known on New Year's day while nothing is known of the day before", () => {
    const years = { 2026: NO_TICKS };
    expect(currentLength(NONE, { years, missing: 2025 }, newYear)).toBe("…");
    expect(currentLength(NONE, { years: { ...years, 2025: NO_TICKS }, missing: null }, newYear)).toBe("0 days");
  });

  it("is never told as the best while a year is missing that may hold a longer one", () => {
    const years = { 2026: everyDay };
    expect(bestLength(streak(14, { year: 2026, month: 3, day: 1 }), { years, missing: 2025 })).toBe("14+ days");
    expect(bestLength(streak(14), { years, missing: null })).toBe("14 days");
  });

  it("is the best ever only where all years are known", () => {
    const years = { 2025: NO_TICKS, 2026: everyDay };
    expect(bestScope({ years, missing: null })).toBe("best streak ever");
    expect(bestScope({ years: { 2026: everyDay }, missing: 2025 })).toBe("older years not loaded");
  });

  it.each([
    [streak(1), "January 1"],
    [streak(2), "January 1 to January 2"],
    [streak(2, { year: 2025, month: 12, day: 31 }), "December 31, 2025 to January 1, 2026"],
    [streak(17, { year: 2025, month: 12, day: 15 }), "December 15 to December 31, 2025"],
    [streak(1, { year: 2025, month: 12, day: 15 }), "December 15, 2025"],
    [streak(366, { year: 2025, month: 1, day: 1 }), "January 1, 2025 to January 1, 2026"],
    [streak(2, { year: 2028, month: 2, day: 28 }), "February 28 to February 29", 2028],
    [streak(2, { year: 2028, month: 2, day: 29 }), "February 29 to March 1", 2028],
  ])("has its dates, also over the leap day", (given, text, year = 2026) => {
    expect(streakDates(given, year)).toBe(text);
  });
});

it("the months of a year add up to the year", () => {
  fc.assert(
    fc.property(randomYears, (years) => {
      for (const ticks of Object.values(years)) {
        const months = monthTotals(ticks);
        const whole = totals(ticks);
        expect(months).toHaveLength(12);
        for (const figure of ["done", "activeDays", "fullDays"] as const) {
          expect(months.reduce((sum, month) => sum + month[figure], 0)).toBe(whole[figure]);
        }
      }
    }),
    { numRuns: 50 },
  );
});
