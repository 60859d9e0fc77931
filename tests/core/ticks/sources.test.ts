import {
  DEFAULT_SOURCES,
  hasCode,
  isSourceNumber,
  parseSource,
  parseSources,
  SOURCE_NUMBERS,
  type Source,
  sourceName,
  sourceOfLink,
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
  ["1", [1]],
  [" 5 ", [5]],
  ["l", [1]],
  ["LEET", [1]],
  ["leetcode", [1]],
  ["code3", [2]],
  ["CodeC", [5]],
  ["g", [3]],
  ["inter", [4]],
  ["all", [1, 2, 3, 4, 5]],
  [" ALL ", [1, 2, 3, 4, 5]],
  ["1-3", [1, 2, 3]],
  ["4-4", [4]],
  ["1,3", [1, 3]],
  ["5,1-2, codec", [5, 1, 2]],
  ["1-3,2-4", [1, 2, 3, 4]],
])("'%s' stands for the sources %j", (text, expected) => {
  expect(parseSources(text, DEFAULT_SOURCES)).toEqual(expected);
  if (/^[^,-]*$/.test(text) && expected.length === 1) expect(parseSource(text, DEFAULT_SOURCES)).toBe(expected[0]);
});

test.each(["", " ", "0", "6", "11", "1.0", "-1", "１", "x", "leetcodes", "eetcode", "3x"])(
  "'%s' is not a source",
  (text) => {
    const said =
      `usage: '${text}' is not a source; give a number from 1 to 5 or the beginning of a name: ` +
      "1 LeetCode, 2 Code360, 3 GeeksforGeeks, 4 InterviewBit, 5 CodeChef.";
    expect(failureOf(() => parseSource(text, DEFAULT_SOURCES))).toBe(said);
    expect(failureOf(() => parseSources(text, DEFAULT_SOURCES))).toBe(said);
  },
);

test.each(["1,,3", ",", "1,", "-3", "1,9", "1-2-3", "all,1"])("'%s' does not stand for sources", (text) => {
  expect(failureOf(() => parseSources(text, DEFAULT_SOURCES))).toMatch(/^usage: '.*' is not a source; give a number/);
});

test("a beginning of two names is refused, unless it is one of the names in full", () => {
  expect(failureOf(() => parseSource("co", DEFAULT_SOURCES))).toContain("'co' could be more than one source");
  const nested = named("Code", "CodeChef", "x", "y", "z");
  expect([parseSource("code", nested), parseSource("codec", nested)]).toEqual([1, 2]);
});

test.each(["3-1", "0-2", "2-6", "1-", "1-99"])("'%s' is not a range", (text) => {
  expect(failureOf(() => parseSources(`5,${text}`, DEFAULT_SOURCES))).toBe(
    `usage: '${text}' is not a range of sources; give two numbers from 1 to 5, the smaller one first, such as 1-3.`,
  );
});

test("a number and 'all' mean themselves, also where a name begins so; a name with a hyphen is found by its beginning", () => {
  expect(parseSource("2", named("2 Sum Daily", "b", "c", "d", "e"))).toBe(2);
  const special = named("All of it", "2-sum club", "c", "d", "e");
  expect(parseSources("all", special)).toEqual(SOURCE_NUMBERS);
  expect(parseSources("all o", special)).toEqual([1]);
  expect(parseSources("2-sum", special)).toEqual([2]);
});

test("any text stands for different sources or is a usage error", () => {
  const likely = fc.stringMatching(/^[0-9al,\- ]{0,8}$/);
  fc.assert(
    fc.property(fc.oneof(likely, fc.string({ unit: "binary" })), (text) => {
      try {
        const found = parseSources(text, DEFAULT_SOURCES);
        return found.length > 0 && found.every(isSourceNumber) && new Set(found).size === found.length;
      } catch (error) {
        return hasCode(error, "usage");
      }
    }),
  );
});

test.each([
  ["https://leetcode.com/problems/two-sum/", 1],
  ["https://www.leetcode.com/problems/two-sum/", 1],
  ["https://practice.geeksforgeeks.org/problems/x", 3],
  ["https://notleetcode.com/problems/two-sum/", null],
  ["https://leetcode.com.evil.example/two-sum/", null],
  ["https://example.org/", null],
  ["two sum", null],
] as const)("a question's link leads to the source at its host (%s): %s", (link, source) => {
  expect(sourceOfLink(link, DEFAULT_SOURCES)).toBe(source);
});
