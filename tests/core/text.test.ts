import { stripControls } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../support/long.ts";

/** Code points that must never reach a terminal, as numbers rather than Unicode classes. */
const UNSAFE_RANGES: [number, number][] = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x206f],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0001, 0xe0001],
  [0xe0020, 0xe007f],
];

test("of all characters of Unicode no unsafe one passes", () => {
  let checked = 0;
  for (const [first, last] of UNSAFE_RANGES) {
    for (let point = first; point <= last; point++, checked++) {
      const shown = stripControls(`a${String.fromCodePoint(point)}b`);
      if (shown !== (point === 9 ? "a b" : "ab")) expect.fail(`U+${point.toString(16)} passes`);
    }
  }
  expect(checked).toBeGreaterThan(2000);
});

test("of all characters of Unicode every letter, mark, number, sign and space is kept", () => {
  const points = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
  const visible = points.filter((character) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u.test(character)).join("");
  expect(visible.length).toBeGreaterThan(140_000);
  expect(stripControls(visible) === visible).toBe(true);
});

test.each([
  ["\x1b[2J\x1b[31mred\x1b[0m", "[2J[31mred[0m"],
  ["\x1b]52;c;ZXZpbA==\x07", "]52;c;ZXZpbA=="],
  ["a\x9b31mb\x85c", "a31mbc"],
  ["over\rprint\b", "overprint"],
  ["tab\there\r\nnew line", "tab here\nnew line"],
  ["\u202emoc.live\u202c", "moc.live"],
  ["lone \ud800 and \udfff", "lone  and "],
  ["pair 😀 stays", "pair 😀 stays"],
  ["क्‍ष and 👩‍💻", "क्‍ष and 👩‍💻"],
])("%j is shown as %j", (text, shown) => {
  expect(stripControls(text)).toBe(shown);
});

test("stripping twice is stripping once, and the result is well-formed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const shown = stripControls(text);
      return stripControls(shown) === shown && shown.isWellFormed();
    }),
    { numRuns: runs(2000) },
  );
});
