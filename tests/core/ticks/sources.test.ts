import {
  DEFAULT_SOURCES,
  hasCode,
  isSourceNumber,
  parseSource,
  type Source,
  sourceName,
  webLink,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { failureOf } from "../support/fixtures.ts";

const named = (...names: string[]): Source[] => names.map((name) => ({ name, url: "https://example.org/" }));

test("there are five sources, each with a name of its own and an https address", () => {
  expect(DEFAULT_SOURCES.map((source) => source.name)).toEqual([
    "LeetCode",
    "Code360",
    "GeeksforGeeks",
    "InterviewBit",
    "CodeChef",
  ]);
  for (const { url } of DEFAULT_SOURCES) expect(webLink(url)?.href).toBe(url);
  expect(sourceName(DEFAULT_SOURCES, 3)).toBe("GeeksforGeeks");
});

test("only whole numbers from 1 to 5 are source numbers", () => {
  expect([1, 2, 3, 4, 5].every(isSourceNumber)).toBe(true);
  expect([0, 6, -1, 1.5, "1", null, undefined, Number.NaN].some(isSourceNumber)).toBe(false);
});

test.each([
  ["1", 1],
  [" 5 ", 5],
  ["l", 1],
  ["LEET", 1],
  ["leetcode", 1],
  ["code3", 2],
  ["CodeC", 5],
  ["g", 3],
  ["inter", 4],
])("'%s' is source %i", (text, source) => {
  expect(parseSource(text, DEFAULT_SOURCES)).toBe(source);
});

test.each(["", " ", "0", "6", "11", "1.0", "-1", "１", "x", "leetcodes", "eetcode", "3x"])(
  "'%s' is not a source",
  (text) => {
    expect(failureOf(() => parseSource(text, DEFAULT_SOURCES))).toBe(
      `usage: '${text}' is not a source; give a number from 1 to 5 or the beginning of a name: ` +
        "1 LeetCode, 2 Code360, 3 GeeksforGeeks, 4 InterviewBit, 5 CodeChef.",
    );
  },
);

test("a beginning of two names is refused, unless it is one of the names in full", () => {
  expect(failureOf(() => parseSource("co", DEFAULT_SOURCES))).toContain("'co' could be more than one source");
  const nested = named("Code", "CodeChef", "x", "y", "z");
  expect(parseSource("code", nested)).toBe(1);
  expect(parseSource("codec", nested)).toBe(2);
});

test("a number is always a number, even where a name begins with it", () => {
  expect(parseSource("2", named("2 Sum Daily", "b", "c", "d", "e"))).toBe(2);
});

test("any text is a source or a usage error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      try {
        return isSourceNumber(parseSource(text, DEFAULT_SOURCES));
      } catch (error) {
        return hasCode(error, "usage");
      }
    }),
  );
});
