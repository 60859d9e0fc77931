import { parseSheet, SHEET_PREFIX, SHEET_SUFFIX } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { failureOf, sheetFixture } from "../support/fixtures.ts";

const THREE_QUESTIONS = ["Two Sum", "Valid Parentheses", "Climbing Stairs"];

test("the usual wrapper has 47 characters before the JSON and 2 after it", () => {
  expect([SHEET_PREFIX.length, SHEET_SUFFIX.length]).toEqual([47, 2]);
  const json = sheetFixture("usual").slice(47, -2);
  expect(JSON.parse(json).table.rows).toHaveLength(3);
});

test("the usual sheet gives every column by its position", () => {
  const { questions, faults, status, warnings } = parseSheet(sheetFixture("usual"));
  expect(questions).toHaveLength(3);
  expect([faults, status, warnings]).toEqual([[], "ok", []]);
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
});

describe("other wrappers around the same sheet", () => {
  test.each([
    ..."byte-order-mark trailing-newline windows-line-ends data-source-auth no-comment other-callback".split(" "),
    ..."heading-not-recognised no-heading".split(" "),
  ])("%s is read like the usual one", (name) => {
    const usual = parseSheet(sheetFixture("usual"));
    const sheet = parseSheet(sheetFixture(name));
    expect(sheet.questions).toHaveLength(3);
    expect(sheet).toEqual(usual);
  });

  test("a sheet with a warning gives its questions and the warning", () => {
    const sheet = parseSheet(sheetFixture("status-warning"));
    expect(sheet.questions.map((question) => question.name)).toEqual(THREE_QUESTIONS);
    expect([sheet.status, sheet.warnings]).toEqual(["warning", ["Retrieved data was truncated"]]);
  });

  test("an empty sheet has no questions and no faults", () => {
    const sheet = parseSheet(sheetFixture("empty-sheet"));
    expect([sheet.questions, sheet.faults]).toEqual([[], []]);
  });
});

describe("answers that are no sheet say what came back and what to do", () => {
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
  ])("%s", (name, said) => {
    const failure = failureOf(() => parseSheet(sheetFixture(name)));
    expect(failure).toMatch(/^bad-sheet: /);
    expect(failure).toContain(said);
    expect(failure).toMatch(/share .* check 'sheet' in dailyleet\.json\.$/);
  });
});

test("null cells and short rows are empty texts, and empty rows are skipped", () => {
  const { questions, faults } = parseSheet(sheetFixture("null-cells"));
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
  const { questions, faults } = parseSheet(sheetFixture("bad-rows"));
  expect(questions.map((question) => question.name)).toEqual(["Two Sum", "Valid Parentheses"]);
  const noCells = [3, 4, 5, 6, 7, 8].map((row) => ({ row, problem: "it has no cells" }));
  const noName = [9, 11].map((row) => ({ row, problem: "it has no name" }));
  expect(faults).toEqual([...noCells, ...noName]);
});

test("numbers, dates, times and booleans become the text that the sheet shows", () => {
  const { questions } = parseSheet(sheetFixture("numbers-and-dates"));
  expect(questions).toHaveLength(5);
  const shown = questions.map(({ name, tags, text, solution, takeaways, analysis }) => [
    name,
    ...tags,
    text,
    solution,
    takeaways,
    analysis,
  ]);
  expect(shown).toEqual([
    ["45,000", "3", "0.5", "TRUE", "2026. 6. 1", "O(n)"],
    ["704", "12", "-1.5", "FALSE", "2026-06-01", "Date(2026,5,1)"],
    ["1e+21", "shown", "0", "TRUE", "2028-02-29 08:05:09", "O(n)"],
    ["7", "", "", "08:00:00", ""],
    ["8", "", "", "08:30:00", ""],
  ]);
});

test("rows are numbered below all headings that the service took", () => {
  const text = sheetFixture("two-headings").replace('{"v":"Two Sum"}', "null");
  expect(parseSheet(text).faults).toEqual([{ row: 3, problem: "it has no name" }]);
});

test("where the answer does not say how many headings there are, labels mean one", () => {
  const text = sheetFixture("usual").replace(',"parsedNumHeaders":1', "").replace('{"v":"Two Sum"}', "null");
  expect(parseSheet(text).faults).toEqual([{ row: 2, problem: "it has no name" }]);
});

test("tags are separated by commas, semicolons or line breaks, without spaces around them and each once", () => {
  const tagsOf = (cell: string) => {
    const text = sheetFixture("usual").replace('"array, hash table"', JSON.stringify(cell));
    return parseSheet(text).questions[0]?.tags;
  };
  expect(tagsOf("array;hash table\ndesign")).toEqual(["array", "hash table", "design"]);
  expect(tagsOf("a , b\u00a0,\tc")).toEqual(["a", "b", "c"]);
  expect(tagsOf("a,b,a,,B")).toEqual(["a", "b", "B"]);
  expect(tagsOf(" , ")).toEqual([]);
});

test("a first row with a link is a question, not a heading", () => {
  const { questions } = parseSheet(sheetFixture("no-heading"));
  expect(questions.map((question) => question.name)).toEqual(THREE_QUESTIONS);
});

test("a hostile sheet is text like any other", () => {
  const { questions, faults } = parseSheet(sheetFixture("hostile"));
  expect(questions).toHaveLength(21);
  expect(faults).toEqual([]);
  expect(questions[0]?.link).toBe("javascript:alert(1)");
});

test("10,000 rows are read at once", () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    c: [null, { v: `Q${i}` }, { v: `https://example.org/${i}` }, { v: "array" }],
  }));
  const started = performance.now();
  const { questions } = parseSheet(SHEET_PREFIX + JSON.stringify({ table: { rows } }) + SHEET_SUFFIX);
  expect(questions).toHaveLength(10_000);
  expect(performance.now() - started).toBeLessThan(5000);
});
