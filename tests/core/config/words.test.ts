import { configFor, NO_SETTINGS, readFlag, SETTING_OFFERS, settingChanges, textsOfWords } from "@dailyleet/core";
import { expect, test } from "vitest";
import { failureOf } from "../support/fixtures.ts";

const today = { year: 2026, month: 6, day: 10 };

test.each<[string, string[], object]>([
  ["list", ["all"], { value: "all" }],
  ["list", [], { value: "" }],
  ["plan", ["06-09"], { until: "2027-06-09" }],
  ["plan", ["06-10"], { until: "2026-06-10" }],
  ["plan", ["today"], { until: "2026-06-10" }],
  ["rest.weekdays", ["SAT,Sun"], { value: "sat,sun" }],
  ["source.3", ["AtCoder", "https://atcoder.jp/"], { name: "AtCoder", url: "https://atcoder.jp/" }],
  ["source.3", ["AtCoder"], { name: "AtCoder", url: "" }],
  ["account.leetcode", ["none"], { value: "none" }],
  ["problems", ["ON"], { value: "on" }],
  ["problems", ["true"], { value: "on" }],
  ["problems", ["off"], { value: "" }],
  ["problems", ["maybe"], { value: "maybe" }],
])("%s %j is %j", (row, words, texts) => {
  expect(textsOfWords(row, words, today)).toEqual(texts);
});

test.each<[string, string[], string]>([
  ["dayEndsAt", ["03:00", "04:00"], "'dailyleet config dayEndsAt' takes no '04:00'; see 'dailyleet config --help'."],
  ["source.3", ["a", "b", "c"], "'dailyleet config source.3' takes no 'c'"],
  [
    "plan",
    ["06-09-2026"],
    "'06-09-2026' is not a day for a plan; give one such as 12-30 or 2027-03-31, no later than 2099.",
  ],
  ["plan", ["2100-01-01"], "'2100-01-01' is not a day for a plan; give one such as 12-30 or 2027-03-31, no later"],
  ["plan", ["2026-06-09"], "2026-06-09 is over; give a day from today on."],
  ["list", [" "], "'dailyleet config list' takes no empty text; give a value, or none."],
])("%s %j is wrong usage", (row, words, said) => {
  expect(failureOf(() => textsOfWords(row, words, today))).toContain(`usage: ${said}`);
});

test("a flag is on or off in any case of letters, and any other word stays itself", () => {
  expect(["on", "True", "off", "FALSE", "constructor"].map(readFlag)).toEqual([
    true,
    true,
    false,
    false,
    "constructor",
  ]);
});

test("every value that a shell offers is allowed", () => {
  const situation = { config: configFor({}, NO_SETTINGS), today };
  for (const [row, offers] of Object.entries(SETTING_OFFERS)) {
    for (const offer of offers) {
      expect(settingChanges(row, textsOfWords(row, [offer], today), situation)).toHaveLength(1);
    }
  }
});
