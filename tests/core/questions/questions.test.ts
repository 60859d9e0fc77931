import {
  allTags,
  difficultyOf,
  filterQuestions,
  groupByTopic,
  type Question,
  questionKey,
  questionsIn,
  readSpreadsheet,
  searchWords,
  topicOf,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledList, question, sheetFixture } from "../support/fixtures.ts";

const { questions } = questionsIn(readSpreadsheet(sheetFixture("usual")));
const names = (list: readonly Question[]) => list.map((question) => question.name);
const key = (link: string, name = "Name") => questionKey({ link, name });

describe("the key of a question is its link", () => {
  test.each([
    "http://leetcode.com/problems/two-sum/",
    "https://www.leetcode.com/problems/two-sum",
    "HTTPS://LeetCode.com/problems/two-sum//",
    " https://leetcode.com/problems/two-sum/#approach ",
    "https://leetcode.com/problems/two-sum/?envType=daily-question&envId=2026-03-05",
    "https://leetcode.com/problems/two-sum/?utm_source=a&ref=b",
  ])("%s is the same question", (link) => {
    expect(key(link)).toBe(key("https://leetcode.com/problems/two-sum/"));
  });

  test.each([
    "https://leetcode.com/problems/Two-Sum/",
    "https://leetcode.com/problems/two-sum/?id=2",
    "https://leetcode.com:8443/problems/two-sum/",
    "https://leetcode.org/problems/two-sum/",
    "two-sum",
    "",
  ])("'%s' is another question", (link) => {
    expect(key(link)).not.toBe(key("https://leetcode.com/problems/two-sum/"));
  });

  // A cell of Google Sheets holds up to 50,000 characters.
  test("only slashes at the end of a link do not count, however many there are", () => {
    const slashes = "/".repeat(1_000_000);
    expect(key(`https://x.example/a${slashes}`)).toBe("x.example/a");
    expect(key(`https://x.example/a${slashes}b`)).toBe(`x.example/a${slashes}b`);
  });

  test.each(["", " Page 12 ", "1", "Easy", "javascript:alert(1)", "ftp://x.example/a"])(
    "without a web link it is the name, whatever stands in place of the link: '%s'",
    (link) => {
      expect(key(link, " Two \u00a0 Sum\n")).toBe("two sum");
      expect(key(link, "3Sum")).not.toBe(key(link, "4Sum"));
    },
  );

  test("a key is stable under its own normal form", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (link) => {
        return key(`https://${key(link)}`) === key(link);
      }),
    );
  });
});

describe("filtering", () => {
  test.each([
    [{}, ["Two Sum", "Valid Parentheses", "Climbing Stairs"]],
    [{ words: ["TWO"] }, ["Two Sum"]],
    [{ words: ["hash"] }, ["Two Sum"]],
    [{ words: ["a text"] }, ["Two Sum", "Valid Parentheses", "Climbing Stairs"]],
    [{ words: ["stack", "valid"] }, ["Valid Parentheses"]],
    [{ words: ["stack", "two"] }, []],
    [{ tags: ["Array"] }, ["Two Sum"]],
    [{ tags: ["arr"] }, []],
    [{ tags: ["array", "hash table"] }, ["Two Sum"]],
    [{ tags: ["Hash-Table"] }, ["Two Sum"]],
    [{ tags: ["array", "stack"] }, []],
    [{ words: ["climb"], tags: ["dynamic programming"] }, ["Climbing Stairs"]],
    [{ words: ["takeaway"] }, []],
    [{ words: ["", "  "], tags: [] }, ["Two Sum", "Valid Parentheses", "Climbing Stairs"]],
  ])("%j finds %j", (filter, found) => {
    expect(names(filterQuestions(questions, filter))).toEqual(found);
  });

  test("a word does not match across two fields", () => {
    expect(filterQuestions(questions, { words: ["sum array"] })).toEqual([]);
  });

  test("letters that look the same are the same", () => {
    expect(filterQuestions([question("Caf\u00e9")], { words: ["cafe\u0301"] })).toHaveLength(1);
  });

  test("the words of a search box are separated by any space", () => {
    expect(searchWords("  two\tsum\u00a0x ")).toEqual(["two", "sum", "x"]);
    expect(searchWords(" ")).toEqual([]);
  });
});

test("all tags are listed once, in alphabetical order, as first written", () => {
  const tagged = [["Stack", "array", "two-pointers"], ["stack", "Array", "dp", "Two Pointers"], []];
  expect(allTags(tagged.map((tags) => question("a", { tags })))).toEqual(["array", "dp", "Stack", "two-pointers"]);
});

test.each([
  [["array", "Easy"], "Easy", "array"],
  [["HARD", "graph", "bfs"], "Hard", "graph"],
  [["medium"], "Medium", null],
  [["stack", "Easy", "Hard"], "Easy", "stack"],
  [["easy peasy"], null, "easy peasy"],
  [[], null, null],
])("the tags %j are of difficulty %s and topic %s", (tags, difficulty, topic) => {
  expect([difficultyOf({ tags }), topicOf({ tags })]).toEqual([difficulty, topic]);
});

describe("groups", () => {
  const tagged = (name: string, ...tags: string[]) => question(name, { tags });
  const groupsOf = (list: readonly Question[]) =>
    groupByTopic(list).map(({ topic, questions }) => [topic, names(questions).join("")]);

  test("are the topics of a list in its own order, whatever the letters", () => {
    const list = [tagged("a", "Easy", "Two Pointers"), tagged("b", "stack"), tagged("c", "two-pointers", "stack")];
    expect(groupsOf([...list, tagged("d", "stack"), tagged("e", "Hard"), tagged("f")])).toEqual([
      ["Two Pointers", "ac"],
      ["stack", "bd"],
      [null, "ef"],
    ]);
  });

  test("are one where hardly two questions share a topic, and none of no questions", () => {
    expect(groupsOf([tagged("a", "x"), tagged("b", "y"), tagged("c", "x")])).toEqual([[null, "abc"]]);
    expect(groupsOf([])).toEqual([]);
  });
});

test("each question of the bundled list has a topic, and exactly one difficulty, which is one of its tags, too", () => {
  const questions = bundledList();
  const isDifficulty = (tag: string) => /^(easy|medium|hard)$/i.test(tag);
  expect(questions).toHaveLength(75);
  for (const { tags, difficulty } of questions) expect(tags).toContain(difficulty);
  expect(questions.filter(({ tags }) => tags.filter(isDifficulty).length !== 1)).toEqual([]);
  expect(questions.map(topicOf)).not.toContain(null);
  expect(new Set(questions.map(topicOf)).size).toBe(20);
  expect(allTags(questions).filter(isDifficulty)).toEqual(["Easy", "Hard", "Medium"]);
});
