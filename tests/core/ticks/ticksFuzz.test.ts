import { isDayNumber, isSourceNumber, readTicks, readYear } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";

const done = { booleanValue: true };
const plain = { noNullPrototype: false };
const names = fc.constantFrom("1", "60", "365", "366", "year", "__proto__", "constructor", "hasOwnProperty", "\u0663");
const leaves = fc.constantFrom<unknown>(null, true, 7, Number.NaN, "", "\ud800", done, { integerValue: "1" });

/** Anything that JSON or a faulty server could hold, with the names and kinds of real documents in it. */
const { junk } = fc.letrec((tie) => ({
  junk: fc.oneof(
    { maxDepth: 3 },
    leaves,
    fc.record({ mapValue: tie("junk") }),
    fc.record({ mapValue: fc.record({ fields: tie("junk") }) }),
    fc.dictionary(fc.oneof(names, fc.constantFrom("2", "5", "6", "\u0661")), tie("junk"), plain),
    fc.array(tie("junk"), { maxLength: 3 }),
  ),
}));
const day = fc
  .dictionary(fc.constantFrom("1", "3", "5", "6"), fc.oneof(junk, fc.constant(done)))
  .map((fields) => ({ mapValue: { fields } }));
const document = fc.oneof(junk, fc.dictionary(names, fc.oneof(junk, day), plain));

test("10,000 junk documents never throw, and what is read is days, sources and booleans", () => {
  let read = 0;
  fc.assert(
    fc.property(document, (fields) => {
      const year = readYear(fields);
      const days = Object.entries(readTicks(fields));
      read += days.length;
      return (year === null || Number.isSafeInteger(year)) && days.every(([name, cells]) => isSound(name, cells));
    }),
    { numRuns: 10_000 },
  );
  expect(read).toBeGreaterThan(2000);
});

function isSound(name: string, cells: object): boolean {
  const entries = Object.entries(cells);
  const areCells = entries.every(([source, is]) => isSourceNumber(Number(source)) && typeof is === "boolean");
  return isDayNumber(Number(name)) && entries.length > 0 && areCells;
}
