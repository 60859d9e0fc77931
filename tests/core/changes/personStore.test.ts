import { booleanValue, integerValue, mapValue, readTicks, type YearDocument } from "@dailyleet/core";
import { expect, test } from "vitest";
import { cellWrite } from "../../../packages/core/src/changes/personStore.ts";

const change = (day: number, source: 1 | 2 | 3, done: boolean) => ({ year: 2026, day, source, done });

test("a write names only the cells that change, each once, and the version that was read", () => {
  const fields = { year: integerValue(2026), 1: mapValue({ 1: booleanValue(true) }), note: {} };
  const known: YearDocument = { path: "open", year: 2026, ticks: readTicks(fields), fields, version: "v7" };
  const changes = [change(64, 3, false), change(64, 3, true), change(64, 1, false), change(1, 2, true)];
  expect(cellWrite(known, changes)).toEqual({
    path: "open",
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
