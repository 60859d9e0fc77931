import { checkSheet, parseSheet, sheetOfFile } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { bundledSheet, failureOf, question } from "../support/fixtures.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string, name = "q.csv") => parseSheet(sheetOfFile(encode(text), name));
const findingsOf = (text: string, name = "q.csv") =>
  checkSheet(sheetOfFile(encode(text), name)).findings.map(({ row, problem }) => `${row}: ${problem}`);

const LINK = "https://leetcode.com/problems/two-sum/";
const TWO_SUM = question("Two Sum", { link: LINK });

describe("a table", () => {
  test("has its columns by heading, in any order and case, with what it does not have left empty", () => {
    const text = `Difficulty;LINK;Name;Number\nmedium;${LINK};Two Sum;1\n`;
    expect(read(text)).toMatchObject({ questions: [{ ...TWO_SUM, difficulty: "Medium" }], faults: [] });
    expect(findingsOf(text)).toEqual([]);
  });

  test("has them as the spreadsheet does where it has no heading", () => {
    const { questions } = read(`1,Two Sum,${LINK},"array, hash table",text,Easy,,"take, away",\n`);
    expect(questions).toEqual([
      { ...TWO_SUM, tags: ["array", "hash table"], text: "text", takeaways: "take, away", difficulty: "Easy" },
    ]);
  });

  test("names each column that nothing reads", () => {
    expect(findingsOf(`mood,name,link,when\ngood,Two Sum,${LINK},soon\n`)).toEqual([
      "2: column A ('mood') is not read by anything",
      "2: column D ('when') is not read by anything",
    ]);
  });

  test("has a question in its first row, whatever its name is", () => {
    expect(read(`1,Title,${LINK}\n`).questions).toEqual([{ ...TWO_SUM, name: "Title" }]);
  });

  test("may be what a spreadsheet program saved, with a byte-order mark or as UTF-16", () => {
    const text = `name\tlink\r\nTwo Sum\t${LINK}\r\n`;
    const utf16 = Buffer.concat([Buffer.from([255, 254]), Buffer.from(text, "utf16le")]);
    for (const bytes of [encode(`\uFEFF${text}`), utf16]) {
      expect(parseSheet(sheetOfFile(bytes, "q.csv")).questions).toEqual([TWO_SUM]);
    }
  });

  test("names a bad row, what was expected and what was found", () => {
    const text = [
      "name,link,difficulty,mood",
      `Two Sum,${LINK},Extreme,`,
      `,${LINK}?envType=x,,`,
      "3Sum,leetcode.com/problems/3sum,,good",
      `Best Time to Buy, Sell,${LINK},Easy,`,
      `Jump, Game,${LINK},Easy,good`,
      "",
    ];
    expect(findingsOf(text.join("\n"))).toEqual([
      "2: the difficulty 'Extreme' must be Easy, Medium, Hard or empty",
      "3: the name is missing (column A), so the row is left out",
      "3: the link is the same as in row 2",
      "4: the link 'leetcode.com/problems/3sum' is not a web address",
      "4: column D ('mood') is not read by anything",
      "5: the link 'Sell' is not a web address",
      `5: the difficulty '${LINK}' must be Easy, Medium, Hard or empty`,
      "6: it has 5 cells, but the heading has 4, so the row is left out",
    ]);
    expect(read(text.join("\n")).faults).toEqual([
      { row: 3, problem: "it has no name" },
      { row: 6, problem: "it has 5 cells, but the heading has 4" },
    ]);
  });

  test.each([
    ['name,link\n"Two Sum,x\n', "line 2: a quotation mark is not closed"],
    ["name,Question\nTwo Sum,x\n", "row 1: 'Question' and 'name' are the same column"],
  ])("that cannot be read at all says why: %j", (text, said) => {
    const advice = "correct it, or change 'sheet' in dailyleet.json.";
    expect(failureOf(() => read(text))).toBe(`bad-sheet: q.csv: ${said}; ${advice}`);
  });
});

describe("a JSON file", () => {
  const json = (value: unknown) => JSON.stringify(value);

  test("may be a list of objects, of lists, or what 'questions --json' prints", () => {
    const question = { ...TWO_SUM, tags: ["array", "Two Pointers"], difficulty: "Hard" as const };
    for (const value of [[question], { version: 1, questions: [{ number: 1, ...question }] }]) {
      expect(read(json(value), "q.json").questions).toEqual([question]);
    }
    const rows = [
      ["link", "name"],
      [LINK, "Two Sum"],
    ];
    expect(read(json(rows), "Q.JSON").questions).toEqual([TWO_SUM]);
  });

  test("loses only the rows that are none, and names them", () => {
    const text = json([{ name: "Two Sum", link: LINK }, 5, { name: "x", link: LINK, tags: { a: 1 } }]);
    expect(read(text, "q.json").questions).toEqual([TWO_SUM]);
    expect(findingsOf(text, "q.json")).toEqual([
      '2: it is 5, but must be an object such as {"name", "link"}, so the row is left out',
      "3: 'tags' is an object, but must be a text, a number or a list of texts, so the row is left out",
    ]);
    expect(read(text, "q.json").faults.map(({ row }) => row)).toEqual([2, 3]);
  });

  test.each([
    ["{", "q.json: it is not valid JSON; correct it"],
    ["7", "q.json: a list of questions was expected, but this is 7; correct it"],
    ['{"questions":"x"}', 'q.json: a list of questions was expected, but this is "x"; correct it'],
  ])("that is none says so: %s", (text, said) => {
    expect(failureOf(() => read(text, "q.json"))).toContain(said);
  });
});

test("the bundled questions are the same after a way through either file", () => {
  const { questions } = parseSheet(bundledSheet());
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const heading = ["analysis", "name", "link", "tags", "text", "difficulty", "solution", "takeaways"] as const;
  const rows = questions.map((one) => heading.map((column) => quoted(String(one[column] ?? ""))).join(","));
  const csv = [heading.join(",").toUpperCase(), ...rows].join("\r\n");
  expect(read(csv).questions).toEqual(questions);
  expect(read(JSON.stringify(questions), "q.json").questions).toEqual(questions);
});
