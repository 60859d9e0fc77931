import {
  applyChanges,
  countDone,
  dayTicks,
  doneCells,
  isDayNumber,
  isDone,
  isSourceNumber,
  NO_TICKS,
  SOURCE_NUMBERS,
  type Ticks,
  tickCell,
  ticksIn,
  toggle,
  yearIn,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/long.ts";

const done = { booleanValue: true };
const map = (fields: unknown) => ({ mapValue: { fields } });

describe("reading a document", () => {
  test("cells are read and everything unknown is passed over", () => {
    const fields = {
      1: map({ 1: done, 5: { booleanValue: false } }),
      365: map({ 3: done, 6: done, 0: done, note: { stringValue: "x" } }),
      0: map({ 1: done }),
      366: map({ 1: done }),
      "01": map({ 1: done }),
      "1,2": map({ 1: done }),
      "１": map({ 1: done }),
      year: { integerValue: "2026" },
      note: { stringValue: "mine" },
    };
    expect(ticksIn(fields)).toEqual({ 1: { 1: true, 5: false }, 365: { 3: true } });
    expect(yearIn(fields)).toBe(2026);
  });

  test.each([
    ["an empty map", { 1: { mapValue: {} } }],
    ["a map with empty fields", { 1: map({}) }],
    [
      "a map with bad fields",
      { 1: map(null), 2: map([done]), 3: map("x"), 5: map([null, done]), 4: { mapValue: null } },
    ],
    ["no map", { 1: done, 2: { stringValue: "x" }, 3: null, 4: 7, 5: [] }],
    ["values that are no booleans", { 1: map({ 1: { booleanValue: "true" }, 2: { integerValue: "1" }, 3: true }) }],
    ["bare booleans", { 1: { 1: true } }],
  ])("%s is no tick", (_, fields) => {
    expect(ticksIn(fields)).toEqual({});
  });

  test.each([null, undefined, 7, "x", [], [[done]], true])("%j is an empty year", (fields) => {
    expect([ticksIn(fields), yearIn(fields)]).toEqual([{}, null]);
  });

  test.each([
    [{ integerValue: "2026" }, 2026],
    [{ integerValue: 2026 }, 2026],
    [{ integerValue: "" }, null],
    [{ integerValue: "2026.5" }, null],
    [{ integerValue: "9007199254740993" }, null],
    [{ doubleValue: 2026 }, null],
    [{ integerValue: " 2026" }, null],
    [{ integerValue: "0x7ea" }, null],
    [null, null],
  ])("the year in %j is %j", (year, expected) => {
    expect(yearIn({ year })).toBe(expected);
  });

  test("a document that is nested 100,000 deep is read at once", () => {
    const deep = JSON.parse(`${'{"mapValue":{"fields":{"1":'.repeat(100_000)}null${"}}}".repeat(100_000)}`);
    expect(ticksIn({ 1: deep, 2: map({ 1: done }) })).toEqual({ 2: { 1: true } });
  });
});

describe("changing ticks", () => {
  const cell = tickCell(2026, 64, 3);

  test("a click asks for the other state, whatever it was", () => {
    expect(toggle(NO_TICKS, cell)).toEqual({ ...cell, state: true });
    expect(toggle({ 64: { 3: false } }, cell)).toEqual({ ...cell, state: true });
    expect(toggle({ 64: { 3: true } }, cell)).toEqual({ ...cell, state: false });
  });

  test("a change touches its cell alone and leaves other days as the same objects", () => {
    const before: Ticks = { 63: { 1: true }, 64: { 1: true } };
    const after = applyChanges(before, [{ ...cell, state: true }]);
    expect(after).toEqual({ 63: { 1: true }, 64: { 1: true, 3: true } });
    expect(after[63]).toBe(before[63]);
    expect(before).toEqual({ 63: { 1: true }, 64: { 1: true } });
    expect(dayTicks(after, 1)).toBe(dayTicks(after, 2));
  });

  test("toggling any cells and reading them back agrees with a set of done cells", () => {
    const cells = fc.array(
      fc.record({ row: fc.integer({ min: 1, max: 365 }), column: fc.constantFrom(...SOURCE_NUMBERS) }),
    );
    fc.assert(
      fc.property(cells, (clicks) => {
        const set = new Set<string>();
        let ticks: Ticks = NO_TICKS;
        for (const { row, column } of clicks) {
          const key = `${row}/${column}`;
          if (!set.delete(key)) set.add(key);
          ticks = applyChanges(ticks, [toggle(ticks, tickCell(2026, row, column))]);
        }
        const all = SOURCE_NUMBERS.flatMap((column) =>
          Array.from({ length: 365 }, (_, index) => ({ row: index + 1, column })),
        );
        const expected = all.filter(({ row, column }) => set.has(`${row}/${column}`));
        expect(doneCells(ticks)).toEqual(expected.sort((a, b) => a.row - b.row || a.column - b.column));
        expect(all.filter(({ row, column }) => isDone(ticks, tickCell(2026, row, column)))).toHaveLength(set.size);
        expect(Object.values(ticks).reduce((sum, day) => sum + countDone(day), 0)).toBe(set.size);
      }),
    );
  });
});

const plain = { noNullPrototype: false };
const names = fc.constantFrom("1", "60", "365", "366", "year", "__proto__", "constructor", "hasOwnProperty", "\u0663");
const leaves = fc.constantFrom<unknown>(null, true, 7, Number.NaN, "", "\ud800", done, { integerValue: "1" });

/** Any value that JSON or a faulty server could hold, with names and kinds from real documents. */
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

test("junk documents never throw, and what is read is days, sources and booleans", () => {
  let read = 0;
  fc.assert(
    fc.property(document, (fields) => {
      const year = yearIn(fields);
      const days = Object.entries(ticksIn(fields));
      read += days.length;
      return (year === null || Number.isSafeInteger(year)) && days.every(([name, cells]) => isSound(name, cells));
    }),
    { numRuns: runs(10_000) },
  );
  expect(read).toBeGreaterThan(runs(2000));
});

function isSound(name: string, cells: object): boolean {
  const entries = Object.entries(cells);
  const areCells = entries.every(([source, is]) => isSourceNumber(Number(source)) && typeof is === "boolean");
  return isDayNumber(Number(name)) && entries.length > 0 && areCells;
}
