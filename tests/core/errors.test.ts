import { DailyleetError, type ErrorCode, exitCodeOf, hasCode } from "@dailyleet/core";
import { expect, test } from "vitest";

test.each<[ErrorCode, number]>([
  ["usage", 2],
  ["signin-needed", 4],
  ["interrupted", 130],
  ["unavailable", 1],
  ["bad-sheet", 1],
  ["storage", 1],
])("%s ends the program with %i", (code, exitCode) => {
  expect(exitCodeOf(new DailyleetError(code, "A sentence."))).toBe(exitCode);
});

test("an error is recognised by its code, and only when it is one of ours", () => {
  const cause = new Error("below");
  const error = new DailyleetError("conflict", "A sentence.", { cause });
  expect([hasCode(error, "conflict"), hasCode(error, "usage", "conflict"), hasCode(error, "usage")]).toEqual([
    true,
    true,
    false,
  ]);
  expect(hasCode(Object.assign(new Error("x"), { code: "conflict" }), "conflict")).toBe(false);
  expect([error.name, error.message, error.cause]).toEqual(["DailyleetError", "A sentence.", cause]);
});
