import {
  booleanValue,
  closedPath,
  digestYear,
  doneCells,
  type Fields,
  integerValue,
  mapValue,
  openPath,
  parseDataPath,
  readTicks,
  readYearDigest,
  unpackYear,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";

function digested(path: string, fields: Fields) {
  const place = parseDataPath(path);
  const digest = readYearDigest((place && digestYear(place, fields)) ?? "");
  return digest && { year: digest.year, ticks: unpackYear(digest.days) };
}
const UNTRIED = { 64: mapValue({ 3: booleanValue(false) }) };

test("a digest says of every cell whether it is done, as the document does, whatever else is in that", () => {
  const value = fc.oneof(
    fc.boolean().map(booleanValue),
    fc.constant({ stringValue: "x" }),
    fc.constant({ nullValue: null }),
  );
  const day = fc.oneof(fc.dictionary(fc.constantFrom("0", "1", "2", "3", "4", "5", "6"), value).map(mapValue), value);
  const name = fc.oneof(fc.integer({ min: 0, max: 367 }).map(String), fc.constantFrom("note", "01", "__proto__"));
  fc.assert(
    fc.property(fc.dictionary(name, day, { maxKeys: 400 }), (fields) => {
      const { year, ticks } = digested(closedPath("ann", 2024), fields) ?? { year: 0, ticks: {} };
      expect([year, doneCells(ticks)]).toEqual([2024, doneCells(readTicks(fields))]);
    }),
    { numRuns: 200 },
  );
});

test("a digest that is made from the one before is the same as one made anew", () => {
  const day = fc.dictionary(fc.constantFrom("1", "2", "3", "4", "5"), fc.boolean().map(booleanValue)).map(mapValue);
  const days = fc.dictionary(fc.integer({ min: 1, max: 365 }).map(String), day, { maxKeys: 30 });
  const place = { kind: "open", uid: "ann" } as const;
  const years = fc.constantFrom(integerValue(2025), integerValue(2026));
  fc.assert(
    fc.property(days, days, years, years, (old, changed, oldYear, year) => {
      const before: Fields = { ...old, year: oldYear };
      const after: Fields = { ...old, ...changed, year };
      const digest = digestYear(place, before) ?? "";
      expect(digestYear(place, after, { fields: before, digest })).toBe(digestYear(place, after));
    }),
  );
});

test("an open document tells its year itself, and has no digest before it does", () => {
  expect(digested(openPath("ann"), { ...UNTRIED, year: integerValue(2026) })).toEqual({ year: 2026, ticks: {} });
  expect(digested(openPath("ann"), UNTRIED)).toBeNull();
});

test.each(["", "2026", `2026 ${"0".repeat(364)}`, `2026 ${"0".repeat(366)}`, `2026 ${"w".repeat(365)}`])(
  "%j is no digest of a year",
  (text) => expect(readYearDigest(text)).toBeNull(),
);
