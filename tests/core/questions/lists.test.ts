import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkSheet,
  difficultyOf,
  joinLists,
  listOf,
  parseSheet,
  planOf,
  questionKey,
  sheetsOf,
  topicOf,
} from "@dailyleet/core";
import { expect, test } from "vitest";

const bundled = (file: string) => readFileSync(join(import.meta.dirname, "../../../site/public", file), "utf8");
const DAILYLEET = parseSheet(bundled("questions.gviz.txt")).questions;
const NEETCODE = parseSheet(bundled("neetcode150.gviz.txt")).questions;

test("the NeetCode 150 are 150 questions in 18 patterns, with their difficulties and nothing else", () => {
  expect(new Set(NEETCODE.map(questionKey)).size).toBe(150);
  expect(new Set(NEETCODE.map(topicOf)).size).toBe(18);
  const levels = Map.groupBy(NEETCODE, difficultyOf);
  expect(["Easy", "Medium", "Hard"].map((level) => levels.get(level as "Easy")?.length)).toEqual([28, 101, 21]);
  for (const { link, tags, text, solution, takeaways, analysis } of NEETCODE) {
    expect(link).toMatch(/^https:\/\/leetcode\.com\/problems\/[a-z0-9-]+\/$/);
    expect([tags.length, text + solution + takeaways + analysis]).toEqual([1, ""]);
  }
});

test("a question of two lists is there once, as the first of them has it, and the order stays", () => {
  const all = joinLists([DAILYLEET, NEETCODE]);
  expect(all.slice(0, DAILYLEET.length)).toEqual(DAILYLEET);
  const own = new Set(DAILYLEET.map(questionKey));
  expect(all.slice(DAILYLEET.length)).toEqual(NEETCODE.filter((question) => !own.has(questionKey(question))));
  expect(all.length).toBeLessThan(DAILYLEET.length + NEETCODE.length);
  expect(joinLists([DAILYLEET])).toBe(DAILYLEET);
  expect(joinLists([])).toEqual([]);
});

test.each([
  [{}, "dailyleet75", [{ bundled: "questions.gviz.txt" }]],
  [{ sheet: "./q.csv" }, null, [{ own: "./q.csv" }]],
  [{ sheet: "./q.csv", list: "dailyleet75" }, "dailyleet75", [{ bundled: "questions.gviz.txt" }]],
  [{ list: "neetcode150" }, "neetcode150", [{ bundled: "neetcode150.gviz.txt" }]],
  [{ plan: { until: "2027-03-31", list: "neetcode150" } }, "neetcode150", [{ bundled: "neetcode150.gviz.txt" }]],
  [
    { list: "dailyleet75", plan: { until: "2027-03-31", list: "all" } },
    "dailyleet75",
    [{ bundled: "questions.gviz.txt" }],
  ],
  [{ list: "all" }, "all", [{ bundled: "questions.gviz.txt" }, { bundled: "neetcode150.gviz.txt" }]],
  [
    { list: "all", sheet: "./q.csv" },
    "all",
    [{ own: "./q.csv" }, { bundled: "questions.gviz.txt" }, { bundled: "neetcode150.gviz.txt" }],
  ],
] as const)("of %j the list is %s", (choice, list, places) => {
  expect(listOf(choice)).toBe(list);
  expect(sheetsOf(choice)).toEqual(places);
});

test("a plan is for the list in use, or for the list that it names", () => {
  const plan = { until: "2027-03-31" };
  const day = { until: { year: 2027, month: 3, day: 31 } };
  expect([planOf({ plan }), planOf({ plan, sheet: "./q.csv" }), planOf({ plan, list: "all" })]).toEqual([
    day,
    day,
    day,
  ]);
  expect(planOf({ plan: { ...plan, list: "all" } })).toEqual(day);
  expect([planOf({}), planOf({ list: "dailyleet75", plan: { ...plan, list: "all" } })]).toEqual([null, null]);
  const chosen = { ...plan, from: "2027-01-02" };
  expect(planOf({ plan: chosen })).toEqual({ ...day, from: { year: 2027, month: 1, day: 2 } });
});

test("a sheet without some columns is told nothing of its difficulties that are right", () => {
  const { findings } = checkSheet(bundled("neetcode150.gviz.txt"));
  expect(findings.filter(({ problem }) => !/^the (text|solution|takeaways|analysis) is missing/.test(problem))).toEqual(
    [],
  );
});
