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
  ticksOfDigest,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";

function digested(path: string, fields: Fields) {
  const place = parseDataPath(path);
  const digest = readYearDigest((place && digestYear(place, fields)) ?? "");
  return digest && { year: digest.year, ticks: ticksOfDigest(digest) };
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

test("an open document tells its year itself, and has no digest before it does", () => {
  expect(digested(openPath("ann"), { ...UNTRIED, year: integerValue(2026) })).toEqual({ year: 2026, ticks: {} });
  expect(digested(openPath("ann"), UNTRIED)).toBeNull();
});

test.each(["", "2026", `2026 ${"@".repeat(364)}`, `2026 ${"@".repeat(366)}`, `2026 ${"`".repeat(365)}`])(
  "%j is no digest of a year",
  (text) => expect(readYearDigest(text)).toBeNull(),
);
