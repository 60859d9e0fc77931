import {
  type Cells,
  cellKey,
  coalesce,
  isReal,
  type Mark,
  overlay,
  plain,
  SOURCE_NUMBERS,
  stateIn,
  stateOf,
  type TableId,
  tableOf,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { splitByDays } from "../../../packages/core/src/ticks/ticks.ts";

const tick = fc.record({
  year: fc.constantFrom(2025, 2026),
  day: fc.integer({ min: 1, max: 40 }),
  source: fc.constantFrom(...SOURCE_NUMBERS),
  done: fc.boolean(),
});
const mark = fc.record({
  question: fc.constantFrom("a", "constructor", "a/b"),
  date: fc.constantFrom("2026-03-05", "2026-03-06"),
  mark: fc.constantFrom<Mark>(0, 1, 4),
});
const ticks = fc.array(tick, { maxLength: 60 });
/** As an outbox hands them out: numbered in the order in which they were made. */
const changes = fc
  .array(fc.oneof(tick, mark), { maxLength: 60 })
  .map((list) => list.map((entry, sequence) => ({ ...entry, sequence })));

test("a cell's key tells year, day and source, or question and date", () => {
  expect(cellKey({ year: 2026, day: 64, source: 3 })).toBe("2026/64/3");
  expect(cellKey({ question: "a/b", date: "2026-03-05" })).toBe("marks/a/b/2026-03-05");
});

test("a change to the state that there was is none", () => {
  const tick = { year: 2026, day: 64, source: 3, done: true } as const;
  const marked = { question: "a", date: "2026-03-05", mark: 3 } as const;
  const saved = [
    { ...tick, was: false },
    { ...tick, was: true },
    { ...marked, was: 0 },
    { ...marked, was: 3 },
  ] as const;
  expect(saved.map(isReal)).toEqual([true, false, true, false]);
});

test("a change in the words of both kinds comes back as it was", () => {
  fc.assert(
    fc.property(fc.oneof(tick, mark), (change) => {
      expect(plain(change)).toEqual(change);
    }),
  );
});

test("coalescing keeps the last change of each cell, in the order of making", () => {
  fc.assert(
    fc.property(changes, (list) => {
      const kept = coalesce(list);
      const lasts = list.filter((entry, i) => !list.slice(i + 1).some((later) => cellKey(later) === cellKey(entry)));
      return JSON.stringify(kept) === JSON.stringify(lasts);
    }),
  );
});

test("a person sees the server's cells with the last of the own changes of that table over them", () => {
  fc.assert(
    fc.property(changes, changes, fc.constantFrom<TableId>(2025, 2026, "marks"), (server, pending, table) => {
      const base = overlay<Cells>({}, server, table);
      const seen = overlay(base, pending, table);
      return [...server, ...pending].every((cell) => {
        if (tableOf(cell) !== table) return true;
        const own = pending.findLast((entry) => cellKey(entry) === cellKey(cell));
        return stateIn(seen, cell) === (own ? stateOf(own) : stateIn(base, cell));
      });
    }),
  );
});

test("a flush is split so that the days of each batch are within the limit, and nothing is lost", () => {
  fc.assert(
    fc.property(ticks, fc.integer({ min: 1, max: 20 }), (list, limit) => {
      const batches = splitByDays(list, limit);
      const isSmall = batches.every((batch) => {
        const days = batch.map(({ day }) => day);
        return batch.length > 0 && Math.max(...days) - Math.min(...days) < limit;
      });
      const inOrder = list.toSorted((a, b) => a.day - b.day);
      return isSmall && JSON.stringify(batches.flat()) === JSON.stringify(inOrder);
    }),
  );
});

test("five sources of one day are one batch", () => {
  const day = SOURCE_NUMBERS.map((source) => ({ year: 2026, day: 64, source, done: true }));
  expect(splitByDays(day, 1)).toEqual([day]);
});

test("without changes of its own a table is shown as it is, the same object", () => {
  const server = { 64: { 3: true } } as const;
  expect(overlay(server, [], 2026)).toBe(server);
  expect(overlay(server, [{ year: 2025, day: 1, source: 1, done: true }], 2026)).toBe(server);
});
