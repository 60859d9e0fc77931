import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkTable, questionKey, questionsIn, readQuestionFile, readSpreadsheet } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { wrapped } from "../../support/sheet.ts";
import { bundledList, failureOf, question } from "../support/fixtures.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string, name = "q.csv") => questionsIn(readQuestionFile(encode(text), name));
const findingsOf = (text: string, name = "q.csv") =>
  checkTable(readQuestionFile(encode(text), name)).findings.map(({ row, problem }) => `${row}: ${problem}`);

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
      "2: column A ('mood') is ignored",
      "2: column D ('when') is ignored",
    ]);
  });

  test("has a question in its first row, whatever its name is", () => {
    expect(read(`1,Title,${LINK}\n`).questions).toEqual([{ ...TWO_SUM, name: "Title" }]);
  });

  test("may be what a spreadsheet program saved, with a byte-order mark or as UTF-16", () => {
    const text = `name\tlink\r\nTwo Sum\t${LINK}\r\n`;
    const utf16 = Buffer.concat([Buffer.from([255, 254]), Buffer.from(text, "utf16le")]);
    for (const bytes of [encode(`\uFEFF${text}`), utf16]) {
      expect(questionsIn(readQuestionFile(bytes, "q.csv")).questions).toEqual([TWO_SUM]);
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
      "4: the link 'leetcode.com/problems/3sum' does not begin with https",
      "4: column D ('mood') is ignored",
      "5: the link 'Sell' is not a web address",
      `5: the difficulty '${LINK}' must be Easy, Medium, Hard or empty`,
      "6: it has 5 cells, but the heading has 4, so the row is left out",
    ]);
    expect(read(text.join("\n")).faults).toEqual([
      { row: 3, problem: "it has no name" },
      { row: 6, problem: "it has 5 cells, but the heading has 4" },
    ]);
  });

  test.each(["Difficulty", "LEVEL"])("names a difficulty under '%s' that is read as none", (heading) => {
    const rows = `name,link,${heading}\nTwo Sum,${LINK},easy\n3Sum,${LINK}b,Medum\n`;
    expect(read(rows).questions.map(({ difficulty }) => difficulty)).toEqual(["Easy", undefined]);
    expect(findingsOf(rows)).toEqual(["3: the difficulty 'Medum' must be Easy, Medium, Hard or empty"]);
  });

  test.each([
    ['name,link\n"Two Sum,x\n', "line 2: a quotation mark is not closed"],
    ["problem name,Problem_Name\nTwo Sum,x\n", "row 1: 'Problem_Name' and 'problem name' are the same column"],
  ])("that cannot be read at all says why: %j", (text, said) => {
    const advice = "correct it, or change 'sheet' in dailyleet.json.";
    expect(failureOf(() => read(text))).toBe(`bad-sheet: q.csv: ${said}; ${advice}`);
  });
});

const THREE_SUM = question("3Sum", { link: "https://leetcode.com/problems/3sum/" });
const easy = { difficulty: "Easy" as const };
const ownList = (name: string) => {
  const bytes = readFileSync(join(import.meta.dirname, "../../fixtures/sheets", name));
  return questionsIn(readQuestionFile(bytes, name));
};

describe("a list that somebody else made", () => {
  test.each([
    ["heading-category.csv", [{ ...TWO_SUM, tags: ["Arrays"] }]],
    ["heading-long-link-name.csv", [{ ...TWO_SUM, link: "https://leetcode.com/problems/two-sum", ...easy }]],
    [
      "heading-problem.csv",
      [
        question("Two Sum", { link: "", tags: ["arrays"], ...easy }),
        question("Valid Anagram", { link: "", tags: ["arrays"], ...easy }),
        question("3Sum", { link: "", tags: ["two pointers"], difficulty: "Medium" }),
      ],
    ],
    [
      "heading-underscores.csv",
      [TWO_SUM, question("Valid Anagram", { link: "https://leetcode.com/problems/valid-anagram/" })],
    ],
    [
      "sep-line-questions.csv",
      [
        { ...TWO_SUM, ...easy },
        { ...THREE_SUM, difficulty: "Medium" },
      ],
    ],
    [
      "windows-1252-questions.csv",
      [
        question("Kadane’s Algorithm", {
          link: "https://leetcode.com/problems/maximum-subarray/",
          difficulty: "Medium",
        }),
        question("Möbius path", { link: "https://example.org/moebius", difficulty: "Hard" }),
      ],
    ],
  ])("%s has its names, links, tags and difficulties", (name, questions) => {
    expect(ownList(name)).toMatchObject({ questions, faults: [] });
    expect(ownList(name).warnings).toEqual(/1252/.test(name) ? ["not UTF-8, read as Windows-1252"] : []);
  });

  /** Each file holds the two questions Two Sum and 3Sum. */
  const two = (heading: string, row: (name: string, link: string) => string, end = "\n") =>
    [heading, row("Two Sum", LINK), row("3Sum", THREE_SUM.link), ""].join(end);
  const PLAIN = (name: string, link: string) => `${name},${link}`;
  test.each([
    ["capitals, underscores and hyphens", two("QUESTION_NAME,LeetCode-Link", PLAIN)],
    ["a tab", two("No.\tTitle\tURL", (name, link) => `1\t${name}\t${link}`, "\r\n")],
    ["a pipe", two("Id|Problem|Link", (name, link) => `1|${name}|${link}`)],
    [
      "a table in Markdown",
      two("| # | Name | Link |\n| --- | :---: | ---: |", (name, link) => `| 1 | ${name} | ${link} |`),
    ],
    ["links in Markdown", two("#,Problem", (name, link) => `1,[${name}](${link})`)],
    [
      "links in Markdown under an unknown heading",
      two("Nr,Aufgabe,Firma", (name, link) => `1,[${name}](${link}),Acme ${name[0]}`),
    ],
    ["headings in other words", two("Aufgabe;Schwierigkeit;Adresse", (name, link) => `${name};leicht;${link}`)],
    ["headings in other letters", two("№,Задача,Ссылка", (name, link) => `1,${name},${link}`)],
    [
      "a heading that is a word of a link, with other cells",
      two("Link,Name,URL", (name, link) => `Link,${name},${link}`),
    ],
    ["a name, a title and a number", two("Problem,Title,Link", (name, link) => `${name.length},${name},${link}`)],
    ["addresses under the heading of the names", two("Title,Problem", PLAIN)],
    [
      "a video before the question",
      two("Name,Video link,Practice link", (name, link) => `${name},https://youtu.be/x,${link}`),
    ],
    [
      "a link of the question before one of the solution",
      two("Name,Question Link,Solution Link", (name, link) => `${name},${link},`),
    ],
    [
      "a link of the solution before one of the question",
      two("Solution Link,Name,Link", (name, link) => `,${name},${link}`),
    ],
    ["no headings", two("", PLAIN)],
    ["no headings and the link first", two("", (name, link) => `${link},${name}`)],
    ["no headings and a column of numbers", two("", (name, link) => `${name.length},${link},${name}`)],
    ["no headings, with a link in the third column", two("", (name, link) => `${name},Companies ${name[0]},${link}`)],
    ["a title and a blank row", `My list, 2026\n\n${two("name;link", (name, link) => `${name};${link}`)}`],
    [
      "a title that is a known heading",
      `Questions,,\nQuestion,,\n${two("Id,Name,Link", (name, link) => `1,${name},${link}`)}`,
    ],
    ["a line that names its separator", `"sep=|"\r\n${two("name|link", (name, link) => `${name}|${link}`)}`],
    ["names with commas between quotation marks", two('"Name","Link"', (name, link) => `"${name}","${link}"`)],
    ["a footer", `${two("Name,Link", PLAIN)}Total: 2,\n\nUpdated in May,\nSource: a friend,\n`],
    ["names that come twice", two("Name,name of the site,Link", (name, link) => `${name},LeetCode,${link}`)],
  ])("is read with %s", (_, text) => {
    const { questions, faults } = read(text);
    expect(questions.map(({ name, link }) => [name, link])).toEqual(
      [TWO_SUM, THREE_SUM].map(({ name, link }) => [name, link]),
    );
    expect(faults).toEqual([]);
  });

  test("may leave out the scheme of its links", () => {
    const text = "name,link,solution\nTwo Sum,leetcode.com/problems/two-sum/,www.example.org/a\nNode.js,page 7,\n";
    expect(read(text).questions).toEqual([
      { ...TWO_SUM, solution: "https://www.example.org/a" },
      question("Node.js", { link: "page 7" }),
    ]);
  });

  test("of links only names its questions after them", () => {
    const links = [LINK, "https://www.example.org/a/best_time-to-buy/?x=1", "https://example.org/"];
    for (const heading of ["link", "Adresse", ""]) {
      const names = read([heading, ...links].join("\n")).questions.map(({ name, link }) => [name, link]);
      expect(names).toEqual([
        ["Two Sum", links[0]],
        ["Best Time To Buy", links[1]],
        ["example.org", links[2]],
      ]);
    }
  });

  test("may have numbers for names", () => {
    const names = ["704", "1,000"];
    const { questions } = read(`#,Problem,Link\n1,704,https://x.example/a\n2,"1,000",https://x.example/b\n`);
    expect(questions.map(({ name }) => name)).toEqual(names);
  });

  test("joins its columns of tags", () => {
    expect(read(`Topic,Pattern,Name\nArrays,Two Pointers,3Sum\n`).questions[0]?.tags).toEqual([
      "Arrays",
      "Two Pointers",
    ]);
  });

  test("has a mark for each question, whatever stands in place of its link", () => {
    const { questions } = read("name,link\nTwo Sum,1\n3Sum,1\nTWO  SUM,Easy\n");
    expect(questions.map(questionKey)).toEqual(["two sum", "3sum", "two sum"]);
    expect(findingsOf("name\nTwo Sum\ntwo  sum\n")).toEqual([
      "null: no question has a link, so marks belong to the questions' names",
      "3: the name is the same as in row 2",
    ]);
  });

  test("may have titles above and totals below it; another row below it is named", () => {
    expect(findingsOf(`sep=,\nMy list,\n,\nname,link\nTwo Sum,${LINK}\n,\n2 questions,\nTotal,2\n`)).toEqual([]);
    expect(findingsOf(`My list,\nname,link\nTwo Sum,see\n,\n3Sum,\n`)).toEqual([
      "3: the link 'see' is not a web address",
      "5: '3Sum' stands below the list and is left out",
    ]);
    expect(findingsOf(`\n\nname,link\nTwo Sum,${LINK}\n`)).toEqual([]);
    expect(findingsOf(`Aufgabe,Adresse\nTwo Sum,${LINK}\n`)).toEqual([
      "1: 'Aufgabe' is taken for a heading and left out, because its link 'Adresse' is words; a question needs a web address there",
    ]);
  });

  const KNOWN =
    "known headings are name, title, problem name, question name, problem, question, link, url, problem link, question link, leetcode link";
  test.each([
    ["Aufgabe;Schwierigkeit\nTwo Sum;leicht\n", "found 'Aufgabe', 'Schwierigkeit'"],
    ["Two Sum\n3Sum\n", "found 'Two Sum'"],
    ["difficulty,tags\nEasy,array\n", "found 'difficulty', 'tags'"],
  ])("in which neither names nor links can be told is refused in one sentence: %j", (text, found) => {
    expect(failureOf(() => read(text))).toBe(
      `bad-sheet: q.csv: no column is known as the names or the links of questions, and none holds addresses; ${found}; ${KNOWN}; correct it, or change 'sheet' in dailyleet.json.`,
    );
    const entries = JSON.stringify([{ Aufgabe: "Two Sum" }]);
    expect(failureOf(() => read(entries, "q.json"))).toContain("q.json: no column is known");
  });

  test.each(["", "\n\n", "name,link\n", "link"])("without a question says so: %j", (text) => {
    expect(failureOf(() => read(text))).toBe(
      "bad-sheet: q.csv: there is no question in it; correct it, or change 'sheet' in dailyleet.json.",
    );
  });

  test("that is a workbook is to be saved as CSV", () => {
    expect(failureOf(() => read("PK\u0003\u0004..."))).toContain(
      "q.csv: this is an Excel workbook or another packed file; save it as CSV",
    );
  });
});

describe("a spreadsheet", () => {
  const answer = (headings: readonly string[], ...rows: string[][]) => {
    const cols = headings.map((label, index) => ({ id: String.fromCharCode(65 + index), label, type: "string" }));
    const table = { cols, rows: rows.map((cells) => ({ c: cells.map((v) => ({ v })) })), parsedNumHeaders: 1 };
    return wrapped({ status: "ok", table });
  };

  test.each([
    [
      ["Problem", "Link", "Topic", "Level"],
      ["Two Sum", LINK, "array", "Easy"],
    ],
    [
      ["Title", "Difficulty", "Link", "Topic"],
      ["Two Sum", "Easy", LINK, "array"],
    ],
    [
      ["#", "Problem", "Problem URL", "Difficulty", "Topic"],
      ["1", "Two Sum", LINK, "Easy", "array"],
    ],
  ])("with its own headings %j is read by them", (headings, row) => {
    expect(questionsIn(readSpreadsheet(answer(headings, row))).questions).toEqual([
      { ...TWO_SUM, tags: ["array"], ...easy },
    ]);
  });

  test.each([
    [["", "", "", "", "", "", "", "", ""]],
    [["Sr", "Ques", "Where", "Kind", "About", "Rank", "See", "Learnt", "Thoughts"]],
    [["Topic", "Question", "Link", "Tags", "Question text", "Level", "Solution", "Takeaways", "Notes"]],
    [["Question", "Exercise", "Link", "Tags", "Text", "Level", "Video link", "Takeaways", "Analysis"]],
  ])("with names in B and links in C is read by position under %j", (headings) => {
    const row = ["1", "Two Sum", LINK, "array", "A text.", "Easy", `${LINK}solutions/`, "Take.", "O(n)"];
    const texts = { text: "A text.", solution: `${LINK}solutions/`, takeaways: "Take.", analysis: "O(n)" };
    expect(questionsIn(readSpreadsheet(answer(headings, row))).questions).toEqual([
      { ...TWO_SUM, tags: ["array"], ...easy, ...texts },
    ]);
  });

  test("in which neither names nor links can be told is refused", () => {
    expect(
      failureOf(() => questionsIn(readSpreadsheet(answer(["Aufgabe", "Schwierigkeit"], ["Two Sum", "leicht"])))),
    ).toMatch(
      /^bad-sheet: The question sheet: no column is known .* found 'Aufgabe', 'Schwierigkeit'; known headings are name, /,
    );
  });
});

describe("a JSON file", () => {
  const json = (value: unknown) => JSON.stringify(value);

  test("may be a list of objects, of lists, or what 'questions --json' prints", () => {
    const question = { ...TWO_SUM, tags: ["array", "Two Pointers"], difficulty: "Hard" as const };
    const printed = { number: 1, ...question, state: "learning", due: "2026-03-05" };
    for (const value of [[question], { version: 1, questions: [printed] }]) {
      expect(read(json(value), "q.json").questions).toEqual([question]);
      expect(findingsOf(json(value), "q.json")).toEqual([]);
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

describe.each([
  ["questions", 75],
  ["neetcode150", 150],
])("the bundled list '%s'", (name, rows) => {
  const questions = bundledList(name);
  const json = JSON.stringify(questions);

  test("has nothing to mend, with columns that nobody fills, and no empty text in one that somebody fills", () => {
    expect(checkTable(readQuestionFile(encode(json), "q.json"))).toEqual({ rows, findings: [] });
    for (const field of ["text", "solution", "takeaways", "analysis"] as const) {
      expect(new Set(questions.map((one) => one[field] === "")).size).toBe(1);
    }
  });

  test("is the same after a way through either kind of file", () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const heading = ["analysis", "name", "link", "tags", "text", "difficulty", "solution", "takeaways"] as const;
    const lines = questions.map((one) => heading.map((column) => quoted(String(one[column] ?? ""))).join(","));
    expect(read([heading.join(",").toUpperCase(), ...lines].join("\r\n")).questions).toEqual(questions);
    expect(read(json, "q.json").questions).toEqual(questions);
  });
});
