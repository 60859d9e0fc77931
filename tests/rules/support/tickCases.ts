import { days, double, fields, fullYear, type RuleCase, ruleCase } from "./ruleCase.ts";

type Plain = Readonly<Record<string, unknown>>;

const DAY = { 1: true };
const OLD = { 5: { 1: true, 2: false }, 7: { 1: true }, year: 2026 };
/** Content from before the rules: keys that this program does not know, and days with more than its cells. */
const UNTHEMED = { 5: DAY, 6: "done", opened: [1, { a: null }], score: 1.5, lastYear: 2026 };
const NAN = double("NaN");
const NOT_NUMBERS = { note: NAN, inner: { a: { b: NAN } }, list: [NAN, 1], 5: DAY };
const LEGACY = { ...UNTHEMED, theme: "dark" };

const creates = (allowed: boolean, name: string, open: Plain): RuleCase =>
  ruleCase(allowed, `a first write with ${name}`, {}, { open: fields(open) });

const updates = (allowed: boolean, name: string, before: Plain, after: Plain): RuleCase =>
  ruleCase(allowed, name, { open: fields(before) }, { open: fields(after) });

const adds = (allowed: boolean, name: string, more: Plain, before: Plain = OLD): RuleCase =>
  updates(allowed, `${name} is added`, before, { ...before, ...more });

const WRONG_KEYS = ["0", "366", "01", "-1", "1.0", "1e2", "1,2", " 1", "1 ", "１", "Year", "theme"];
const WRONG_SOURCES = ["0", "6", "01", "1,2", " 1", "１"];
const WRONG_DAYS = ["true", 1, 2026, null, [true], 0.5, { 1: { 2: true } }];
const WRONG_FLAGS = ["true", 1, 0, null, [true], {}];

const contents: RuleCase[] = [
  creates(true, "a day", { 1: DAY }),
  creates(true, "the last day and all sources", { 365: { 1: true, 2: false, 3: true, 4: false, 5: true } }),
  creates(true, "a day without cells", { 64: {} }),
  creates(true, "nothing in it", {}),
  ...WRONG_KEYS.map((key) => creates(false, `the key '${key}'`, { [key]: DAY })),
  ...WRONG_SOURCES.map((source) => creates(false, `the source '${source}'`, { 64: { 1: true, [source]: true } })),
  ...WRONG_DAYS.map((day) => creates(false, `the day ${JSON.stringify(day)}`, { 64: day })),
  ...WRONG_FLAGS.map((flag) => creates(false, `the cell ${JSON.stringify(flag)}`, { 64: { 1: true, 3: flag } })),
  adds(true, "a day", { 8: { 5: false } }),
  adds(true, "a cell of a day", { 7: { 1: true, 3: true } }),
  adds(true, "nothing", {}),
  adds(false, "the day 366", { 366: DAY }),
  adds(false, "a sixth source", { 7: { 1: true, 6: true } }),
  adds(false, "a text in a day", { 7: "done" }),
  adds(false, "a key that is no day", { note: DAY }),
  adds(true, "a cell that was true and is false", { 7: { 1: false } }),
  adds(false, "an empty day in place of a true cell", { 7: {} }),
  adds(false, "another cell in place of a true one", { 7: { 2: true } }),
  adds(false, "a day with a true cell less", { 5: { 2: false } }),
  adds(false, "a day with a false cell less", { 5: { 1: true } }),
  adds(false, "a true cell less beside a cell more", { 5: { 2: true }, 7: { 1: true, 2: true, 3: true } }),
  updates(false, "an unmasked write that drops a day", OLD, { 5: OLD[5], 8: DAY, year: 2026 }),
  updates(false, "a wipe", OLD, {}),
  updates(false, "a write that drops a day without cells", { 5: DAY, 6: {} }, { 5: DAY }),
  updates(false, "a wipe that leaves the year", OLD, { year: 2026 }),
];

const legacy: RuleCase[] = [
  adds(true, "a day beside unknown keys", { 7: DAY }, LEGACY),
  adds(true, "a right value over a wrong day", { 6: DAY }, LEGACY),
  adds(true, "the year", { year: 2026 }, LEGACY),
  adds(true, "a day, to a document that is not stamped,", { 7: DAY }, { 5: DAY }),
  adds(false, "a new value for an unknown key", { theme: DAY }, LEGACY),
  adds(true, "an equal number of another type in place of one", { lastYear: double(2026) }, LEGACY),
  adds(false, "a value again that the document held before the rules", { 9: "done" }, LEGACY),
  adds(true, "a day beside one that is none", { 5: { 1: true, 2: true } }, LEGACY),
  adds(true, "a day beside one of foreign cells", { 7: DAY }, { 8: { 1: true, 9: "x" } }),
  updates(false, "a write that drops an unknown key", LEGACY, { ...UNTHEMED, 7: DAY }),
  adds(true, "a day beside what is not a number", { 7: DAY }, NOT_NUMBERS),
  adds(true, "the year beside what is not a number", { year: 2026 }, NOT_NUMBERS),
  adds(true, "a day beside one with what is not a number", { 7: DAY }, { 8: { 1: NAN } }),
  adds(false, "what is not a number", { note: NAN }),
  adds(false, "a day with what is not a number", { 7: { 1: NAN } }),
];

const years: RuleCase[] = [
  creates(true, "a year and a day", { 1: DAY, year: 2026 }),
  creates(true, "the first year", { year: 1970 }),
  creates(true, "the last year", { year: 9999 }),
  ...[1969, 10_000, -2026, double(2026), "2026", null, true].map((year) =>
    creates(false, `the year ${JSON.stringify(year)}`, { 1: DAY, year }),
  ),
  adds(true, "the year where there was none", { year: 2026 }, { 5: DAY }),
  adds(false, "another year", { year: 2027 }),
  adds(false, "the year as a double", { year: double(2026) }),
  updates(false, "a write that drops the year", OLD, { 5: OLD[5], 7: OLD[7] }),
  creates(false, "a day that has the value of the year", { 3: 2026, year: 2026 }),
  adds(false, "a day that has the value of the year", { 3: 2026 }),
  adds(false, "a day in place of another that has the value of the year", { 7: 2026 }),
  adds(false, "the year together with a day of its value", { 3: 2026, year: 2026 }, { 5: DAY }),
  updates(false, "a year that takes the value of a mended day", { 3: 2027, year: 2026 }, { 3: DAY, year: 2027 }),
  adds(false, "a day without a value", { 3: null }),
];

const full = (first: number, count: number): RuleCase =>
  ruleCase(
    count <= 10,
    `${count} changed days of a full year from ${first} on`,
    { open: fullYear(2026) },
    { open: { ...fullYear(2026), ...days(first, count, { 1: true, 2: true, 3: false, 4: true, 5: true }) } },
  );

const limits: RuleCase[] = [
  ruleCase(true, "10 days in a first write", {}, { open: days(1, 10) }),
  ruleCase(false, "11 days in a first write", {}, { open: days(1, 11) }),
  ...[1, 100, 356].map((first) => full(first, 10)),
  full(100, 11),
  full(355, 11),
  ruleCase(false, "11 new days with a value that other days have", { open: days(1, 30) }, { open: days(1, 41) }),
  creates(true, "two days that are 9 apart", { 40: DAY, 49: DAY }),
  creates(false, "two days that are 10 apart", { 40: DAY, 50: DAY }),
];

const everyPlace: RuleCase[] = Array.from({ length: 10 }, (_, place) =>
  ruleCase(
    false,
    `10 days with a wrong one in place ${place + 1}`,
    {},
    { open: { ...days(101, 10), ...fields({ [101 + place]: { 6: true } }) } },
  ),
);

const everyDay: RuleCase[] = Array.from({ length: 37 }, (_, part) =>
  ruleCase(true, `the days from ${part * 10 + 1} on`, {}, { open: days(part * 10 + 1, part === 36 ? 5 : 10) }),
);

export const TICK_CASES: readonly RuleCase[] = [
  ...contents,
  ...legacy,
  ...years,
  ...limits,
  ...everyPlace,
  ...everyDay,
];

/** The rules must find the window of changed days wherever it begins, with days 1 and 365 at its ends. */
export const WINDOW_CASES: readonly RuleCase[] = Array.from({ length: 356 }, (_, index) =>
  ruleCase(
    true,
    `the days ${index + 1} and ${index + 10}`,
    {},
    { open: { ...days(index + 1, 1), ...days(index + 10, 1) } },
  ),
);
