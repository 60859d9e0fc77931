import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSheet, parseSheet } from "@dailyleet/core";
import { expect, test } from "vitest";
import { failureOf, sheetFixture } from "../support/fixtures.ts";

test("a good sheet has nothing to mend", () => {
  expect(checkSheet(sheetFixture("usual"))).toEqual({ rows: 3, findings: [] });
});

test("the curator is told each mistake with its row", () => {
  const { rows, findings } = checkSheet(sheetFixture("curators-mistakes"));
  expect(rows).toBe(9);
  expect(findings).toHaveLength(12);
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
    "9: column J ('Notes') is not read by anything",
    "10: column K is not read by anything",
    "11: it has no cells, so the row is left out",
  ]);
});

test("headings that swallowed rows and warnings of the service concern the whole sheet", () => {
  const headings = checkSheet(sheetFixture("two-headings")).findings;
  expect(headings).toHaveLength(1);
  expect(headings[0]).toMatchObject({ row: null, problem: expect.stringContaining("headers=1") });
  expect(checkSheet(sheetFixture("status-warning")).findings).toEqual([
    { row: null, problem: "Retrieved data was truncated" },
  ]);
});

const withLink = (fixture: string, link: string) =>
  sheetFixture(fixture).replace(/\{"v":"(Link|https:[^"]*)"\}/, JSON.stringify({ v: link }));

test.each(["Link", "Link/URL", "Problem link (URL)", "see LeetCode"])(
  "a first row that is taken for headings, with the link '%s', is named with the reason",
  (link) => {
    const text = withLink("heading-not-recognised", link);
    expect(parseSheet(text).questions).toHaveLength(3);
    expect(checkSheet(text).findings).toEqual([
      { row: 1, problem: expect.stringMatching(/^'Question' is taken for a heading and left out, because its link '/) },
    ]);
  },
);

test("below labels that the service recognised no row is taken for headings", () => {
  const text = withLink("usual", "see LeetCode").replace('"parsedNumHeaders":1', '"parsedNumHeaders":0');
  expect(parseSheet(text).questions.map(({ link }) => link)).toContain("see LeetCode");
  expect(checkSheet(text).findings).toEqual([{ row: 1, problem: "the link 'see LeetCode' is not a web address" }]);
});

test.each(["curators-mistakes", "bad-rows", "hostile", "null-cells"])(
  "of the sheet '%s' each row that is left out is named by the check",
  (name) => {
    const text = sheetFixture(name);
    const named = checkSheet(text).findings.filter(({ problem }) => problem.endsWith("so the row is left out"));
    expect(named.map(({ row }) => row)).toEqual(parseSheet(text).faults.map(({ row }) => row));
  },
);

test("every dangerous link of a hostile sheet is found", () => {
  const { findings } = checkSheet(sheetFixture("hostile"));
  const links = findings.filter(({ problem }) => /^the (link|solution) '/.test(problem));
  expect(links).toHaveLength(2 * 17);
});

test("what is no sheet is refused as by the reader", () => {
  const answer = sheetFixture("html-sign-in");
  expect(failureOf(() => checkSheet(answer))).toBe(failureOf(() => parseSheet(answer)));
});

test("the bundled sheet has at least 60 questions and nothing to mend", () => {
  const bundled = readFileSync(join(import.meta.dirname, "../../../site/public/questions.gviz.txt"), "utf8");
  const { rows, findings } = checkSheet(bundled);
  expect(rows).toBeGreaterThanOrEqual(60);
  expect(findings).toEqual([]);
});
