import {
  checkTable,
  hasCode,
  type Question,
  type QuestionTable,
  questionsIn,
  readQuestionFile,
  readSpreadsheet,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../support/long.ts";
import { WRAPPING, wrapped } from "../../support/sheet.ts";
import { sheetFixture } from "../support/fixtures.ts";

const USUAL = sheetFixture("usual");
const LINK = "https://leetcode.com/problems/two-sum/";
const encode = (text: string) => new TextEncoder().encode(text);
const sheetOf = (table: unknown) => wrapped({ table });

function readTable(tableIn: () => QuestionTable) {
  try {
    const table = tableIn();
    checkTable(table);
    return questionsIn(table);
  } catch (error) {
    if (!hasCode(error, "bad-sheet")) throw error;
    return null;
  }
}
const read = (text: string) => readTable(() => readSpreadsheet(text));
const readFile = (name: string, text: string) => readTable(() => readQuestionFile(encode(text), name));

const anyText = fc.string({ unit: "binary" });
const anyJson = fc.jsonValue({ maxDepth: 2, stringUnit: "binary" });
const anyValue = fc.oneof(
  anyText,
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, "Date(2026,5,1)", "Date(1,2", "javascript:alert(1)", "https://example.org/", "\ud800"),
  anyJson,
);
const cell = fc.oneof({ weight: 4, arbitrary: fc.record({ v: anyValue, f: anyValue }, { requiredKeys: [] }) }, anyJson);
const row = fc.oneof({ weight: 5, arbitrary: fc.record({ c: fc.array(cell, { maxLength: 11 }) }) }, anyJson);
const column = fc.oneof(
  fc.record({ label: anyText, type: fc.constantFrom("string", "number", "date", "timeofday") }),
  anyJson,
);
const table = fc.record(
  {
    cols: fc.oneof(fc.array(column, { maxLength: 10 }), anyJson),
    rows: fc.array(row, { maxLength: 6 }),
    parsedNumHeaders: fc.oneof(fc.nat(3), anyJson),
  },
  { requiredKeys: ["rows"] },
);
const answer = fc.record(
  {
    status: fc.oneof(fc.constantFrom("ok", "warning", "error"), anyJson),
    errors: anyJson,
    warnings: fc.oneof(fc.array(fc.dictionary(fc.constantFrom("reason", "message"), anyValue)), anyJson),
    table: fc.oneof({ weight: 9, arbitrary: table }, { weight: 1, arbitrary: anyJson }),
  },
  { requiredKeys: ["table"] },
);

test("generated sheets are read or refused, and each row is a question, a fault or empty", () => {
  let readable = 0;
  fc.assert(
    fc.property(answer, (value) => {
      const sheet = read(wrapped(value));
      if (sheet === null) return true;
      readable++;
      const { rows } = value.table as { rows: unknown[] };
      return sheet.questions.every(isSound) && sheet.questions.length + sheet.faults.length <= rows.length;
    }),
    { numRuns: runs(10_000) },
  );
  expect(readable).toBeGreaterThan(runs(4000));
});

function isSound({ name, tags, ...texts }: Question): boolean {
  return name !== "" && !tags.includes("") && Object.values(texts).every((text) => typeof text === "string");
}

test("damaged answers are read or refused", () => {
  const insert = fc.oneof(anyText, fc.constantFrom("(", ")", "{", "<title>"));
  fc.assert(
    fc.property(fc.nat(USUAL.length), fc.nat(40), insert, (at, length, text) => {
      read(USUAL.slice(0, at) + text + USUAL.slice(at + length));
    }),
    { numRuns: runs(10_000) },
  );
});

test("every beginning of an answer that lacks more than the last semicolon is refused", () => {
  for (let length = 0; length < USUAL.length - 1; length++) expect(read(USUAL.slice(0, length))).toBeNull();
  expect(read(USUAL.slice(0, -1))?.questions).toHaveLength(3);
});

const WORDS = ["name", "Link", "tags", "difficulty", "Two Sum", LINK, "Easy", "\uFEFF", "=", ...'",;\t\n\r '];
const anyCsv = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: "binary", maxLength: 5 })), {
  maxLength: 40,
});
const anyKey = fc.oneof(fc.constantFrom("name", "link", "Tags", "difficulty", "__proto__", "constructor"), fc.string());
const anyCell = fc.oneof(fc.constantFrom("Two Sum", LINK, "Easy"), fc.jsonValue({ maxDepth: 1 }));
const anyEntry = fc.oneof(
  fc.dictionary(anyKey, anyCell, { maxKeys: 5 }),
  fc.array(anyCell),
  fc.jsonValue({ maxDepth: 1 }),
);
const anyFile = fc.oneof(
  anyCsv.map((parts) => ["q.csv", parts.join("")] as const),
  fc.oneof(fc.array(anyEntry), fc.jsonValue()).map((value) => ["q.json", JSON.stringify(value)] as const),
  fc.tuple(fc.jsonValue(), fc.nat(30)).map(([value, cut]) => ["q.json", JSON.stringify(value).slice(cut)] as const),
);

test("generated files are read or refused, and every text of a question stands in its file", () => {
  let withQuestions = 0;
  fc.assert(
    fc.property(anyFile, ([name, text]) => {
      const questions = readFile(name, text)?.questions ?? [];
      if (questions.length > 0) withQuestions++;
      // The text without the quotation marks and escapes that the two formats add.
      const bare = (part: string) => part.replace(/[\s"\\_+-]|u[0-9a-f]{4}/gi, "");
      const written = bare(new TextDecoder().decode(encode(text)));
      const isThere = (part: string) => written.includes(bare(JSON.stringify(part))) || written.includes(bare(part));
      return questions.every(({ difficulty, tags, ...texts }) => {
        const own = difficulty === undefined || written.toLowerCase().includes(difficulty.toLowerCase());
        // A question without a name takes its link as its name, and a link without a scheme gets one.
        const [name, link] = [texts.name.toLowerCase(), texts.link.replace(/^https:\/\//, "")];
        const isNamed = isThere(texts.name) || written.toLowerCase().includes(bare(name));
        return own && name !== "" && tags.every(isThere) && isNamed && (isThere(texts.link) || isThere(link));
      });
    }),
    { numRuns: runs(10_000) },
  );
  expect(withQuestions).toBeGreaterThan(runs(500));
});

const rowOf = (...texts: string[]) => ({ rows: [{ c: [null, ...texts.map((v) => ({ v }))] }] });
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const deep = (json: string) => WRAPPING.join(`{"table":{"rows":[${json}]}}`);

const LARGE: readonly [string, string | readonly [name: string, text: string], number | undefined][] = [
  ["10,000 rows", sheetOf({ rows: Array(10_000).fill(rowOf("a", LINK, "array").rows[0]) }), 10_000],
  ["a title of 1 MB", sheetOf(rowOf("x".repeat(1_000_000))), 1],
  ["tags of 1 MB", sheetOf(rowOf("a", "", " ".repeat(1_000_000))), 1],
  ["200,000 tags", sheetOf(rowOf("a", "", [...Array(200_000).keys()].join(","))), 1],
  ["200,000 columns", sheetOf({ rows: [{ c: Array(200_000).fill({ v: "a" }) }] }), 1],
  ["deep nesting", deep(`{"c":${nested(200_000)}}`), 0],
  ["a deep cell", deep(`{"c":[null,{"v":${nested(100_000)}}]}`), 0],
  ["a table of 100,000 rows", ["q.csv", `name,link\n${"a,b\n".repeat(100_000)}`], 100_000],
  ["a table of 100,000 columns", ["q.csv", `name,${"x,".repeat(100_000)}\na\n${"b\n".repeat(10_000)}`], 10_001],
  [
    "objects with 50,000 keys",
    ["q.json", `[${Array.from({ length: 50_000 }, (_, index) => `{"name":"a","k${index}":1}`)}]`],
    50_000,
  ],
  ["a file of lists in lists", ["q.json", `[["name"],["a"],${nested(5000)}]`], 1],
];
test.each(LARGE)("%s: read at once", (_, source, count) => {
  const started = performance.now();
  const sheet = typeof source === "string" ? read(source) : readFile(...source);
  expect(sheet?.questions).toHaveLength(count ?? 0);
  expect(performance.now() - started).toBeLessThan(10_000);
});
