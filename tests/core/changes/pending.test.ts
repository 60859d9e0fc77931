import {
  cellKey,
  coalesce,
  isDone,
  overlay,
  type PendingChange,
  SOURCE_NUMBERS,
  sendable,
  type Ticks,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { acknowledge } from "../../../packages/core/src/changes/pending.ts";
import { splitByDays } from "../../../packages/core/src/ticks/splitByDays.ts";

const change: fc.Arbitrary<PendingChange> = fc.record({
  year: fc.constantFrom(2025, 2026),
  day: fc.integer({ min: 1, max: 40 }),
  source: fc.constantFrom(...SOURCE_NUMBERS),
  done: fc.boolean(),
  sequence: fc.nat(),
});
/** As an outbox hands them out: numbered in the order in which they were made. */
const changes = fc
  .array(change, { maxLength: 60 })
  .map((list) => list.map((entry, sequence) => ({ ...entry, sequence })));

test("a cell's key tells year, day and source", () => {
  expect(cellKey({ year: 2026, day: 64, source: 3 })).toBe("2026/64/3");
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

test("a person sees the server's ticks with the last of the own changes of that year over them", () => {
  fc.assert(
    fc.property(changes, changes, (server, pending) => {
      const base: Ticks = overlay({}, server, 2026);
      const seen = overlay(base, pending, 2026);
      return [...server, ...pending].every((cell) => {
        const own = pending.findLast(
          (entry) => entry.year === 2026 && entry.day === cell.day && entry.source === cell.source,
        );
        return isDone(seen, cell) === (own ? own.done : isDone(base, cell));
      });
    }),
  );
});

test("acknowledging forgets exactly what was stored, so that a cell changed again meanwhile stays", () => {
  const first: PendingChange = { year: 2026, day: 64, source: 3, done: true, sequence: 1 };
  const again: PendingChange = { ...first, done: false, sequence: 2 };
  expect(acknowledge([again], [first])).toEqual([again]);
  expect(acknowledge([first, again], [again])).toEqual([first]);
  expect(acknowledge([first], [first])).toEqual([]);
});

test("what the server refused for good is not sent again", () => {
  const first: PendingChange = { year: 2026, day: 64, source: 3, done: true, sequence: 1 };
  const refused: PendingChange = { ...first, sequence: 2, refused: "not allowed" };
  expect(sendable([first, refused])).toEqual([first]);
});

test("a flush is split so that the days of each part are within the limit, and nothing is lost", () => {
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 20 }), (list, limit) => {
      const parts = splitByDays(list, limit);
      const isSmall = parts.every((part) => {
        const days = part.map(({ day }) => day);
        return part.length > 0 && Math.max(...days) - Math.min(...days) < limit;
      });
      const inOrder = list.toSorted((a, b) => a.day - b.day);
      return isSmall && JSON.stringify(parts.flat()) === JSON.stringify(inOrder);
    }),
  );
});

test("five sources of one day are one part", () => {
  const day = SOURCE_NUMBERS.map((source) => ({ year: 2026, day: 64, source, done: true }));
  expect(splitByDays(day, 1)).toEqual([day]);
});
