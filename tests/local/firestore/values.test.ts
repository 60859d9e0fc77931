import fc from "fast-check";
import { expect, test } from "vitest";
import { readFields } from "../../../packages/local/src/firestore.ts";
import { Refusal } from "../../../packages/local/src/http/messages.ts";

const read = (value: unknown) => readFields({ v: value }).v;

test.each([
  [{ booleanValue: true }, { booleanValue: true }],
  [{ integerValue: 5 }, { integerValue: "5" }],
  [{ integerValue: "007" }, { integerValue: "7" }],
  [{ integerValue: "9223372036854775807" }, { integerValue: "9223372036854775807" }],
  [{ nullValue: null }, { nullValue: null }],
  [{ doubleValue: "NaN" }, { doubleValue: "NaN" }],
  [{ doubleValue: 1.5 }, { doubleValue: 1.5 }],
  [{ stringValue: "x" }, { stringValue: "x" }],
  [{ geoPointValue: { latitude: 1.5, longitude: -2 } }, { geoPointValue: { latitude: 1.5, longitude: -2 } }],
  [{ mapValue: { fields: {} } }, { mapValue: {} }],
  [{ mapValue: {} }, { mapValue: {} }],
  [{ arrayValue: {} }, { arrayValue: {} }],
  [{ arrayValue: { values: [{ booleanValue: true }] } }, { arrayValue: { values: [{ booleanValue: true }] } }],
])("%j is kept as %j", (value, kept) => expect(read(value)).toEqual(kept));

test.each<unknown>([
  null,
  5,
  [],
  {},
  { fooValue: 1 },
  { constructor: 1 },
  { booleanValue: 1 },
  { booleanValue: true, integerValue: "1" },
  { integerValue: "x" },
  { integerValue: 1.5 },
  { integerValue: "9223372036854775808" },
  { doubleValue: "many" },
  { nullValue: 0 },
  { stringValue: 1 },
  { geoPointValue: { latitude: { a: 1 } } },
  { geoPointValue: { latitude: 1, a: 2 } },
  { mapValue: null },
  { mapValue: { fields: 5 } },
  { arrayValue: { values: {} } },
  { arrayValue: { values: [5] } },
])("%j is no value", (value) => expect(() => read(value)).toThrow(Refusal));

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
    { numRuns: 10_000 },
  );
});
