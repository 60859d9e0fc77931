import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSheet, type Question } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  copyText,
  readCopiedList,
  readCopy,
  readSheet,
  type SheetCopy,
} from "../../packages/cli/src/commands/questions/sheet.ts";

const URL = "https://docs.google.com/spreadsheets/d/1/gviz/tq?tqx=out:json";
const NOON = 1_772_712_000_000;
const bundled = readFileSync(join(import.meta.dirname, "../../site/public/questions.gviz.txt"), "utf8");

const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(",\n", '"', "\ud800"));
const question: fc.Arbitrary<Question> = fc.record(
  {
    name: text,
    link: text,
    tags: fc.array(text, { maxLength: 3 }),
    text,
    solution: text,
    takeaways: text,
    analysis: text,
    difficulty: fc.constantFrom("Easy", "Hard"),
  },
  { requiredKeys: ["name", "link", "tags", "text", "solution", "takeaways", "analysis"] },
);

const listed = (copy: SheetCopy) => ({
  ...copy,
  sheet: {
    ...copy.sheet,
    questions: copy.sheet.questions.map(({ name, link, tags, difficulty }) => {
      return { name, link, tags, ...(difficulty && { difficulty }) };
    }),
  },
});

describe("a sheet that is kept", () => {
  it("is read as it was, whole or as a list, whatever is in it", () => {
    const sheets = fc.record({
      questions: fc.array(question, { maxLength: 6 }),
      leftOut: fc.nat(),
      warnings: fc.array(text),
    });
    fc.assert(
      fc.property(sheets, (sheet) => {
        const bytes = Buffer.from(copyText(URL, NOON, sheet));
        const copy = { downloaded: NOON, sheet };
        expect(readCopy(bytes, URL)).toEqual(copy);
        expect(readCopiedList(bytes, URL)).toEqual(listed(copy));
        expect(JSON.parse(bytes.toString())).toMatchObject({ version: 2, url: URL });
      }),
    );
  });

  it("is not taken for another address's", () => {
    const bytes = Buffer.from(copyText(URL, NOON, readSheet(bundled)));
    expect([readCopy(bytes, `${URL}&gid=1`), readCopiedList(bytes, `${URL}&gid=1`)]).toEqual([null, null]);
  });

  it("is read whole by a list where an earlier version kept no rows", () => {
    const { questions, ...notes } = readSheet(bundled);
    const bytes = Buffer.from(
      `{"version":2,"url":"${URL}","downloaded":${NOON},"leftOut":0,"warnings":[],"names":[],"levels":[],"tags":[],"tagLists":[],\n"links":[],\n"questions":${JSON.stringify(questions)}}\n`,
    );
    expect(readCopiedList(bytes, URL)).toEqual({ downloaded: NOON, sheet: { ...notes, questions } });
  });

  it("is read where an earlier version kept the answer's text", () => {
    const bytes = Buffer.from(JSON.stringify({ url: URL, downloaded: NOON, text: bundled }));
    const { questions } = parseSheet(bundled);
    const copy = { downloaded: NOON, sheet: { questions, leftOut: 0, warnings: [] } };
    expect([readCopy(bytes, URL), readCopiedList(bytes, URL)]).toEqual([copy, copy]);
  });

  it("gives texts or nothing where it is cut off or a byte of it differs", () => {
    const { questions, ...notes } = readSheet(bundled);
    const bytes = Buffer.from(copyText(URL, NOON, { ...notes, questions: questions.slice(0, 2) }));
    const texts = (copy: SheetCopy<Pick<Question, "name" | "link" | "tags">> | null) =>
      copy?.sheet.questions.flatMap(({ name, link, tags }) => [name, link, ...tags]) ?? [];
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 7));
      for (const damaged of [flipped, bytes.subarray(0, at)]) {
        const read = [...texts(readCopy(damaged, URL)), ...texts(readCopiedList(damaged, URL))];
        expect(read.filter((each) => typeof each !== "string")).toEqual([]);
      }
    }
  });
});
