import { difficultyOf, joinLists, listOf, planOf, questionKey, sheetsOf, topicOf } from "@dailyleet/core";
import { expect, test } from "vitest";
import { bundledList } from "../support/fixtures.ts";

const [DAILYLEET, NEETCODE] = [bundledList(), bundledList("neetcode150")];
const [OURS, THEIRS] = [{ bundled: "questions.json" }, { bundled: "neetcode150.json" }];

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
  [{}, "dailyleet75", [OURS]],
  [{ sheet: "./q.csv" }, null, [{ own: "./q.csv" }]],
  [{ sheet: "./q.csv", list: "dailyleet75" }, "dailyleet75", [OURS]],
  [{ list: "neetcode150" }, "neetcode150", [THEIRS]],
  [{ list: "all" }, "all", [OURS, THEIRS]],
  [{ list: "all", sheet: "./q.csv" }, "all", [{ own: "./q.csv" }, OURS, THEIRS]],
] as const)("of %j the list is %s", (choice, list, places) => {
  expect(listOf(choice)).toBe(list);
  expect(sheetsOf(choice)).toEqual(places);
});

test("a plan has its last day, and the day on which it was made where that is known", () => {
  const plan = { until: "2027-03-31" };
  const day = { until: { year: 2027, month: 3, day: 31 } };
  expect([planOf({}), planOf({ plan })]).toEqual([null, day]);
  expect(planOf({ plan: { ...plan, from: "2027-01-02" } })).toEqual({
    ...day,
    from: { year: 2027, month: 1, day: 2 },
  });
});
