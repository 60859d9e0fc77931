import { dateInZone, formatDate, readProblem } from "@dailyleet/core";
import { expect, test } from "vitest";
import { answer, sample } from "../../support/siteSamples.ts";

const LEETCODE = sample("leetcode-activeDailyCodingChallengeQuestion.json");
const GEEKSFORGEEKS = sample("geeksforgeeks-problem-of-day-today.json");

test("a site's problem of the day has its date, name, link and difficulty", () => {
  expect(readProblem("leetcode", [answer(LEETCODE)])).toEqual({
    date: "2026-11-26",
    name: "Sample Daily Problem",
    link: "https://leetcode.com/problems/sample-daily-problem/",
    difficulty: "Medium",
  });
  expect(readProblem("geeksforgeeks", [answer(GEEKSFORGEEKS)])).toEqual({
    date: "2026-11-26",
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
] as const)("%s: of an unknown form is a fault", (site, body, from, to) => {
  expect(readProblem(site, [answer(body.replace(from, to))])).toMatchObject({ kind: "unknown-form" });
});

test("a refusal is a fault, too", () => {
  expect(readProblem("leetcode", [answer(sample("cloudflare-challenge-403.html"), 403)])).toEqual({ kind: "refused" });
});

test("a site's day is that of its zone", () => {
  const now = Date.parse("2026-11-25T19:00Z");
  expect(["UTC", "Asia/Kolkata"].map((zone) => formatDate(dateInZone(zone, now)))).toEqual([
    "2026-11-25",
    "2026-11-26",
  ]);
});
