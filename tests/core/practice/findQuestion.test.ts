import { findQuestion } from "@dailyleet/core";
import { expect, test } from "vitest";
import { failureOf, question } from "../support/fixtures.ts";

const linked = (name: string, link: string) => question(name, { link });

const LIST = [
  linked("Two Sum", "https://leetcode.com/problems/two-sum/"),
  linked("Powers, fast", "https://leetcode.com/problems/powx-n/description/?envType=problem-list-v2"),
  linked("Tree Paths", "https://cses.fi/problemset/task/two-sum-tree/"),
  linked("Two Sum II", "https://leetcode.com/problems/two-sum-ii/"),
  linked("Minimum in a Sheet", "no web link"),
  linked("Without a Link", ""),
  linked("Two Sum", "http://leetcode.com/problems/two-sum?ref=twice"),
];

test.each([
  ["https://leetcode.com/problems/two-sum/description/", 1],
  ["https://leetcode.com/problems/two-sum/description/?envType=daily-question&envId=2026-11-21", 1],
  ["https://leetcode.com/problems/two-sum/submissions/1234567890/", 1],
  ["https://leetcode.com/problems/two-sum/solutions/4/a-title/", 1],
  ["https://leetcode.com/problems/two-sum/editorial#approach", 1],
  ["https://leetcode.com/contest/weekly-contest-400/problems/two-sum/", 1],
  ["https://leetcode.cn/problems/two-sum/", 1],
  ["leetcode.com/problems/Two-Sum/solutions", 1],
  [" www.leetcode.com/problems/two-sum ", 1],
  ["two-sum", 1],
  ["TWO SUM", 1],
  ["7", 7],
  ["https://leetcode.com/problems/powx-n", 2],
  ["powx-n", 2],
  ["cses.fi/problemset/task/two-sum-tree", 3],
  ["two-sum-tree", 3],
  ["two sum i", 4],
  ["without", 6],
])("'%s' is question %d", (text, number) => {
  expect(findQuestion(LIST, text).number).toBe(number);
});

test.each([
  "https://leetcode.com/problems/",
  "https://leetcode.com/problems/two",
  "https://cses.fi/problemset/task/two-sum-tree/description",
  "https://example.com/problems/two-sum/",
  "problems",
  "description",
  "leetcode.com",
  "/",
  "0",
  " ",
])("'%s' is none", (text) => {
  expect(failureOf(() => findQuestion(LIST, text))).toMatch(
    /^usage: '.*' is not .* give a number from 1 to 7, a link or/,
  );
});

test("of an empty list nothing is, which is said", () => {
  expect(failureOf(() => findQuestion([], "1"))).toMatch(/^usage: .*; the list is empty\.$/);
  expect(failureOf(() => findQuestion([], "two-sum"))).toBe(
    "usage: 'two-sum' is not a question of the list; the list is empty.",
  );
});

test("a name that would be an address is a name", () => {
  const list = [linked("leetcode.com", "https://leetcode.com/problems/a/"), linked("Half a/b", "")];
  expect([findQuestion(list, "leetcode.com").number, findQuestion(list, "half a/b").number]).toEqual([1, 2]);
});

test("the marks of a question keep their key, whichever page of it is named", () => {
  expect(findQuestion(LIST, "https://leetcode.com/problems/powx-n/").key).toBe(
    "leetcode.com/problems/powx-n/description",
  );
  expect(findQuestion(LIST, "two-sum").key).toBe("leetcode.com/problems/two-sum");
});

test("two questions of the list that have pages of one problem are told apart by their own links only", () => {
  const [first, second] = ["solutions", "description"].map((page) => `https://leetcode.com/problems/two-sum/${page}`);
  const twice = [linked("A", first ?? ""), linked("B", second ?? "")];
  expect(findQuestion(twice, second ?? "").number).toBe(2);
  expect(failureOf(() => findQuestion(twice, "two-sum"))).toMatch(/^usage: 'two-sum' could be .*: 1 A, 2 B\.$/);
});

test("of many that are meant eight are named, and how many more there are", () => {
  const list = Array.from({ length: 9 }, (_, index) => linked(`Sum ${index + 1}`, `https://example.com/${index}`));
  expect(failureOf(() => findQuestion(list, "sum"))).toMatch(/8 Sum 8 and 1 more\.$/);
  expect(failureOf(() => findQuestion(list.slice(1), "sum"))).toMatch(/8 Sum 9\.$/);
});
