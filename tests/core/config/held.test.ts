import {
  applyChanges,
  type Config,
  configFor,
  DEFAULT_SOURCES,
  NO_SETTINGS,
  type PersonSettings,
  requireSources,
  type SiteConfig,
  settingCell,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { failureOf } from "../support/fixtures.ts";
import { randomSettings, randomText, SETTING_CELLS } from "../support/randomSettings.ts";

const SITE: SiteConfig = {
  list: "neetcode150",
  sheet: "https://example.com/sheet",
  sources: ["a", "b", "c", "d", "e"].map((name) => ({ name, url: `https://${name}.example/`, zone: "Asia/Tokyo" })),
  backups: false,
};
const MUCH: PersonSettings = {
  list: { value: "all" },
  plan: { until: "2027-03-31", from: "2026-11-01" },
  dayEndsAt: { value: "03:00" },
  "rest.weekdays": { value: "sat,sun" },
  "rest.perMonth": { value: "0" },
  "source.2": { name: "AtCoder", url: "https://atcoder.jp/", zone: "" },
  "account.atcoder": { value: "asha" },
  problems: { value: "on" },
};

test("without settings the site's configuration holds, and without that the defaults", () => {
  expect(configFor({}, NO_SETTINGS)).toEqual({ sources: DEFAULT_SOURCES, unusable: [] });
  expect(configFor(SITE, NO_SETTINGS)).toEqual({ ...SITE, unusable: [] });
  const empty = Object.fromEntries(SETTING_CELLS.map(({ row, column }) => [row, { [column]: "" }]));
  expect(configFor(SITE, empty)).toEqual({ ...SITE, unusable: [] });
});

test("a person's settings hold over the site's configuration, each alone", () => {
  expect(configFor(SITE, MUCH)).toEqual({
    ...SITE,
    list: "all",
    plan: { until: "2027-03-31", from: "2026-11-01" },
    dayEndsAt: "03:00",
    rest: { weekdays: ["sat", "sun"], perMonth: 0 },
    sources: SITE.sources?.with(1, { name: "AtCoder", url: "https://atcoder.jp/" }),
    accounts: { atcoder: "asha" },
    problems: true,
    unusable: [],
  });
});

test.each<[PersonSettings[string], object]>([
  [{ name: "X" }, { name: "X", url: "https://a.example/", zone: "Asia/Tokyo" }],
  [{ url: "https://x.example/" }, { name: "a", url: "https://x.example/" }],
  [
    { url: "https://x.example/", zone: "UTC" },
    { name: "a", url: "https://x.example/", zone: "UTC" },
  ],
  [{ zone: "UTC" }, { name: "a", url: "https://a.example/", zone: "Asia/Tokyo" }],
  [
    { url: "http://x.example/", zone: "UTC" },
    { name: "a", url: "https://a.example/", zone: "Asia/Tokyo" },
  ],
])("a source with %j: a zone is that of an address", (parts, source) => {
  expect(configFor(SITE, { "source.1": parts }).sources[0]).toEqual(source);
});

test.each([
  ["list", "value", "neetcode", "all"],
  ["plan", "until", "2027-02-29", "2027-02-28"],
  ["plan", "until", "2100-01-01", "2099-12-31"],
  ["plan", "from", "today", "2026-11-28"],
  ["dayEndsAt", "value", "06:01", "06:00"],
  ["dayEndsAt", "value", "3:00", "03:00"],
  ["dayEndsAt", "value", "02:60", "02:59"],
  ["rest.weekdays", "value", "Sunday", "sun"],
  ["rest.weekdays", "value", "sun,sun", "sun,mon,tue,wed,thu,fri,sat"],
  ["rest.perMonth", "value", "11", "10"],
  ["rest.perMonth", "value", "1.5", "0"],
  ["source.1", "name", "\u200b\u2060", "ॐ"],
  ["source.5", "name", "a\nb", "a b"],
  ["source.1", "name", "a\ud800", "a😀"],
  ["source.1", "url", "http://example.com", "http://localhost:8080/"],
  ["source.1", "url", "https://me:pw@example.com/", "https://example.com/"],
  ["source.1", "url", "javascript:alert(1)", "https://example.com/?a=%20"],
  ["source.1", "zone", "Nowhere/Town", "Asia/Kolkata"],
  ["account.leetcode", "value", "a/../b", "asha_1"],
  ["account.atcoder", "value", "a?b=c", "a.b-c"],
  ["account.geeksforgeeks", "value", "..", "a.."],
  ["account.codechef", "value", "x".repeat(51), "x".repeat(50)],
  ["problems", "value", "off", "on"],
])("%s %s can't be %j, but %j", (row, column, wrong, right) => {
  const unusableOf = (text: string) => configFor(SITE, { [row]: { [column]: text } }).unusable;
  expect(unusableOf(wrong)).toEqual([settingCell(row, column)]);
  expect(unusableOf(right)).toEqual([]);
});

const held = ({ unusable: _, ...config }: Config) => config;

test("a text that can't be used harms itself alone: it is named once, and its default counts", () => {
  const wrong = fc.tuple(fc.constantFrom(...SETTING_CELLS), fc.oneof(fc.constant("\ud800"), fc.constant("\u0007")));
  fc.assert(
    fc.property(randomSettings, wrong, fc.boolean(), (settings, [cell, text], isOfJudge) => {
      const site = isOfJudge ? SITE : {};
      const broken = configFor(site, applyChanges(settings, [{ ...cell, state: text }]));
      const sound = configFor(site, applyChanges(settings, [{ ...cell, state: "" }]));
      expect(held(broken)).toEqual(held(sound));
      const isOther = ({ row, column }: typeof cell) => row !== cell.row || column !== cell.column;
      expect(broken.unusable.filter(isOther)).toEqual(sound.unusable);
      expect(broken.unusable.length).toBe(sound.unusable.length + 1);
    }),
  );
});

test("a changed cell changes nothing that another one says", () => {
  fc.assert(
    fc.property(randomSettings, fc.constantFrom(...SETTING_CELLS), randomText, (settings, cell, text) => {
      const [before, after] = [settings, applyChanges(settings, [{ ...cell, state: text }])].map((all) =>
        configFor(SITE, all),
      ) as [Config, Config];
      const [key = ""] = cell.row.split(".");
      const own = key === "source" ? "sources" : key === "account" ? "accounts" : key;
      const { [own as "list"]: _, ...others } = held(before);
      expect(held(after)).toMatchObject(others);
      if (own === "sources") {
        const at = Number(cell.row.slice(-1)) - 1;
        const rest = ({ sources }: Config) => sources.toSpliced(at, 1);
        expect(rest(after)).toEqual(rest(before));
      }
    }),
  );
});

test("who has a source that can't be used adds no ticks by name", () => {
  const wrong = configFor(SITE, { "source.2": { name: "X", url: "x" } });
  expect(failureOf(() => requireSources(wrong))).toBe(
    "bad-config: The setting 'source.2' (url) can't be used, and its default counts; change it, or give the default back with 'dailyleet config source.2 --unset'.",
  );
  expect(requireSources(configFor(SITE, { list: { value: "x" } }))).toEqual(SITE.sources);
});
