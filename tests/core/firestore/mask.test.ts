import {
  applyMask,
  booleanValue,
  type Fields,
  formatFieldPath,
  integerValue,
  mapValue,
  parseFieldPath,
  type Value,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/long.ts";

const yes = booleanValue(true);
const no = booleanValue(false);

describe("a masked write", () => {
  test("changes the leaf it names and nothing else", () => {
    const before = { 64: mapValue({ 1: yes, 2: yes }), note: { stringValue: "x" } };
    const after = applyMask(before, { 64: mapValue({ 2: no }) }, [["64", "2"]]);
    expect(after).toEqual({ 64: mapValue({ 1: yes, 2: no }), note: { stringValue: "x" } });
    expect(before).toEqual({ 64: mapValue({ 1: yes, 2: yes }), note: { stringValue: "x" } });
  });

  test("creates the day where there is none, and replaces what is no map", () => {
    expect(applyMask({}, { 64: mapValue({ 3: yes }) }, [["64", "3"]])).toEqual({ 64: mapValue({ 3: yes }) });
    expect(applyMask({ 64: yes }, { 64: mapValue({ 3: yes }) }, [["64", "3"]])).toEqual({ 64: mapValue({ 3: yes }) });
  });

  test("deletes what it names and does not hold, and the parent stays", () => {
    expect(applyMask({ 64: mapValue({ 3: yes }) }, {}, [["64", "3"]])).toEqual({ 64: { mapValue: {} } });
    expect(applyMask({ 64: mapValue({ 3: yes }), year: integerValue(2026) }, {}, [["64"]])).toEqual({
      year: integerValue(2026),
    });
    expect(applyMask({ year: yes }, {}, [["64", "3"]])).toEqual({ year: yes });
  });

  test("without paths changes nothing", () => {
    expect(applyMask({ 1: yes }, { 2: yes }, [])).toEqual({ 1: yes });
    expect(applyMask({ 1: yes }, { 2: yes }, [[]])).toEqual({ 1: yes });
  });

  // Copying the document for each path would take minutes.
  test("with very many paths does not hold up whoever waits for it", () => {
    const update = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, yes]));
    const mask = Object.keys(update).map((name) => [name]);
    expect(applyMask({ 1: no }, update, mask)).toEqual({ 1: no, ...update });
  });

  test("treats names that every object inherits like any other", () => {
    const update = JSON.parse(
      '{"__proto__":{"booleanValue":true},"constructor":{"mapValue":{"fields":{"toString":{}}}}}',
    );
    const after = applyMask({}, update, [["__proto__"], ["constructor", "toString"], ["hasOwnProperty", "name"]]);
    expect(Object.keys(after).sort()).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
    expect(applyMask(after, {}, [["__proto__"], ["constructor"]])).toEqual({});
  });
});

const name = fc.constantFrom("1", "2", "60", "year", "__proto__", "constructor", "a.b", "`");
const leaf: fc.Arbitrary<Value> = fc.constantFrom<Value>(yes, no, integerValue(7), { nullValue: null });
const fieldsOf = (value: fc.Arbitrary<Value>) => fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });
const anyFields = fieldsOf(fc.oneof(leaf, fieldsOf(leaf).map(mapValue)));
const path = fc.array(name, { minLength: 1, maxLength: 2 });
const samples: [fc.Arbitrary<Fields>, fc.Arbitrary<Fields>, fc.Arbitrary<string[][]>] = [
  anyFields,
  anyFields,
  fc.array(path),
];

test("all paths at once come to the same as one after the other", () => {
  const deep = fc.array(name, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(anyFields, anyFields, fc.array(deep), (before, update, mask) => {
      const oneByOne = mask.reduce((fields, path) => applyMask(fields, update, [path]), before);
      expect(applyMask(before, update, mask)).toEqual(oneByOne);
    }),
    { numRuns: runs(3000) },
  );
});

test("doing it twice is doing it once, and what no path names stays as it was", () => {
  fc.assert(
    fc.property(...samples, (before, update, mask) => {
      const after = applyMask(before, update, mask);
      const named = new Set(mask.map(([first]) => first));
      const others = (fields: Fields) => JSON.stringify(Object.entries(fields).filter(([key]) => !named.has(key)));
      const isRepeatable = JSON.stringify(applyMask(after, update, mask)) === JSON.stringify(after);
      return isRepeatable && others(after) === others(before);
    }),
    { numRuns: runs(3000) },
  );
});

test.each([
  [["64", "3"], "`64`.`3`"],
  [["year"], "year"],
  [["_a1", "b"], "_a1.b"],
  [["a.b"], "`a.b`"],
  [["a`b\\c"], "`a\\`b\\\\c`"],
  [[""], "``"],
  [["", ""], "``.``"],
  [["1\n2"], "`1\n2`"],
])("%j is written as %s", (path, text) => {
  expect(formatFieldPath(path)).toBe(text);
  expect(parseFieldPath(text)).toEqual(path);
});

test.each(["", "a b", "`a\\`", ...". a. .a a..b 64 64.3 `64 64` `a``b` `a`b a`b` é a-b".split(" ")])(
  "'%s' is malformed",
  (text) => {
    expect(parseFieldPath(text)).toBeNull();
  },
);

test("any path comes back as it was, and any text is a path or malformed", () => {
  const segment = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[`\\.a1_]*$/));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (path) => {
      const read = parseFieldPath(formatFieldPath(path));
      return JSON.stringify(read) === JSON.stringify(path);
    }),
    { numRuns: runs(3000) },
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[`\\.a1_ ]{0,12}$/), (text) => {
      const path = parseFieldPath(text);
      return path === null || JSON.stringify(parseFieldPath(formatFieldPath(path))) === JSON.stringify(path);
    }),
    { numRuns: runs(3000) },
  );
});
