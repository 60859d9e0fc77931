import { refusal } from "@dailyleet/core";
import { expect, test } from "vitest";
import { CLOSING_CASES } from "../rules/support/closingCases.ts";
import { changesOf } from "../rules/support/ruleCase.ts";
import { TICK_CASES } from "../rules/support/tickCases.ts";

const CASES = [...TICK_CASES, ...CLOSING_CASES];

test.each(CASES)("$name: allowed is $allowed", (ruleCase) => {
  const reason = refusal(ruleCase.by ?? "ann", changesOf("ann", ruleCase));
  expect(reason === null, reason ?? "not refused").toBe(ruleCase.allowed);
});
