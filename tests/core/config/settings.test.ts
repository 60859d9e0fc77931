import {
  DEFAULT_SOURCES,
  hasCode,
  readChoices,
  readConfig,
  SETTING_KEYS,
  type Settings,
  settingPatch,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../support/long.ts";

const today = { year: 2026, month: 6, day: 10 };
const WORDS = "none,on,all,2,10,leetcode,atcoder,asha,03:00,sun,sun,sat,tomorrow,~/a,https://atcoder.jp/,AtCoder".split(
  ",",
);
const NOTHING: Settings = { config: {}, choices: {} };
const MUCH: Settings = {
  config: {
    sources: DEFAULT_SOURCES.with(4, { name: "AtCoder", url: "https://atcoder.jp/" }),
    rest: { perMonth: 2 },
    icons: "/icons/",
  },
  choices: { list: "all", plan: { until: "2027-03-31", from: "2026-01-01" }, accounts: { leetcode: "asha" } },
};

test("whatever words are given, a setting is refused as wrong usage, or both files stay valid", () => {
  const word = fc.oneof(fc.constantFrom(...WORDS), fc.string());
  const settings = fc.constantFrom(NOTHING, MUCH);
  let changes = 0;
  const check = (key: (typeof SETTING_KEYS)[number], words: string[], { config, choices }: Settings) => {
    try {
      const patch = settingPatch(key, words, { config, choices, today });
      const own = Object.keys(patch).every((name) =>
        ["list", "plan", "backups", "accounts", "problems"].includes(name),
      );
      const text = JSON.stringify({ ...(own ? choices : config), ...patch });
      expect((own ? readChoices : readConfig)(text, "file").fault).toBeNull();
      changes++;
    } catch (error) {
      if (!hasCode(error, "usage")) throw error;
    }
  };
  fc.assert(fc.property(fc.constantFrom(...SETTING_KEYS), fc.array(word, { maxLength: 4 }), settings, check), {
    numRuns: runs(20_000),
  });
  expect(changes).toBeGreaterThan(10);
});

test("of a faulty file the good keys are usable, and the rest is left as it stands", () => {
  const text = '{"firebase":{},"sheet":"./a.csv","dayEndsAt":"03:00","sources":[],"__proto__":{"x":1},"icons":5}';
  const { usable, document, fault } = readConfig(text, "dailyleet.json");
  expect(usable).toEqual({ sheet: "./a.csv", dayEndsAt: "03:00" });
  expect(JSON.stringify(document)).toBe(text);
  expect(fault).toContain("the key '__proto__' is unknown");
  const firebase = { apiKey: "k", authDomain: "a.b", projectId: "p" };
  expect(readConfig(JSON.stringify({ firebase, sheet: "./a.csv" }), "x").usable).toEqual({ firebase });
});
