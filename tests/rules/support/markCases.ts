import type { Fields } from "@dailyleet/core";
import { days, double, fields, type RuleCase, ruleCase } from "./ruleCase.ts";

type Plain = Readonly<Record<string, unknown>>;

const SUM = "leetcode.com/problems/two-sum";
const ISLANDS = "leetcode.com/problems/number-of-islands";
const DAY = "2026-11-21";
const OLD = { [SUM]: { [DAY]: 3, "2026-11-25": 0 }, [ISLANDS]: { [DAY]: 1 } };
/** Content from before the rules: a question that is no map, one with wrong dates, one with wrong marks. */
const LEGACY = { ...OLD, text: "done", dates: { x: 1 }, words: { [DAY]: "easy" } };

const KNOWN = { marks: OLD };
const NOTED = { ...KNOWN, note: 1 };
const EMPTY = { marks: { a: {}, b: {} } };

/** The names of `count` questions, numbered from `first`. */
export const questionNames = (count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, index) => `q${first + index}`);

export const questions = (names: readonly string[], marks: Plain = { [DAY]: 3 }): Plain =>
  Object.fromEntries(names.map((name) => [name, marks]));

const writes = (allowed: boolean, name: string, before: Plain | null, after: Plain): RuleCase =>
  ruleCase(allowed, name, before === null ? {} : { marks: fields(before) }, { marks: fields(after) });

const creates = (allowed: boolean, name: string, marks: unknown, more: Plain = {}): RuleCase =>
  writes(allowed, `first marks with ${name}`, null, { marks, ...more });

const adds = (allowed: boolean, name: string, more: Plain, before: Plain = OLD): RuleCase =>
  writes(allowed, `marking ${name}`, { marks: before }, { marks: { ...before, ...more } });

const WRONG_DATES = [
  ...["x", "2026-11-1", "2026-1-01", "26-11-21", "02026-11-21", "2026-11-21T00", "２０２６-11-21", "2026/11/21", "-"],
  ..."2026-00-21,2026-13-21,2026-11-00,2026-11-32,1969-12-31,0999-11-21,2026-11-21\n, 2026-11-21".split(","),
  ...["2026-11-21 ", "2026-11-21 2026-11-22", "2026-11-212026-11-22", " "],
];
const RIGHT_DATES = ["1970-01-01", "9999-12-31", "2026-02-31", "2026-10-10", "1999-09-30", "2000-12-29"];
const WRONG_MARKS = [5, -1, double(3), 2.5, "3", true, null, [3], { 3: 3 }];
const NO_MAPS = ["done", 3, null, true, [3]];
const NAMES = ["two sum", "a.b", "a/b", "`", "\\", " ", "मंत्र", "constructor", "1"];

const contents: RuleCase[] = [
  creates(true, "one", { [SUM]: { [DAY]: 3 } }),
  creates(true, "all five marks", {
    [SUM]: Object.fromEntries([0, 1, 2, 3, 4].map((mark) => [`2026-11-2${mark}`, mark])),
  }),
  creates(true, "no question", {}),
  creates(true, "a question without marks", { [SUM]: {} }),
  writes(true, "first marks with nothing at all", null, {}),
  ...WRONG_DATES.map((date) => creates(false, `the date '${date}'`, { [SUM]: { [DAY]: 3, [date]: 3 } })),
  ...RIGHT_DATES.map((date) => creates(true, `the date '${date}'`, { [SUM]: { [date]: 3 } })),
  ...WRONG_MARKS.map((it) =>
    creates(false, `the mark ${JSON.stringify(it)}`, { [SUM]: { [DAY]: 3, "2026-11-22": it } }),
  ),
  ...NO_MAPS.map((it) => creates(false, `the question ${JSON.stringify(it)}`, { [SUM]: it })),
  ...NO_MAPS.map((it) => creates(false, `the questions ${JSON.stringify(it)}`, it)),
  ...NAMES.map((name) => creates(true, `a question called '${name}'`, { [name]: { [DAY]: 3 } })),
  creates(false, "an unknown key", { [SUM]: { [DAY]: 3 } }, { note: "x" }),
  creates(false, "a year", { [SUM]: { [DAY]: 3 } }, { year: 2026 }),
];

const changes: RuleCase[] = [
  adds(true, "a question", { other: { [DAY]: 4 } }),
  adds(true, "another day of a question", { [SUM]: { ...OLD[SUM], "2026-11-26": 4 } }),
  adds(true, "the same day anew", { [SUM]: { ...OLD[SUM], [DAY]: 0 } }),
  adds(true, "nothing", {}),
  adds(false, "with a mark too high", { [SUM]: { ...OLD[SUM], [DAY]: 5 } }),
  adds(false, "with a date less", { [SUM]: { [DAY]: 3 } }),
  adds(false, "with a date less and another mark", { [SUM]: { [DAY]: 4 } }),
  adds(false, "with one date in place of another", { [SUM]: { [DAY]: 3, "2026-11-26": 0 } }),
  adds(false, "with all dates less", { [SUM]: {} }),
  writes(false, "a write that drops a question", KNOWN, { marks: { [SUM]: OLD[SUM] } }),
  writes(false, "a write that drops an empty question", { marks: { ...OLD, empty: {} } }, { marks: OLD }),
  writes(false, "a write that drops a question beside a mark", KNOWN, { marks: { [SUM]: { ...OLD[SUM], [DAY]: 4 } } }),
  writes(false, "a write that drops two questions and names them", KNOWN, { marks: {}, changed: Object.keys(OLD) }),
  writes(false, "a write that drops two empty questions and names them", EMPTY, { marks: {}, changed: ["a", "b"] }),
  writes(false, "a write that drops the marks", { marks: OLD }, {}),
  writes(false, "a write that drops marks without a question", { marks: {} }, {}),
  writes(false, "a write that drops the names", { marks: OLD, changed: [SUM] }, { marks: OLD }),
  writes(false, "a write that drops an unknown key of the marks", NOTED, KNOWN),
  writes(false, "a write that changes an unknown key of the marks", NOTED, { marks: OLD, note: 2 }),
  writes(true, "a mark beside an unknown key", NOTED, { marks: { ...OLD, x: { [DAY]: 1 } }, note: 1 }),
  adds(true, "beside wrong questions", { [SUM]: { ...OLD[SUM], [DAY]: 4 } }, LEGACY),
  adds(true, "a question that was none", { text: { [DAY]: 4 } }, LEGACY),
  adds(false, "a question that has a wrong date", { dates: { x: 1, [DAY]: 4 } }, LEGACY),
  adds(false, "a question that has a wrong mark", { words: { [DAY]: "easy", "2026-11-22": 4 } }, LEGACY),
  adds(true, "a question whose mark was wrong", { words: { [DAY]: 4 } }, LEGACY),
  adds(false, "with a wrong question again", { other: LEGACY.dates }, LEGACY),
  adds(true, "beside what is not a number", { x: { [DAY]: 1 } }, { ...OLD, nan: { [DAY]: double("NaN") } }),
  writes(true, "marks in place of what were none", { marks: "none" }, { marks: { [SUM]: { [DAY]: 3 } } }),
  writes(false, "marks that stay none", { marks: "none" }, { marks: "none", changed: [] }),
];

const MANY = { marks: questions(questionNames(30)) };
const ticked = (names: readonly string[], marks: Plain = { [DAY]: 4 }) => ({
  ...MANY.marks,
  ...questions(names, marks),
});
const TWENTY = questionNames(20, 5);
const two = (marks: Plain, changed?: unknown): Plain => ({
  marks: { ...MANY.marks, q3: marks, q4: { [DAY]: 4 } },
  ...(changed !== undefined && { changed }),
});

const TWO_NAMED = { marks: questions(["q3", "q4"], { [DAY]: 1 }), changed: ["q3", "q4"] };

const naming: RuleCase[] = [
  writes(true, "20 named questions", MANY, { marks: ticked(TWENTY), changed: TWENTY }),
  writes(true, "20 named questions at first", null, { marks: questions(TWENTY), changed: TWENTY }),
  writes(false, "21 named questions", MANY, { marks: ticked(questionNames(21)), changed: questionNames(21) }),
  writes(true, "two named questions", MANY, two({ [DAY]: 4 }, ["q4", "q3"])),
  writes(true, "two named questions beside one that is not there", MANY, two({ [DAY]: 4 }, ["q4", "x", "q3"])),
  writes(true, "two named questions beside one that stays as it is", MANY, two({ [DAY]: 4 }, ["q4", "q9", "q3"])),
  writes(true, "two questions that are named twice", MANY, two({ [DAY]: 4 }, ["q4", "q4", "q3", "q3"])),
  writes(false, "two questions of which one is named", MANY, two({ [DAY]: 4 }, ["q4"])),
  writes(false, "two questions that are not named", MANY, two({ [DAY]: 4 })),
  writes(false, "two questions that a text names", MANY, two({ [DAY]: 4 }, "q3q4")),
  writes(false, "two questions that a map names", MANY, two({ [DAY]: 4 }, { q3: "q4" })),
  writes(false, "two questions that are named beside a number", MANY, two({ [DAY]: 4 }, ["q4", "q3", 5])),
  writes(false, "two named questions of which one is wrong", MANY, two({ [DAY]: 5 }, ["q4", "q3"])),
  writes(false, "two named questions of which one loses a date", MANY, two({ "2026-11-22": 4 }, ["q4", "q3"])),
  writes(false, "two named questions of which one has a wrong date", MANY, two({ [DAY]: 4, x: 1 }, ["q4", "q3"])),
  writes(false, "two named questions that share a wrong date", null, {
    ...TWO_NAMED,
    marks: { q3: { "2026-11-21 2026-11-22": 1 }, q4: { "2026-11-21": 1, "2026-11-22": 1 } },
  }),
  writes(true, "two named questions that were none", { marks: { q3: "x", q4: 4 } }, TWO_NAMED),
  writes(false, "a question beside 21 names", MANY, { marks: ticked(["q3"]), changed: questionNames(21) }),
  writes(false, "a question beside a text for names", MANY, { marks: ticked(["q3"]), changed: "q3" }),
  writes(true, "a question beside a number for a name", MANY, { marks: ticked(["q3"]), changed: [5] }),
  writes(true, "names alone", MANY, { ...MANY, changed: ["q3"] }),
  writes(true, "no names alone", { ...MANY, changed: TWENTY }, { ...MANY, changed: [] }),
];

/** `changed` has the names of an earlier write, or of another program, and this write leaves it. */
const stale = (allowed: boolean, name: string, changed: unknown, marks: Plain): RuleCase =>
  writes(allowed, name, { ...MANY, changed }, { marks, changed });

const staleNames: RuleCase[] = [
  stale(true, "a question that earlier names have not", ["q7", "q8"], ticked(["q3"])),
  stale(true, "a question that earlier names have", ["q3", "q8"], ticked(["q3"])),
  stale(false, "a wrong question that earlier names have not", ["q7", "q8"], ticked(["q3"], { [DAY]: 5 })),
  stale(false, "a wrong question that earlier names have", ["q3", "q8"], ticked(["q3"], { [DAY]: 5 })),
  stale(true, "two questions that earlier names have", ["q3", "q8"], ticked(["q3", "q8"])),
  stale(false, "two questions that earlier names have not", ["q3", "q8"], ticked(["q3", "q9"])),
  stale(true, "a question beside names of which there are too many", questionNames(21), ticked(["q3"])),
  stale(true, "a question beside names that are a text", "q3", ticked(["q3"])),
  stale(true, "two of the first 20 names of too many", questionNames(21), ticked(["q3", "q19"])),
  stale(false, "two of too many names, one behind the 20th", questionNames(21), ticked(["q3", "q20"])),
  stale(true, "nothing beside names that are a text", "q3", MANY.marks),
];

const everyPlace: RuleCase[] = questionNames(20).map((wrong, place) =>
  writes(false, `20 questions with a wrong one in place ${place + 1}`, null, {
    marks: { ...questions(questionNames(20)), [wrong]: { [DAY]: 5 } },
    changed: questionNames(20),
  }),
);

const YEAR = fields({ year: 2026 });

const beside = (allowed: boolean, name: string, open: Fields, marks: unknown, more: Plain = {}): RuleCase =>
  ruleCase(allowed, name, { open: YEAR }, { open: { ...YEAR, ...open }, marks: fields({ marks, ...more }) });

const besideTicks: RuleCase[] = [
  beside(true, "20 questions beside 10 days", days(1, 10), questions(TWENTY), { changed: TWENTY }),
  beside(false, "a wrong mark beside a tick", days(1, 1), { [SUM]: { [DAY]: 5 } }),
  beside(false, "a mark beside a wrong tick", days(366, 1), { [SUM]: { [DAY]: 4 } }),
  ruleCase(
    false,
    "a wrong mark beside the closing of a year",
    { open: YEAR },
    { 2026: YEAR, open: fields({ year: 2027 }), marks: fields({ marks: { [SUM]: { [DAY]: 5 } } }) },
  ),
  { ...creates(false, "one, of somebody else", { [SUM]: { [DAY]: 3 } }), by: "bob" },
];

export const MARK_CASES: readonly RuleCase[] = [
  ...contents,
  ...changes,
  ...naming,
  ...staleNames,
  ...everyPlace,
  ...besideTicks,
];

/** The rules must find a question that `changed` omits among few and among many: the first, the last and others. */
export const SEARCH_CASES: readonly RuleCase[] = [1, 2, 3, 5, 17, 700].flatMap((count) => {
  const names = questionNames(count);
  const places = count > 20 ? [0, 1, 255, 256, 349, 350, 511, 512, 698, 699] : names.keys();
  const marks = questions(names);
  return [...places].map((place) => {
    const after = { ...marks, [`q${place}`]: { [DAY]: 3, "2026-11-22": 1 } };
    return writes(true, `question ${place + 1} of ${count}`, { marks }, { marks: after });
  });
});
