import type { YearDocument } from "@dailyleet/core";
import { booleanValue, integerValue, mapValue, readTicks } from "@dailyleet/core";
import { expect, test } from "vitest";
import { cellWrite } from "../../../packages/core/src/changes/personStore.ts";

const document = (
  fields: YearDocument["fields"],
  version: string | null,
  year: number | null = 2026,
): YearDocument => ({
  path: "dailyleet/v1/data/ann",
  year,
  ticks: readTicks(fields),
  fields,
  version,
});
const change = (day: number, source: 1 | 2 | 3, done: boolean) => ({ year: 2026, day, source, done });

test("a write names only the cells that change, and the version that was read", () => {
  const known = document({ year: integerValue(2026), 1: mapValue({ 1: booleanValue(true) }), note: {} }, "v7");
  expect(cellWrite(known, [change(64, 3, true), change(64, 1, false), change(1, 2, true)])).toEqual({
    path: "dailyleet/v1/data/ann",
    fields: {
      1: mapValue({ 2: booleanValue(true) }),
      64: mapValue({ 3: booleanValue(true), 1: booleanValue(false) }),
    },
    mask: [
      ["64", "3"],
      ["64", "1"],
      ["1", "2"],
    ],
    precondition: { updateTime: "v7" },
  });
});

test("the first write of a document brings the year and demands that there is none yet", () => {
  expect(cellWrite(document({}, null), [change(64, 3, true)])).toEqual({
    path: "dailyleet/v1/data/ann",
    fields: { 64: mapValue({ 3: booleanValue(true) }), year: integerValue(2026) },
    mask: [["64", "3"], ["year"]],
    precondition: { exists: false },
  });
});

test("a document from before the years is stamped without touching a cell", () => {
  expect(cellWrite(document({ 1: mapValue({}) }, "v1"), [])).toMatchObject({
    fields: { year: integerValue(2026) },
    mask: [["year"]],
  });
  expect(cellWrite(document({}, "v1", null), [])).toMatchObject({ fields: {}, mask: [] });
});

test("a cell that is changed twice stands once in the mask, with its last state", () => {
  const write = cellWrite(document({ year: integerValue(2026) }, "v1"), [change(64, 3, true), change(64, 3, false)]);
  expect(write.mask).toEqual([["64", "3"]]);
  expect(write.fields).toEqual({ 64: mapValue({ 3: booleanValue(false) }) });
});
