import type { YearDocument } from "@dailyleet/core";
import { dayTicks, isDone, type Marks, SOURCE_NUMBERS, type Ticks } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { haveSameRows, keepSameRows, wrote } from "../../../packages/core/src/replica/snapshots.ts";
import { INITIAL_STATE } from "../../../packages/core/src/replica/state.ts";

const day = fc.dictionary(fc.constantFrom("1", "2", "3", "4", "5"), fc.boolean());
const ticks = fc.dictionary(fc.integer({ min: 1, max: 8 }).map(String), day) as fc.Arbitrary<Ticks>;

test("the merged ticks say the same as the new ones, and days that say the same keep their identity", () => {
  fc.assert(
    fc.property(ticks, ticks, (before, after) => {
      const merged = keepSameRows(before, after);
      for (let number = 1; number <= 8; number++) {
        const said = (of: Ticks) => SOURCE_NUMBERS.map((source) => isDone(of, { day: number, source }));
        expect(said(merged)).toEqual(said(after));
        const isSame = String(said(before)) === String(said(after));
        expect(dayTicks(merged, number) === dayTicks(before, number)).toBe(isSame);
      }
    }),
  );
});

test("no row differs exactly where the merged ticks are the old object", () => {
  fc.assert(
    fc.property(ticks, ticks, (before, after) => {
      expect(haveSameRows(before, after)).toBe(keepSameRows(before, after) === before);
    }),
  );
});

test("ticks that say nothing new are the old object, so that nothing is drawn again", () => {
  const before: Ticks = { 64: { 1: true }, 65: { 2: false } };
  expect(keepSameRows(before, { 64: { 1: true, 3: false } })).toBe(before);
});

test("marks that say nothing new are the old object too: a mark taken back is none", () => {
  const before: Marks = { a: { "2026-03-05": 3 }, b: { "2026-03-05": 1 } };
  expect(keepSameRows<Marks>(before, { ...before, a: { "2026-03-05": 3, "2026-03-06": 0 } })).toBe(before);
  const after = keepSameRows<Marks>(before, { ...before, a: { "2026-03-05": 4 } });
  expect(after).toEqual({ ...before, a: { "2026-03-05": 4 } });
  expect(after.b).toBe(before.b);
});

test("what the server says again are the rows that were known, so that no view after it compares them one by one", () => {
  const document = (version: string, ticks: Ticks): YearDocument => ({
    path: "open",
    version,
    fields: {},
    year: 2026,
    ticks,
  });
  const first = document("2026-03-05T00:00:00Z", { 1: { 1: true }, 64: { 2: true } });
  const [known] = wrote(INITIAL_STATE, first, new Map());
  const second = document("2026-03-05T00:00:01Z", { 1: { 1: true }, 64: { 3: true } });
  const [next] = wrote(known, second, known.snapshots);
  const [was, is] = [known.snapshots.get(2026)?.cells as Ticks, next.snapshots.get(2026)?.cells as Ticks];
  expect(is).toEqual({ 1: { 1: true }, 64: { 3: true } });
  expect(is[1]).toBe(was[1]);
});
