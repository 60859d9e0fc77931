import fc from "fast-check";
import { expect, test } from "vitest";
import { readFields } from "../../../packages/local/src/firestore.ts";
import { Refusal } from "../../../packages/local/src/http/messages.ts";
import { runs } from "../../support/long.ts";

const read = (value: unknown) => readFields({ v: value }).v;

test.each([
  [{ booleanValue: true }, { booleanValue: true }],
  [{ integerValue: "2026" }, { integerValue: "2026" }],
  [{ stringValue: "x" }, { stringValue: "x" }],
  [{ mapValue: { fields: {} } }, { mapValue: {} }],
  [{ mapValue: {} }, { mapValue: {} }],
  [{ arrayValue: { values: [{ stringValue: "x" }] } }, { arrayValue: { values: [{ stringValue: "x" }] } }],
])("%j is kept as %j", (value, kept) => expect(read(value)).toEqual(kept));

test.each<unknown>([
  null,
  5,
  [],
  {},
  { constructor: 1 },
  { booleanValue: 1 },
  { booleanValue: true, integerValue: "1" },
  { integerValue: "x" },
  { integerValue: 5 },
  { integerValue: "9007199254740993" },
  { doubleValue: 1.5 },
  { nullValue: null },
  { stringValue: 1 },
  { mapValue: null },
  { mapValue: { fields: 5 } },
  { arrayValue: { values: {} } },
  { arrayValue: { values: [5] } },
])("%j is no value that the program writes", (value) => expect(() => read(value)).toThrow(Refusal));

test.each(["", "__name__", "__proto__", "x".repeat(1501)])("'%.20s' is no field name", (name) => {
  expect(() => readFields(JSON.parse(`{${JSON.stringify(name)}:{"booleanValue":true}}`))).toThrow(Refusal);
});

test("deep nesting is refused without harm", () => {
  const deep = (levels: number) =>
    `${'{"mapValue":{"fields":{"a":'.repeat(levels)}{"booleanValue":true}${"}}}".repeat(levels)}`;
  expect(() => read(JSON.parse(deep(10)))).not.toThrow();
  expect(() => read(JSON.parse(deep(25_000)))).toThrow(Refusal);
});

test("whatever JSON comes, it is kept or refused", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      try {
        readFields(value);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
    { numRuns: runs(10_000) },
  );
});
