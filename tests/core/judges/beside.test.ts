import { DEFAULT_SOURCES, type Mark, NO_TICKS, type Ticks, tickBeside, tickCell } from "@dailyleet/core";
import { expect, test } from "vitest";
import { mark, tick } from "../../support/changes.ts";

const TODAY = { year: 2026, month: 3, day: 5 };
const TWO_SUM = "leetcode.com/problems/two-sum";

test.each<[question: string, mark: Mark, date: string, offered: boolean]>([
  [TWO_SUM, 1, "2026-03-05", true],
  [TWO_SUM, 0, "2026-03-05", false],
  [TWO_SUM, 1, "2026-03-04", false],
  ["two sum", 1, "2026-03-05", false],
  ["example.com/two-sum", 1, "2026-03-05", false],
])("a mark (%s, %i, %s) offers the tick of its site: %s", (question, state, date, offered) => {
  const beside = (ticks: Ticks) => tickBeside(mark(question, state, date), TODAY, DEFAULT_SOURCES, ticks);
  expect(beside(NO_TICKS)).toEqual(offered ? tickCell(2026, 64, 1) : null);
  expect(beside({ 64: { 1: true } })).toBe(null);
});

test("a tick offers no other", () => {
  expect(tickBeside(tick(2026, 64, 1), TODAY, DEFAULT_SOURCES, NO_TICKS)).toBe(null);
});
