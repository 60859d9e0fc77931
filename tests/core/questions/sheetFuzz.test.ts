import { checkSheet, hasCode, parseSheet, type Question, SHEET_PREFIX, SHEET_SUFFIX } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sheetFixture } from "../support/fixtures.ts";

function read(text: string) {
  try {
    checkSheet(text);
    return parseSheet(text);
  } catch (error) {
    if (!hasCode(error, "bad-sheet")) throw error;
    return null;
  }
}

const anyText = fc.string({ unit: "binary" });
const anyJson = fc.jsonValue({ maxDepth: 2, stringUnit: "binary" });
const anyValue = fc.oneof(
  anyText,
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, "Date(2026,5,1)", "Date(1,2", "javascript:alert(1)", "https://example.org/", "\ud800"),
  anyJson,
);
const cell = fc.oneof({ weight: 4, arbitrary: fc.record({ v: anyValue, f: anyValue }, { requiredKeys: [] }) }, anyJson);
const row = fc.oneof({ weight: 5, arbitrary: fc.record({ c: fc.array(cell, { maxLength: 11 }) }) }, anyJson);
const column = fc.oneof(
  fc.record({ label: anyText, type: fc.constantFrom("string", "number", "date", "timeofday") }),
  anyJson,
);
const answer = fc.record(
  {
    status: fc.oneof(fc.constantFrom("ok", "warning", "error"), anyJson),
    errors: anyJson,
    warnings: fc.oneof(fc.array(fc.dictionary(fc.constantFrom("reason", "message"), anyValue)), anyJson),
    table: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(
          {
            cols: fc.oneof(fc.array(column, { maxLength: 10 }), anyJson),
            rows: fc.array(row, { maxLength: 6 }),
            parsedNumHeaders: fc.oneof(fc.nat(3), anyJson),
          },
          { requiredKeys: ["rows"] },
        ),
      },
      { weight: 1, arbitrary: anyJson },
    ),
  },
  { requiredKeys: ["table"] },
);

test("10,000 generated sheets are read or refused, and each row is a question, a fault or empty", () => {
  let readable = 0;
  fc.assert(
    fc.property(answer, (value) => {
      const sheet = read(SHEET_PREFIX + JSON.stringify(value) + SHEET_SUFFIX);
      if (sheet === null) return true;
      readable++;
      const { rows } = value.table as { rows: unknown[] };
      return sheet.questions.every(isSound) && sheet.questions.length + sheet.faults.length <= rows.length;
    }),
    { numRuns: 10_000 },
  );
  expect(readable).toBeGreaterThan(4000);
});

function isSound({ name, tags, ...texts }: Question): boolean {
  return name !== "" && !tags.includes("") && Object.values(texts).every((text) => typeof text === "string");
}

test("10,000 damaged answers are read or refused", () => {
  const usual = sheetFixture("usual");
  const damage = fc.tuple(
    fc.nat(usual.length),
    fc.nat(40),
    fc.oneof(anyText, fc.constantFrom("(", ")", "{", "<title>")),
  );
  fc.assert(
    fc.property(damage, ([at, length, insert]) => {
      read(usual.slice(0, at) + insert + usual.slice(at + length));
    }),
    { numRuns: 10_000 },
  );
});

test("every beginning of an answer that lacks more than the last semicolon is refused", () => {
  const usual = sheetFixture("usual");
  for (let length = 0; length < usual.length - 1; length++) expect(read(usual.slice(0, length))).toBeNull();
  expect(read(usual.slice(0, -1))?.questions).toHaveLength(3);
});

test.each([
  ["a title of 1 MB", JSON.stringify({ table: { rows: [{ c: [null, { v: "x".repeat(1_000_000) }] }] } })],
  [
    "tags of 1 MB",
    JSON.stringify({ table: { rows: [{ c: [null, { v: "a" }, null, { v: " ".repeat(1_000_000) }] }] } }),
  ],
  [
    "200,000 tags",
    JSON.stringify({
      table: { rows: [{ c: [null, { v: "a" }, null, { v: [...Array(200_000).keys()].join(",") }] }] },
    }),
  ],
  ["200,000 columns", JSON.stringify({ table: { rows: [{ c: Array(200_000).fill({ v: "a" }) }] } })],
  ["deep nesting", `{"table":{"rows":[{"c":${"[".repeat(200_000)}${"]".repeat(200_000)}}]}}`],
  ["a deep cell", `{"table":{"rows":[{"c":[null,{"v":${"[".repeat(100_000)}${"]".repeat(100_000)}}]}]}}`],
])("%s is read at once", (_, json) => {
  const started = performance.now();
  read(SHEET_PREFIX + json + SHEET_SUFFIX);
  expect(performance.now() - started).toBeLessThan(10_000);
});
