import type { YearDocument } from "@dailyleet/core";
import { booleanValue, type Cache, integerValue, mapValue } from "@dailyleet/core";
import { describe, expect, test } from "vitest";

const PATH = "dailyleet/v1/data/ann";

function document(year: number, day: number, version: string, path = PATH): YearDocument {
  const fields = { year: { integerValue: String(year) }, [day]: mapValue({ 1: booleanValue(true) }) };
  return { path, table: year, cells: { [day]: { 1: true } }, fields, version };
}

/** The contract of every replica's cache. `open` opens an empty cache of the person ann. */
export function describeCache(name: string, open: () => Cache): void {
  describe(`The cache ${name}`, () => {
    test("knows nothing of a year that was never kept", async () => {
      for (const table of [2026, "marks", "settings"] as const) expect(await open().read(table)).toBeNull();
    });

    test("gives back the year as it was kept last", async () => {
      const cache = open();
      cache.keep(document(2026, 1, "2026-03-05T08:00:00Z"));
      cache.keep(document(2026, 2, "2026-03-05T08:00:01Z"));
      expect(await cache.read(2026)).toEqual({ 2: { 1: true } });
    });

    test("keeps the marks beside the years", async () => {
      const cache = open();
      const marks = { "leetcode.com/problems/two-sum": { "2026-03-05": 3 } } as const;
      const cells = mapValue({ "2026-03-05": integerValue(3) });
      const fields = { marks: mapValue({ "leetcode.com/problems/two-sum": cells }) };
      cache.keep(document(2026, 1, "2026-03-05T08:00:00Z"));
      cache.keep({
        path: `${PATH}/practice/marks`,
        table: "marks",
        cells: marks,
        fields,
        version: "2026-03-05T08:00:01Z",
      });
      expect(await cache.read("marks")).toEqual(marks);
      expect(await cache.read(2026)).toEqual({ 1: { 1: true } });
    });

    test("keeps the settings beside the years and the marks", async () => {
      const cache = open();
      const text = { stringValue: "03:00" };
      cache.keep({
        path: `${PATH}/settings/own`,
        table: "settings",
        cells: { dayEndsAt: { value: "03:00" } },
        fields: { settings: mapValue({ dayEndsAt: mapValue({ value: text }) }) },
        version: "2026-03-05T08:00:01Z",
      });
      expect(await cache.read("settings")).toEqual({ dayEndsAt: { value: "03:00" } });
      expect([await cache.read("marks"), await cache.read(2026)]).toEqual([null, null]);
    });

    test("keeps the running year and closed ones apart", async () => {
      const cache = open();
      cache.keep(document(2025, 365, "2026-01-01T08:00:00Z", `${PATH}/years/2025`));
      cache.keep(document(2026, 1, "2026-01-01T08:00:00Z"));
      expect(await cache.read(2025)).toEqual({ 365: { 1: true } });
      expect(await cache.read(2026)).toEqual({ 1: { 1: true } });
      expect(await cache.read(2024)).toBeNull();
    });
  });
}
