import { booleanValue, type Fields, mapValue, openPath, validationError } from "@dailyleet/core";
import { expect, test } from "vitest";
import { CLOSING_CASES } from "../../rules/support/closingCases.ts";
import { MARK_CASES } from "../../rules/support/markCases.ts";
import { refusalOf } from "../../rules/support/ruleCase.ts";
import { SETTING_CASES } from "../../rules/support/settingCases.ts";
import { TICK_CASES } from "../../rules/support/tickCases.ts";

const CASES = [...TICK_CASES, ...CLOSING_CASES, ...MARK_CASES, ...SETTING_CASES];

test.each(CASES)("$name: allowed is $allowed", (ruleCase) => {
  const reason = refusalOf(ruleCase);
  expect(reason === null, reason ?? "not refused").toBe(ruleCase.allowed);
});

test("a reason says what would be lost", () => {
  const path = openPath("ann");
  const day = (...sources: number[]) =>
    mapValue(Object.fromEntries(sources.map((source) => [source, booleanValue(true)])));
  const reason = (before: Fields, after: Fields) => validationError("ann", [{ path, before, after }], () => before);
  expect(reason({ 5: day(1) }, {})).toBe("'5' would be dropped");
  expect(reason({ 5: day(1, 2) }, { 5: day(1) })).toBe("a cell of the day 5 would be dropped");
  expect(reason({}, { 1: day(1), 11: day(1) })).toBe("the days that would change are not within 10 days");
});
