import { SETTING_PARTS } from "@dailyleet/core";
import { days, double, fields, type RuleCase, ruleCase } from "./ruleCase.ts";

type Plain = Readonly<Record<string, unknown>>;

export const SETTING_KEYS = Object.keys(SETTING_PARTS);
const OLD = { list: { value: "all" }, plan: { until: "2027-03-31", from: "" } };
/** Content from before the rules: unknown keys and parts, and values that are no texts. */
const LEGACY = { ...OLD, theme: { value: "dark" }, dayEndsAt: 3, "source.1": { name: "A", color: "red" } };

/** Every part of these settings, with the same text. */
export const everyPart = (keys: readonly string[], text = "x"): Record<string, Record<string, string>> =>
  Object.fromEntries(
    keys.map((key) => [key, Object.fromEntries((SETTING_PARTS[key] ?? []).map((part) => [part, text]))]),
  );

const writes = (allowed: boolean, name: string, before: Plain | null, after: Plain): RuleCase =>
  ruleCase(allowed, name, before === null ? {} : { settings: fields(before) }, { settings: fields(after) });

const creates = (allowed: boolean, name: string, settings: unknown, more: Plain = {}): RuleCase =>
  writes(allowed, `first settings with ${name}`, null, { settings, ...more });

const sets = (allowed: boolean, name: string, more: Plain, before: Plain = OLD): RuleCase =>
  writes(allowed, `setting ${name}`, { settings: before }, { settings: { ...before, ...more } });

const WRONG_KEYS = [
  ...["theme", "List", "list ", "rest", "source", "source.0", "source.6", "source.01", "account", "account.hackerrank"],
  ...["constructor", "changed", "settings", "value", "list,plan", "`"],
];
const NO_TEXTS = [7, 2.5, double("NaN"), true, null, ["x"], { x: "x" }, {}];
const NO_MAPS = ["all", 7, null, true, ["value"]];

/** The texts that are allowed and refused. */
const TEXTS: readonly (readonly [boolean, string, string])[] = [
  [true, "no characters", ""],
  [true, "500 characters", "x".repeat(500)],
  [false, "501 characters", "x".repeat(501)],
  [true, "500 characters of two bytes", "é".repeat(500)],
  [false, "501 characters of two bytes", "é".repeat(501)],
  [true, "500 characters of three bytes", "क".repeat(500)],
  [true, "500 characters beyond the basic plane", "😀".repeat(500)],
  [false, "501 characters beyond the basic plane", "😀".repeat(501)],
  [true, "499 characters and one beyond the basic plane", `${"x".repeat(499)}😀`],
  [false, "two lines", "a\nb"],
  [false, "a line and its end", "a\n"],
  [false, "a line's end", "\n"],
  [true, "other ends of lines", "a\r\u2028\u0085b"],
];

const contents: RuleCase[] = [
  ...SETTING_KEYS.map((key) => creates(true, `all parts of '${key}'`, everyPart([key]))),
  ...SETTING_KEYS.map((key) => creates(false, `'${key}' and a part that is none`, { [key]: { part: "x" } })),
  ...SETTING_KEYS.map((key) =>
    creates(false, `'${key}' and a number`, { [key]: { ...everyPart([key])[key], value: 7 } }),
  ),
  creates(true, "no setting", {}),
  creates(true, "a setting without parts", { list: {} }),
  creates(true, "one part of three", { "source.1": { zone: "UTC" } }),
  writes(true, "first settings with nothing at all", null, {}),
  ...WRONG_KEYS.map((key) => creates(false, `the key '${key}'`, { [key]: { value: "x" } })),
  ...WRONG_KEYS.map((key) => creates(false, `the key '${key}' without parts`, { [key]: {} })),
  ...["Value", "name", "0", " ", "value,until"].map((part) =>
    creates(false, `the part '${part}'`, { list: { [part]: "x" } }),
  ),
  creates(false, "a part of another setting", { plan: { until: "x", value: "x" } }),
  ...NO_TEXTS.map((it) => creates(false, `the value ${JSON.stringify(it)}`, { list: { value: it } })),
  ...["name", "url", "zone"].map((part) =>
    creates(false, `a number for the ${part} of a source`, {
      "source.3": { ...everyPart(["source.3"])["source.3"], [part]: 7 },
    }),
  ),
  ...["name", "url", "zone"].map((part) =>
    creates(false, `a long ${part} of a source`, {
      "source.3": { ...everyPart(["source.3"])["source.3"], [part]: "x".repeat(501) },
    }),
  ),
  ...[7, true, null].map((it) =>
    creates(false, `the value ${it} beside the same as a text`, {
      "source.3": { name: String(it), url: it, zone: "" },
    }),
  ),
  ...NO_MAPS.map((it) => creates(false, `the setting ${JSON.stringify(it)}`, { list: it })),
  ...NO_MAPS.map((it) => creates(false, `the settings ${JSON.stringify(it)}`, it)),
  ...TEXTS.map(([allowed, name, text]) => creates(allowed, `a text of ${name}`, { list: { value: text } })),
  creates(false, "an unknown field", OLD.list, { note: "x" }),
  creates(false, "a year", { list: OLD.list }, { year: 2026 }),
  creates(false, "marks", { list: OLD.list }, { marks: {} }),
];

const NOTED = { settings: OLD, note: 1 };

const changes: RuleCase[] = [
  sets(true, "another key", { problems: { value: "on" } }),
  sets(true, "another text", { list: { value: "neetcode150" } }),
  sets(true, "the default", { list: { value: "" } }),
  sets(true, "a further part", { plan: { ...OLD.plan, from: "2026-11-28" } }),
  sets(true, "nothing", {}),
  sets(false, "a text with a part less", { plan: { until: "2027-04-30" } }),
  sets(false, "an empty text away", { plan: { until: OLD.plan.until } }),
  sets(false, "one part in place of another", { plan: { from: "2026-11-28" } }),
  sets(false, "no part in place of one", { list: {} }),
  writes(false, "a write that drops a setting", { settings: OLD }, { settings: { plan: OLD.plan } }),
  writes(
    false,
    "a write that drops a setting beside another",
    { settings: OLD },
    { settings: { plan: { until: "x", from: "" } } },
  ),
  writes(
    false,
    "a write that drops a setting and names it",
    { settings: OLD },
    { settings: { plan: OLD.plan }, changed: ["list"] },
  ),
  writes(
    false,
    "a write that drops a setting without parts",
    { settings: { ...OLD, problems: {} } },
    { settings: OLD },
  ),
  writes(false, "a write that drops the settings", { settings: OLD }, {}),
  writes(false, "a write that drops settings without a key", { settings: {} }, {}),
  writes(false, "a write that drops the names of settings", { settings: OLD, changed: ["list"] }, { settings: OLD }),
  writes(false, "a write that drops an unknown field of the settings", NOTED, { settings: OLD }),
  writes(false, "a write that changes an unknown field of the settings", NOTED, { settings: OLD, note: 2 }),
  writes(true, "a setting beside an unknown field", NOTED, {
    settings: { ...OLD, problems: { value: "on" } },
    note: 1,
  }),
  sets(true, "a key beside wrong ones", { problems: { value: "on" } }, LEGACY),
  sets(false, "a wrong key anew", { theme: { value: "light" } }, LEGACY),
  sets(true, "what was no setting", { dayEndsAt: { value: "03:00" } }, LEGACY),
  sets(false, "a part beside one that is none", { "source.1": { name: "B", color: "red" } }, LEGACY),
  sets(true, "a part that was no text", { list: { value: "all" } }, { ...OLD, list: { value: 7 } }),
  writes(
    true,
    "settings in place of what were none",
    { settings: "none" },
    { settings: OLD, changed: Object.keys(OLD) },
  ),
  writes(false, "settings that stay none", { settings: "none" }, { settings: "none", changed: [] }),
];

const ALL = everyPart(SETTING_KEYS);
const LONGEST = everyPart(SETTING_KEYS, "😀".repeat(500));
const two = (changed?: unknown, more: Plain = {}): Plain => ({
  settings: { ...OLD, dayEndsAt: { value: "03:00" }, problems: { value: "on" }, ...more },
  ...(changed !== undefined && { changed }),
});
const NAMED = ["problems", "dayEndsAt"];
const naming = (allowed: boolean, name: string, changed?: unknown, more?: Plain): RuleCase =>
  writes(allowed, `two settings ${name}`, { settings: OLD }, two(changed, more));

const TWENTY_ONE = [...Array.from({ length: 20 }, (_, index) => `n${index}`), "problems"];

const named: RuleCase[] = [
  creates(true, "all 16", ALL, { changed: SETTING_KEYS }),
  creates(true, "all 16, as long as can be", LONGEST, { changed: SETTING_KEYS }),
  writes(
    true,
    "all 16 settings anew",
    { settings: ALL, changed: ["list"] },
    { settings: LONGEST, changed: SETTING_KEYS },
  ),
  writes(
    true,
    "all 16 settings given back",
    { settings: LONGEST },
    { settings: everyPart(SETTING_KEYS, ""), changed: SETTING_KEYS },
  ),
  creates(false, "all 16 of which one is not named", ALL, { changed: SETTING_KEYS.slice(1) }),
  ...SETTING_KEYS.map((key) =>
    creates(
      false,
      `all 16 of which '${key}' is wrong`,
      { ...ALL, [key]: { ...ALL[key], zone: 7 } },
      { changed: SETTING_KEYS },
    ),
  ),
  naming(true, "that are named", NAMED),
  naming(true, "that are named twice", [...NAMED, ...NAMED]),
  naming(true, "that are named beside one that stays as it is", [...NAMED, "list"]),
  naming(true, "that are named beside one that is none", [...NAMED, "theme"]),
  naming(true, "that are named beside a number", [5, ...NAMED]),
  naming(false, "of which one is named", ["problems"]),
  naming(false, "that are not named"),
  naming(false, "that a text names", "problemsdayEndsAt"),
  naming(false, "that a map names", { problems: "dayEndsAt" }),
  naming(false, "that a list in a list names", [{ a: NAMED }]),
  naming(false, "of which one is unknown, and named", [...NAMED, "theme"], { theme: { value: "x" } }),
  naming(false, "of which one is wrong, and named", NAMED, { problems: { value: 7 } }),
  naming(false, "of which one loses a part, and is named", ["plan", ...NAMED], { plan: { until: "x" } }),
  writes(
    false,
    "a setting beside 21 names",
    { settings: OLD },
    { settings: { ...OLD, problems: {} }, changed: TWENTY_ONE },
  ),
  writes(
    false,
    "a setting beside a text for names",
    { settings: OLD },
    { settings: { ...OLD, problems: {} }, changed: "problems" },
  ),
  writes(
    true,
    "a setting beside a number for a name",
    { settings: OLD },
    { settings: { ...OLD, problems: {} }, changed: [5] },
  ),
  writes(true, "names of settings alone", { settings: OLD }, { settings: OLD, changed: ["problems"] }),
];

/** `changed` has the names of an earlier write, and this write leaves it. */
const stale = (allowed: boolean, name: string, changed: unknown, more: Plain): RuleCase =>
  writes(allowed, name, { settings: OLD, changed }, { settings: { ...OLD, ...more }, changed });

const BOTH = { problems: { value: "on" }, dayEndsAt: { value: "03:00" } };

const staleNames: RuleCase[] = [
  stale(true, "a setting that earlier names have not", ["list"], { problems: { value: "on" } }),
  stale(false, "a wrong setting that earlier names have not", ["list"], { problems: { value: 7 } }),
  stale(true, "two settings that earlier names have", NAMED, BOTH),
  stale(false, "two settings of which earlier names have one", ["problems"], BOTH),
  stale(true, "a setting beside names that are a text", "list", { problems: { value: "on" } }),
  stale(false, "two settings beside names that are a text", "list", BOTH),
  stale(true, "two settings of the first 20 names of too many", [...NAMED, ...TWENTY_ONE], BOTH),
  stale(false, "two settings of too many names, one behind the 20th", ["dayEndsAt", ...TWENTY_ONE], BOTH),
];

const YEAR = fields({ year: 2026 });
const SETTING = fields({ settings: { list: { value: "all" } } });
const WRONG = fields({ settings: { list: { value: 7 } } });

const beside: RuleCase[] = [
  ruleCase(
    true,
    "all 16 settings beside 10 days",
    { open: YEAR },
    {
      open: { ...YEAR, ...days(1, 10) },
      settings: fields({ settings: ALL, changed: SETTING_KEYS }),
    },
  ),
  ruleCase(
    false,
    "a wrong setting beside a tick",
    { open: YEAR },
    { open: { ...YEAR, ...days(1, 1) }, settings: WRONG },
  ),
  ruleCase(
    false,
    "a setting beside a wrong tick",
    { open: YEAR },
    { open: { ...YEAR, ...days(366, 1) }, settings: SETTING },
  ),
  ruleCase(
    false,
    "a wrong setting beside the closing of a year",
    { open: YEAR },
    {
      2026: YEAR,
      open: fields({ year: 2027 }),
      settings: WRONG,
    },
  ),
  ruleCase(false, "marks in the document of settings", {}, { settings: fields({ marks: { q: { "2026-11-21": 3 } } }) }),
  ruleCase(false, "settings in the document of marks", {}, { marks: SETTING }),
  ruleCase(false, "settings in the open year", {}, { open: SETTING }),
  { ...ruleCase(false, "a setting of somebody else", {}, { settings: SETTING }), by: "bob" },
];

export const SETTING_CASES: readonly RuleCase[] = [...contents, ...changes, ...named, ...staleNames, ...beside];
