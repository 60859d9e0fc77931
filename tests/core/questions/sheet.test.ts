import { checkTable, parseSheet, questionsIn, readSpreadsheet, stripControls, webLink } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { WRAPPING } from "../../support/sheet.ts";
import { failureOf, sheetFixture } from "../support/fixtures.ts";

const USUAL = sheetFixture("usual");
const THREE_QUESTIONS = ["Two Sum", "Valid Parentheses", "Climbing Stairs"];
const read = (text: string) => questionsIn(readSpreadsheet(text));
const check = (text: string) => checkTable(readSpreadsheet(text));
const namesIn = (text: string) => read(text).questions.map(({ name }) => name);

test("the usual sheet gives every column by its position, and has nothing to mend", () => {
  expect(WRAPPING.map(({ length }) => length)).toEqual([47, 2]);
  expect(JSON.parse(USUAL.slice(47, -2)).table.rows).toHaveLength(3);
  const { questions, ...rest } = read(USUAL);
  expect(questions.map(({ name }) => name)).toEqual(THREE_QUESTIONS);
  expect(rest).toEqual({ faults: [], warnings: [] });
  expect(questions[0]).toEqual({
    name: "Two Sum",
    link: "https://leetcode.com/problems/two-sum/",
    tags: ["array", "hash table"],
    text: "A text.",
    solution: "https://leetcode.com/problems/two-sum/solutions/",
    takeaways: "A takeaway.",
    analysis: "O(n)",
    difficulty: "Easy",
  });
  expect(check(USUAL)).toEqual({ rows: 3, findings: [] });
});

test.each([
  ..."byte-order-mark trailing-newline windows-line-ends data-source-auth no-comment other-callback".split(" "),
  ..."heading-not-recognised no-heading".split(" "),
])("%s is read like the usual sheet", (name) => {
  expect(read(sheetFixture(name))).toEqual(read(USUAL));
});

test("a sheet with a warning gives its questions and the warning, which concerns the whole sheet", () => {
  const text = sheetFixture("status-warning");
  expect(namesIn(text)).toEqual(THREE_QUESTIONS);
  expect(read(text)).toMatchObject({ warnings: ["Retrieved data was truncated"] });
  expect(check(text).findings).toEqual([{ row: null, problem: "Retrieved data was truncated" }]);
});

test("an empty sheet has no questions and no faults", () => {
  expect(read(sheetFixture("empty-sheet"))).toMatchObject({ questions: [], faults: [] });
});

test.each([
  ["error-access-denied", "This spreadsheet is not publicly viewable"],
  ["error-invalid-query", "NO_COLUMN: Z"],
  ["error-without-reason", "an error without a reason"],
  ["html-sign-in", "the web page 'Google Sheets: Sign-in'"],
  ["html-without-title", "answered a web page"],
  ["cut-off", "begins with '/*O_o*/ google.visualization"],
  ["empty-answer", "answered nothing"],
  ["plain-text", "begins with 'Sorry, unable to open"],
  ["json-without-table", "JSON without a table"],
])("of the answer '%s', which is no sheet, it is said what came back and what to do", (name, said) => {
  const failure = failureOf(() => read(sheetFixture(name)));
  expect(failure).toContain(said);
  expect(failure).toMatch(/^bad-sheet: .*share .* check 'sheet' in dailyleet\.json\.$/s);
  expect(failureOf(() => check(sheetFixture(name)))).toBe(failure);
});

test("null cells and short rows are empty texts, and empty rows are skipped", () => {
  const { questions, faults } = read(sheetFixture("null-cells"));
  expect(questions).toHaveLength(4);
  expect(faults).toEqual([]);
  const [, noTags, short, spaces] = questions;
  expect(noTags).toMatchObject({ name: "No tags", tags: [], text: "", solution: "", takeaways: "", analysis: "O(1)" });
  expect(short).toMatchObject({ name: "Short row", tags: [], analysis: "" });
  expect(spaces).toMatchObject({
    name: "Spaces around",
    link: "https://leetcode.com/problems/spaces/",
    tags: ["array", "hash table", "design"],
  });
});

test("a bad row costs that row and is told by its number in the spreadsheet", () => {
  const text = sheetFixture("bad-rows");
  expect(namesIn(text)).toEqual(["Two Sum", "Valid Parentheses"]);
  const noCells = [3, 4, 5, 6, 7, 8].map((row) => ({ row, problem: "it has no cells" }));
  const noName = [9, 11].map((row) => ({ row, problem: "it has no name" }));
  expect(read(text).faults).toEqual([...noCells, ...noName]);
});

test.each([
  ["below all headings that the service took", sheetFixture("two-headings"), 3],
  ["where the answer does not say how many there are, below one", USUAL.replace(',"parsedNumHeaders":1', ""), 2],
])("rows are numbered %s", (_, text, row) => {
  expect(read(text.replace('{"v":"Two Sum"}', "null")).faults).toEqual([{ row, problem: "it has no name" }]);
});

test("numbers, dates, times and booleans become the text that the sheet shows", () => {
  const { questions } = read(sheetFixture("numbers-and-dates"));
  const shown = questions.map(({ name, tags, text, solution, takeaways, analysis }) => {
    return [name, ...tags, text, solution, takeaways, analysis];
  });
  expect(shown).toEqual([
    ["45,000", "3", "0.5", "TRUE", "2026. 6. 1", "O(n)"],
    ["704", "12", "-1.5", "FALSE", "2026-06-01", "Date(2026,5,1)"],
    ["1e+21", "shown", "0", "TRUE", "2028-02-29 08:05:09", "O(n)"],
    ["7", "", "", "08:00:00", ""],
    ["8", "", "", "08:30:00", ""],
  ]);
});

test.each([
  ["array;hash table\ndesign", ["array", "hash table", "design"]],
  ["a , b\u00a0,\tc", ["a", "b", "c"]],
  ["a,b,a,,B", ["a", "b", "B"]],
  [" , ", []],
])("the cell %j has the tags %j", (cell, tags) => {
  const text = USUAL.replace('"array, hash table"', JSON.stringify(cell));
  expect(read(text).questions[0]?.tags).toEqual(tags);
});

describe("the check", () => {
  test("tells the curator each mistake with its row", () => {
    const { rows, findings } = check(sheetFixture("curators-mistakes"));
    expect(rows).toBe(9);
    expect(findings.map(({ row, problem }) => `${row}: ${problem}`)).toEqual([
      "3: the text is missing (column E)",
      "3: the solution is missing (column G)",
      "3: the analysis is missing (column I)",
      "4: the name is missing (column B), so the row is left out",
      "5: the link 'http://example.org/a' does not begin with https",
      "6: the link 'see LeetCode' is not a web address",
      "6: the solution 'htps://example.org/c' is not a web address",
      "8: the link 'http://www.leetcode.com/problems/two-sum?envType=daily-question#top' does not begin with https",
      "8: the link is the same as in row 2",
      "9: column J ('Notes') is ignored",
      "10: column K is ignored",
      "11: it has no cells, so the row is left out",
    ]);
  });

  test("says of headings that swallowed rows how to keep them", () => {
    const problem = expect.stringContaining("headers=1");
    expect(check(sheetFixture("two-headings")).findings).toEqual([{ row: null, problem }]);
  });

  const withLink = (text: string, link: string) =>
    text.replace(/\{"v":"(Link|https:[^"]*)"\}/, JSON.stringify({ v: link }));

  test.each(["Link", "Link/URL", "Problem link (URL)", "see LeetCode"])(
    "names a first row that is taken for headings, with the link '%s', and the reason",
    (link) => {
      const text = withLink(sheetFixture("heading-not-recognised"), link);
      const problem = expect.stringMatching(/^'Question' is taken for a heading and left out, because its link '/);
      expect(namesIn(text)).toEqual(THREE_QUESTIONS);
      expect(check(text).findings).toEqual([{ row: 1, problem }]);
    },
  );

  test("takes no row for headings below labels that the service recognised, be it in one column", () => {
    const text = withLink(USUAL, "see LeetCode").replace('"parsedNumHeaders":1', '"parsedNumHeaders":0');
    expect(read(text).questions.map(({ link }) => link)).toContain("see LeetCode");
    expect(check(text).findings).toEqual([{ row: 1, problem: "the link 'see LeetCode' is not a web address" }]);
    const labelled = sheetFixture("heading-not-recognised").replace('"label":""', '"label":"No"');
    expect(namesIn(labelled)).toEqual(["Question", ...THREE_QUESTIONS]);
  });

  test.each(["curators-mistakes", "bad-rows", "hostile", "null-cells"])(
    "names each row of the sheet '%s' that is left out",
    (name) => {
      const text = sheetFixture(name);
      const named = check(text).findings.filter(({ problem }) => problem.endsWith("so the row is left out"));
      expect(named.map(({ row }) => row)).toEqual(read(text).faults.map(({ row }) => row));
    },
  );
});

test("a hostile sheet is text like any other, its links are none, and nothing of it reaches a terminal", () => {
  const text = sheetFixture("hostile");
  const { questions, faults } = read(text);
  expect([questions.length, faults]).toEqual([21, []]);
  expect(questions[0]?.link).toBe("javascript:alert(1)");
  const dangerous = questions.filter(({ name }) => /^Bad link/.test(name));
  expect(dangerous).toHaveLength(17);
  for (const { link } of dangerous) expect(webLink(link), link).toBeNull();
  const found = check(text).findings.filter(({ problem }) => /^the (link|solution) '/.test(problem));
  expect(found).toHaveLength(2 * 17);
  for (const shown of questions.flatMap((question) => Object.values(question).flat())) {
    expect(stripControls(shown)).not.toMatch(/[^\P{C}\n]/u);
  }
});

test("a spreadsheet cannot pass for a file, nor say what is wrong with its rows", () => {
  const text = USUAL.replace('"table":{', '"table":{"file":"q.csv",').replace(
    '"rows":[',
    '"rows":[{"problem":"a lie"},',
  );
  expect(read(text).faults).toEqual([{ row: 2, problem: "it has no cells" }]);
  expect(namesIn(text)).toEqual(THREE_QUESTIONS);
  const unnamed = sheetFixture("curators-mistakes").replace('"table":{', '"table":{"file":"q.csv",');
  expect(check(unnamed)).toEqual(check(sheetFixture("curators-mistakes")));
});

describe("questions in JSON", () => {
  const [first] = read(USUAL).questions;
  const json = (change: object, sheet: object = {}) =>
    JSON.stringify({ questions: [{ ...first, ...change }], ...sheet });

  test("are read with the rows that are none and the warnings", () => {
    const sheet = { faults: [{ row: 2, problem: "it has no name" }], warnings: ["cut off"] };
    expect(parseSheet(json({}, sheet))).toEqual({ questions: [first], ...sheet });
    expect(parseSheet('{"questions":[]}')).toEqual({ questions: [], faults: [], warnings: [] });
  });

  test.each([
    ...["", "<title>Sign in</title>", "[]", "{}", '{"questions":{}}', '{"questions":[null]}'],
    ...[{ name: 1 }, { link: null }, { tags: "array" }, { tags: [1] }, { text: undefined }, { solution: {} }].map(
      (change) => json(change),
    ),
    ...[{ takeaways: [] }, { analysis: 0 }, { difficulty: "easy" }, { difficulty: null }].map((change) => json(change)),
    ...[{ faults: {} }, { faults: [{ row: "2", problem: "" }] }, { faults: [{ row: 2 }] }, { warnings: [1] }].map(
      (sheet) => json({}, sheet),
    ),
  ])("are refused as a whole where a part is none: %s", (text) => {
    expect(failureOf(() => parseSheet(text))).toMatch(
      /^bad-sheet: The address of the questions answered .*, not questions; try/,
    );
  });
});
