import { type JudgeAnswer, problemQuery } from "@dailyleet/core";
import { expect, test } from "vitest";
import { answer, sample } from "../../support/judgeSamples.ts";

const LEETCODE = sample("leetcode-activeDailyCodingChallengeQuestion.json");
const GEEKSFORGEEKS = sample("geeksforgeeks-problem-of-day-today.json");

const readProblem = (judge: "leetcode" | "geeksforgeeks", answers: readonly JudgeAnswer[]) =>
  problemQuery(judge).read(answers);
const DATE = { year: 2026, month: 11, day: 26 };

test("a site's problem of the day has its date, name, link and difficulty", () => {
  expect(readProblem("leetcode", [answer(LEETCODE)])).toEqual({
    date: DATE,
    name: "Sample Daily Problem",
    link: "https://leetcode.com/problems/sample-daily-problem/",
    difficulty: "Medium",
  });
  expect(readProblem("geeksforgeeks", [answer(GEEKSFORGEEKS)])).toEqual({
    date: DATE,
    name: "Sample Problem Of The Day",
    link: "https://www.geeksforgeeks.org/problems/sample-problem-of-the-day/1",
    difficulty: "Medium",
  });
});

test.each([
  ["leetcode", LEETCODE, "/problems/sample-daily-problem/", "//evil.example/"],
  ["leetcode", LEETCODE, "2026-11-26", "2026-02-30"],
  ["leetcode", LEETCODE, '"title"', '"name"'],
  ["geeksforgeeks", GEEKSFORGEEKS, "https://www.geeksforgeeks.org/", "https://www.geeksforgeeks.org@evil.example/"],
  ["geeksforgeeks", GEEKSFORGEEKS, "https:", "javascript:"],
  ["geeksforgeeks", GEEKSFORGEEKS, '"Medium"', "7"],
] as const)("%s: of an unknown form is a fault", (judge, body, from, to) => {
  expect(readProblem(judge, [answer(body.replace(from, to))])).toMatchObject({ kind: "unknown-form" });
});

test("a refusal is a fault, too", () => {
  expect(readProblem("leetcode", [answer(sample("cloudflare-challenge-403.html"), 403)])).toEqual({ kind: "refused" });
});

test("a problem counts until its site's day ends in the site's zone, and a problem of another day not at all", () => {
  const endOf = (judge: "leetcode" | "geeksforgeeks", now: string) => {
    const end = problemQuery(judge).endOf({ date: DATE, name: "A", link: "", difficulty: "" }, Date.parse(now));
    return end && new Date(end).toISOString();
  };
  expect(endOf("leetcode", "2026-11-25T23:59:59Z")).toBeNull();
  expect(endOf("leetcode", "2026-11-26T00:00:00Z")).toBe("2026-11-27T00:00:00.000Z");
  expect(endOf("leetcode", "2026-11-27T00:00:00Z")).toBeNull();
  expect(endOf("geeksforgeeks", "2026-11-25T18:29:59Z")).toBeNull();
  expect(endOf("geeksforgeeks", "2026-11-25T18:30:00Z")).toBe("2026-11-26T18:30:00.000Z");
  expect(endOf("geeksforgeeks", "2026-11-26T18:30:00Z")).toBeNull();
});
