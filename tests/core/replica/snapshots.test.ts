import type { YearDocument } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSnapshots, sameIfEqual } from "../../../packages/core/src/replica/snapshots.ts";

/** The year with a tick on `day` and the server's update time `second`. */
const at = (second: number, day: number): YearDocument => ({
  path: "open",
  table: 2026,
  cells: { [day]: { 1: true } },
  fields: {},
  version: `2026-03-05T08:00:0${second}Z`,
});

function start() {
  const kept: unknown[] = [];
  const snapshots = createSnapshots((document) => kept.push(document));
  return { ...snapshots, kept, cells: () => snapshots.of(2026)?.cells };
}

describe("a year", () => {
  test("is unknown, then as it was kept, then as the server says, and not as it was kept again", () => {
    const year = start();
    expect(year.of(2026)).toBeUndefined();
    year.suppose(2026, "cache", at(0, 2).cells);
    expect(year.of(2026)).toEqual({ from: "cache", cells: at(0, 2).cells });
    expect(year.take(at(1, 1), year.known())).toBe(true);
    year.suppose(2026, "cache", at(0, 2).cells);
    expect(year.of(2026)).toEqual({ from: "server", cells: at(1, 1).cells, document: at(1, 1) });
  });

  test("is kept again only where it is new, and stays the same object as long as it says the same", () => {
    const year = start();
    year.take(at(1, 1), year.known());
    const cells = year.cells();
    expect(year.take(at(1, 1), year.known())).toBe(false);
    expect(year.take(at(2, 1), year.known())).toBe(false);
    expect(year.kept).toEqual([at(1, 1), at(2, 1)]);
    expect(year.cells()).toBe(cells);
  });

  test("is not known from an open document that has none yet", () => {
    const year = start();
    expect(year.take({ ...at(2, 1), table: null })).toBe(false);
    expect([year.known(), year.kept]).toEqual([new Map(), []]);
  });

  test("is not older than another tab told while the server was asked", () => {
    const year = start();
    const asked = year.known();
    year.take(at(2, 2));
    expect([year.take(at(1, 1), asked), year.cells(), year.kept]).toEqual([false, at(2, 2).cells, [at(2, 2)]]);
  });

  test("is as the server says when it was asked after that, even if the server's clock went back", () => {
    const year = start();
    year.take(at(2, 2));
    year.take(at(1, 1), year.known());
    expect(year.cells()).toEqual(at(1, 1).cells);
  });

  test("is not older than it was, where another tab's document comes late", () => {
    const year = start();
    year.take(at(2, 2), year.known());
    expect([year.take(at(1, 1)), year.cells()]).toEqual([false, at(2, 2).cells]);
  });
});

test("cells are the old object exactly where they say the same: what is absent, false or 0 is empty", () => {
  const row = fc.dictionary(fc.constantFrom("1", "2", "2026-03-05"), fc.constantFrom(true, false, 0, 3));
  const cells = fc.dictionary(fc.constantFrom("1", "2", "constructor"), row) as fc.Arbitrary<YearDocument["cells"]>;
  const said = (of: object) =>
    Object.entries(of).flatMap(([name, states]) =>
      Object.entries(states).flatMap(([column, state]) => (state ? `${name} ${column} ${state}` : [])),
    );
  fc.assert(
    fc.property(cells, cells, (before, after) => {
      const isSame = String(said(before).sort()) === String(said(after).sort());
      expect(sameIfEqual(before, after)).toBe(isSame ? before : after);
    }),
  );
  const before = { 64: { 1: true }, 65: { 2: false } };
  expect(sameIfEqual(before, { 64: { 1: true, 3: false } })).toBe(before);
});
