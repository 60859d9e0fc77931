import {
  booleanValue,
  closedPath,
  integerValue,
  mapValue,
  namedPath,
  openPath,
  parseDataPath,
  readMap,
} from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { readBoolean, readInteger } from "../../../packages/core/src/firestore/values.ts";

describe("typed values", () => {
  test("what is written is read back", () => {
    expect([readBoolean(booleanValue(true)), readBoolean(booleanValue(false))]).toEqual([true, false]);
    expect(readInteger(integerValue(2026))).toBe(2026);
    expect(readMap(mapValue({ a: booleanValue(true) }))).toEqual({ a: booleanValue(true) });
  });

  test("an empty map has no fields, and both forms of it are read", () => {
    expect(mapValue({})).toEqual({ mapValue: {} });
    expect(readMap({ mapValue: {} })).toEqual({});
    expect(readMap({ mapValue: { fields: {} } })).toEqual({});
  });

  test.each([null, undefined, 1, "x", [], {}, { mapValue: null }, { booleanValue: 1 }, { integerValue: true }])(
    "%j is none of them",
    (value) => {
      expect([readBoolean(value), readInteger(value), readMap(value)]).toEqual([null, null, null]);
    },
  );
});

describe("paths", () => {
  test("of the open year, of closed ones, of the marks and of the settings are read back", () => {
    expect(parseDataPath(openPath("ann"))).toEqual({ kind: "open", uid: "ann" });
    expect(parseDataPath(closedPath("ann", 2025))).toEqual({ kind: "closed", uid: "ann", year: 2025 });
    for (const kind of ["marks", "settings"] as const) {
      expect(parseDataPath(namedPath("ann", kind))).toEqual({ kind, uid: "ann" });
    }
  });

  test.each([
    "",
    "dailyleet/v1/data",
    "dailyleet/v1/data/",
    "dailyleet/v2/data/ann",
    "dailyleet/v1/data/ann/",
    "dailyleet/v1/data/ann/years",
    "dailyleet/v1/data/ann/years/26",
    "dailyleet/v1/data/ann/years/2025/x",
    "dailyleet/v1/data/ann/practice",
    "dailyleet/v1/data/ann/practice/other",
    "dailyleet/v1/data/ann/practice/marks/x",
    "dailyleet/v1/data/ann/practice/own",
    "dailyleet/v1/data/ann/settings",
    "dailyleet/v1/data/ann/settings/other",
    "dailyleet/v1/data/ann/settings/own/x",
    "x/dailyleet/v1/data/ann",
    `dailyleet/v1/data/${"a".repeat(129)}`,
  ])("'%s' is none", (path) => {
    expect(parseDataPath(path)).toBeNull();
  });
});
