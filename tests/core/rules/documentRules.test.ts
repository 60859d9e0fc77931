import { expect, test } from "vitest";
import { CLOSING_CASES } from "../../rules/support/closingCases.ts";
import { refusalOf } from "../../rules/support/ruleCase.ts";
import { TICK_CASES } from "../../rules/support/tickCases.ts";

const CASES = [...TICK_CASES, ...CLOSING_CASES];

test.each(CASES)("$name: allowed is $allowed", (ruleCase) => {
  const reason = refusalOf(ruleCase);
  expect(reason === null, reason ?? "not refused").toBe(ruleCase.allowed);
});
