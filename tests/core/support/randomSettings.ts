import { type PersonSettings, SETTING_PARTS, settingCell } from "@dailyleet/core";
import fc from "fast-check";

export const SETTING_CELLS = Object.entries(SETTING_PARTS).flatMap(([row, parts]) =>
  parts.map((part) => settingCell(row, part)),
);

/** Valid and invalid texts for each kind of setting, the default, and random ones. */
export const randomText = fc.oneof(
  fc.constantFrom("", "all", "2027-03-31", "03:00", "sat,sun", "2", "AtCoder", "https://atcoder.jp/", "UTC", "asha"),
  fc.constantFrom("on", "constructor", "none", "\u0000", " ", "ॐ", "😀"),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);

export const randomSettings: fc.Arbitrary<PersonSettings> = fc
  .array(fc.tuple(fc.constantFrom(...SETTING_CELLS), randomText), { maxLength: 12 })
  .map((entries) => {
    const settings: Record<string, Record<string, string>> = {};
    for (const [{ row, column }, text] of entries) settings[row] = { ...settings[row], [column]: text };
    return settings;
  });
