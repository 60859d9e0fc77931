import {
  batchesOf,
  type Cells,
  cellKey,
  changesOf,
  coalesce,
  hasEffect,
  inverseOf,
  type Mark,
  markCell,
  overlay,
  SOURCE_NUMBERS,
  stateIn,
  type TableId,
  tickCell,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mark, tick } from "../../support/changes.ts";

const ticked = fc.record({
  table: fc.constantFrom(2025, 2026),
  row: fc.integer({ min: 1, max: 40 }),
  column: fc.constantFrom(...SOURCE_NUMBERS),
  state: fc.boolean(),
});
const marked = fc.record({
  table: fc.constant("marks" as const),
  row: fc.constantFrom("a", "constructor", "a/b"),
  column: fc.constantFrom("2026-03-05", "2026-03-06"),
  state: fc.constantFrom<Mark>(0, 1, 4),
});
/** Entries as an outbox lists them, numbered in the order in which they were made. */
const entries = fc
  .array(fc.oneof(ticked, marked), { maxLength: 60 })
  .map((list) => list.map((change, sequence) => ({ change, sequence })));

test("a cell's key tells year, day and source, or question and date", () => {
  expect(cellKey(tickCell(2026, 64, 3))).toBe("2026/64/3");
  expect(cellKey(markCell("a/b", "2026-03-05"))).toBe("marks/a/b/2026-03-05");
});

test("a change to the state that there was is none, and every change is undone by the state before", () => {
  const made = [
    { change: tick(2026, 64, 3), was: false },
    { change: tick(2026, 64, 3), was: true },
    { change: mark("a", 3), was: 0 },
    { change: mark("a", 3), was: 3 },
  ] as const;
  expect(made.map(hasEffect)).toEqual([true, false, true, false]);
  expect(made.map(inverseOf)).toEqual([tick(2026, 64, 3, false), tick(2026, 64, 3), mark("a", 0), mark("a", 3)]);
});

test("coalescing keeps the last change of each cell, in the order of making", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const kept = coalesce(list);
      const keys = changesOf(list).map(cellKey);
      const lasts = list.filter((_, index) => !keys.slice(index + 1).includes(String(keys[index])));
      return JSON.stringify(kept) === JSON.stringify(lasts);
    }),
  );
});

test("a person sees the server's cells with the last of the own changes of that table over them", () => {
  fc.assert(
    fc.property(
      entries.map(changesOf),
      entries.map(changesOf),
      fc.constantFrom<TableId>(2025, 2026, "marks"),
      (server, pending, table) => {
        const base = overlay<Cells>({}, server, table);
        const seen = overlay(base, pending, table);
        return [...server, ...pending].every((cell) => {
          if (cell.table !== table) return true;
          const own = pending.findLast((entry) => cellKey(entry) === cellKey(cell));
          return stateIn(seen, cell) === (own ? own.state : stateIn(base, cell));
        });
      },
    ),
  );
});

test("a flush is split into ten days in a row, or 20 questions, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.array(ticked, { maxLength: 60 }), (list) => {
      const batches = batchesOf(list.map((change) => ({ change }))).map((rows) => changesOf(rows.flat()));
      const isSmall = batches.every((batch) => {
        const days = batch.map(({ row }) => row);
        return batch.length > 0 && Math.max(...days) - Math.min(...days) < 10;
      });
      const inOrder = list.toSorted((a, b) => a.row - b.row);
      return isSmall && JSON.stringify(batches.flat()) === JSON.stringify(inOrder);
    }),
  );
  const marks = Array.from({ length: 90 }, (_, index) => ({ change: mark(`${index % 45}`, index < 45 ? 1 : 2) }));
  const batches = batchesOf(marks);
  expect(batches.map((rows) => rows.length)).toEqual([20, 20, 5]);
  expect(batches.flat().flat()).toHaveLength(90);
});

test("without changes of its own a table is shown as it is, the same object", () => {
  const server = { 64: { 3: true } } as const;
  expect(overlay(server, [], 2026)).toBe(server);
  expect(overlay(server, [tick(2025, 1, 1)], 2026)).toBe(server);
});
