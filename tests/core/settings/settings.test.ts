import {
  isSettingCell,
  isSettingText,
  mapValue,
  type PersonSettings,
  SETTING_PARTS,
  settingOf,
  settingsIn,
  type Value,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomSettings } from "../support/randomSettings.ts";

const text = (stringValue: unknown): Value => ({ stringValue });
const document = (settings: PersonSettings) => {
  const rows = Object.entries(settings).map(([row, parts]) => {
    const texts = Object.entries(parts).map(([part, state]) => [part, text(state)] as const);
    return [row, mapValue(Object.fromEntries(texts))] as const;
  });
  return { settings: mapValue(Object.fromEntries(rows)) };
};

test("the settings of a document are those that were written to it", () => {
  fc.assert(
    fc.property(randomSettings, (settings) => {
      expect(settingsIn(document(settings))).toEqual(settings);
    }),
  );
});

test.each([null, undefined, 7, {}, { settings: null }, { settings: text("x") }, { settings: { mapValue: null } }])(
  "%j holds no settings",
  (fields) => {
    expect(settingsIn(fields)).toEqual({});
  },
);

test("a value that is no text of a setting is skipped, and keeps no other from being read", () => {
  const long = "x".repeat(501);
  const settings = mapValue({
    list: mapValue({ value: { integerValue: "7" } }),
    plan: mapValue({ until: text("2027-03-31"), from: { nullValue: null }, more: text("x") }),
    dayEndsAt: text("03:00"),
    "rest.weekdays": mapValue({ value: text(7) }),
    "source.1": mapValue({ name: text(long), url: text("\ud800"), zone: text("UTC") }),
    "source.6": mapValue({ name: text("x") }),
    constructor: mapValue({ value: text("x") }),
    problems: mapValue({ value: text("on") }),
  });
  expect(settingsIn({ settings })).toEqual({
    plan: { until: "2027-03-31" },
    "source.1": { zone: "UTC" },
    problems: { value: "on" },
  });
});

test("a setting that nobody made, and what every object inherits, is empty", () => {
  for (const row of ["list", "constructor", "toString", "__proto__"]) {
    for (const column of ["value", "constructor", "name", "length"]) {
      expect(settingOf({}, { row, column })).toBe("");
      expect(settingOf({ list: {} }, { row, column })).toBe("");
      expect(isSettingCell(row, column)).toBe(row === "list" && column === "value");
    }
  }
});

test("a person has 16 settings of 27 cells, which one commit can change", () => {
  expect(Object.keys(SETTING_PARTS)).toHaveLength(16);
  expect(Object.values(SETTING_PARTS).flat()).toHaveLength(27);
});

test.each<[unknown, boolean]>([
  ["", true],
  ["x".repeat(500), true],
  ["x".repeat(501), false],
  ["😀".repeat(500), true],
  ["😀".repeat(501), false],
  ["a\nb", false],
  ["\n", false],
  ["a\rb\u2028", true],
  ["\ud83d", false],
  [7, false],
  [null, false],
])("%j as a text", (value, isAllowed) => {
  expect(isSettingText(value)).toBe(isAllowed);
});
