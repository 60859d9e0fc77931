import {
  applyChanges,
  type Config,
  configFor,
  hasCode,
  isSettingCell,
  isSettingText,
  judgeOfSetting,
  NO_SETTINGS,
  type PersonSettings,
  SETTING_PARTS,
  settingChanges,
  settingOf,
  settingText,
  sourceOfSetting,
  textsInForce,
  textsOfWords,
  unsetChanges,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/long.ts";
import { failureOf } from "../support/fixtures.ts";
import { randomSettings } from "../support/randomSettings.ts";

type Texts = PersonSettings[string];

const today = { year: 2026, month: 6, day: 10 };
const DEFAULTS = configFor({}, NO_SETTINGS);
const textsOf = (row: string, texts: Texts, config: Config = DEFAULTS) => {
  const changes = settingChanges(row, texts, { config, today });
  return Object.fromEntries(changes.map(({ row, column, state }) => [`${row} ${column}`, state]));
};
const faultOf = (row: string, texts: Texts, config?: Config) => failureOf(() => textsOf(row, texts, config));

describe("a change of a setting", () => {
  test("makes a plan begin today, and again with another list and with the default one", () => {
    expect(textsOf("plan", { until: "2027-03-31", from: "1999-01-01" })).toEqual({
      "plan until": "2027-03-31",
      "plan from": "2026-06-10",
    });
    const planned = configFor({}, { list: { value: "all" }, plan: { until: "2027-03-31", from: "2026-01-01" } });
    expect(textsOf("list", { value: "all" })).toEqual({ "list value": "all" });
    expect(textsOf("list", { value: "neetcode150" }, planned)).toEqual({
      "list value": "neetcode150",
      "plan from": "2026-06-10",
    });
    expect(textsOf("list", { value: "" }, planned)).toEqual({ "list value": "", "plan from": "2026-06-10" });
    expect(textsOf("dayEndsAt", { value: "03:00" }, planned)).toEqual({ "dayEndsAt value": "03:00" });
  });

  test("gives a source at a known address the zone of that address, and none at another", () => {
    const zoned = (url: string, config?: Config) => textsOf("source.2", { name: "X", url }, config)["source.2 zone"];
    expect(zoned("https://leetcode.com/problemset/")).toBe("UTC");
    expect(zoned("https://atcoder.jp/")).toBe("");
    const moved = configFor({}, { "source.4": { name: "A", url: "https://a.example/", zone: "Europe/Berlin" } });
    expect(zoned("https://a.example/", moved)).toBe("Europe/Berlin");
  });

  test("takes an account out of an address, also one that is called as the word for no value", () => {
    expect(textsOf("account.leetcode", { value: "https://leetcode.com/u/none/" })).toEqual({
      "account.leetcode value": "none",
    });
  });

  test("without texts gives the default back", () => {
    for (const [row, parts] of Object.entries(SETTING_PARTS)) {
      const empty = Object.fromEntries(parts.map((part) => [`${row} ${part}`, ""]));
      expect(textsOf(row, {})).toEqual(empty);
      expect(textsOf(row, { [parts[0] as string]: "" })).toEqual(empty);
    }
    expect(unsetChanges("constructor", { config: DEFAULTS, today })).toEqual([]);
  });
});

describe("what can't be a setting is told with what is allowed", () => {
  const long = "x".repeat(501);
  test.each<[string, Texts, string]>([
    ["list", { value: "neetcode" }, "'neetcode' is not a list; give dailyleet75, neetcode150, all."],
    ["plan", { until: "2026-06-09" }, "2026-06-09 is over; give a day from today on."],
    ["plan", { until: "2100-01-01" }, "'2100-01-01' is not a day for a plan; give a day such as 2027-03-31, no later"],
    ["plan", { from: "2026-06-10" }, " is over; give a day from today on."],
    [
      "dayEndsAt",
      { value: "06:01" },
      "'06:01' is not an end of a day; give a time from 00:00 to 06:00, such as 03:00.",
    ],
    ["rest.weekdays", { value: "sun,sun" }, "'sun,sun' is not a list of weekdays; give some of sun,mon,"],
    ["rest.perMonth", { value: "11" }, "'11' is not a number of rest days; give one from 0 to 10."],
    ["problems", { value: "yes" }, "'yes' is not a choice; give on or off."],
    ["source.1", { name: "X" }, "'source.1' needs a name and an https address; give both, or the default back."],
    ["source.1", { name: "X", url: "x" }, "'x' is not the address of a source; give an https address without"],
    ["source.1", { name: "\u200b", url: "https://x.example" }, "'\u200b' is not the name of a source; give a text on"],
    ["source.1", { name: "\ud800", url: "https://x.example" }, "is not the name of a source; give a text on"],
    ["source.1", { name: long, url: "https://x.example" }, "xxx…' has more than 500 characters; give a shorter text"],
    ["source.1", { name: "X", url: `https://${long}` }, "…' has more than 500 characters; give a shorter text for"],
    ["source.1", { name: " code360", url: "https://x.example" }, "Source 2 is called ' code360', too; give a name"],
    [
      "account.codechef",
      { value: "a?b" },
      "'a?b' is not an account of CodeChef; give the NAME of https://www.codechef",
    ],
    ["account.atcoder", { value: "asha" }, "None of your sources is at atcoder.jp, so there is no place for ticks"],
  ])("%s %j", (row, texts, said) => {
    expect(faultOf(row, texts)).toContain(`usage: `);
    expect(faultOf(row, texts)).toContain(said);
  });

  test("a source may keep its own name", () => {
    expect(textsOf("source.2", { name: "code360", url: "https://x.example" })["source.2 name"]).toBe("code360");
  });
});

const WORDS = "on,off,all,2,10,asha,03:00,sun,sun,sat,tomorrow,~/a,https://atcoder.jp/,AtCoder,constructor".split(",");

test("whatever words are given, they are refused as wrong usage, or hold as they were given", () => {
  const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: "binary" }));
  const key = fc.constantFrom(...Object.keys(SETTING_PARTS));
  let held = 0;
  const check = (row: string, words: string[], settings: PersonSettings) => {
    const config = configFor({}, settings);
    try {
      const changes = settingChanges(row, textsOfWords(row, words, today), { config, today });
      for (const { row, column, state } of changes) {
        expect([isSettingCell(row, column), isSettingText(state)]).toEqual([true, true]);
      }
      const after = configFor({}, applyChanges(settings, changes));
      for (const { row, column, state } of changes) {
        expect(after.unusable).not.toContainEqual({ table: "settings", row, column });
        if (row === "list" || state === "") continue;
        expect(textsInForce(row, after)[column]).toBe(state);
        held++;
      }
      const others = after.unusable.filter(({ row: other }) => other !== row);
      expect(config.unusable).toEqual(expect.arrayContaining(others));
    } catch (error) {
      if (!hasCode(error, "usage")) throw error;
    }
  };
  fc.assert(fc.property(key, fc.array(word, { maxLength: 3 }), randomSettings, check), { numRuns: runs(10_000) });
  expect(held).toBeGreaterThan(10);
});

describe("a setting's own words", () => {
  const config = configFor(
    { sheet: "./q.csv" },
    {
      plan: { until: "2027-03-31", from: "2026-06-10" },
      "rest.weekdays": { value: "sat,sun" },
      "source.5": { name: "AtCoder", url: "https://atcoder.jp/" },
      "account.atcoder": { value: "asha" },
      problems: { value: "on" },
    },
  );
  test.each([
    ["list", "", "dailyleet75"],
    ["plan", "2027-03-31", ""],
    ["dayEndsAt", "00:00", "00:00"],
    ["rest.weekdays", "sat,sun", ""],
    ["rest.perMonth", "0", "0"],
    ["source.5", "AtCoder https://atcoder.jp/", "CodeChef https://www.codechef.com/practice"],
    ["account.atcoder", "asha", ""],
    ["account.leetcode", "", ""],
    ["problems", "on", "off"],
    ["constructor", "", ""],
  ])("of %s are '%s', and by default '%s'", (row, text, usual) => {
    expect(settingText(row, textsInForce(row, config))).toBe(text);
    expect(settingText(row, textsInForce(row, DEFAULTS))).toBe(usual);
  });

  test("name the number of a source and the site of an account", () => {
    expect(["source.4", "source.name", "list"].map(sourceOfSetting)).toEqual([4, null, null]);
    expect(["account.atcoder", "account.none", "list"].map(judgeOfSetting)).toEqual(["atcoder", null, null]);
  });

  test("are found again in the settings that they change", () => {
    const changes = settingChanges("rest.weekdays", { value: "sun" }, { config: DEFAULTS, today });
    expect(settingOf(applyChanges(NO_SETTINGS, changes), { row: "rest.weekdays", column: "value" })).toBe("sun");
  });
});
