import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allTags, difficultyOf, groupByTopic, parseSheet, topicOf } from "@dailyleet/core";
import { describe, expect, test } from "vitest";

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

const ofTags = (name: string, ...tags: string[]) => ({
  name,
  link: name,
  tags,
  text: "",
  solution: "",
  takeaways: "",
  analysis: "",
});
const groupsOf = (questions: ReturnType<typeof ofTags>[]) =>
  groupByTopic(questions).map(({ topic, questions }) => [topic, questions.map(({ name }) => name).join("")]);

test("a list is grouped by topic in its own order, whatever the letters", () => {
  const list = [ofTags("a", "Easy", "Two Pointers"), ofTags("b", "stack"), ofTags("c", "two-pointers", "stack")];
  expect(groupsOf([...list, ofTags("d", "stack"), ofTags("e", "Hard"), ofTags("f")])).toEqual([
    ["Two Pointers", "ac"],
    ["stack", "bd"],
    [null, "ef"],
  ]);
});

test("a list in which hardly two questions share a topic is one group", () => {
  expect(groupsOf([ofTags("a", "x"), ofTags("b", "y"), ofTags("c", "x")])).toEqual([[null, "abc"]]);
  expect(groupByTopic([])).toEqual([]);
});

describe("each question of the bundled sheet", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../site/public/questions.gviz.txt"), "utf8");
  const { questions } = parseSheet(text);
  const isDifficulty = (tag: string) => /^(easy|medium|hard)$/i.test(tag);

  test("has exactly one difficulty, the one in the curator's own column", () => {
    const levels = [...text.matchAll(/\{"v":"(Easy|Medium|Hard)"\}/g)].map(([, level]) => level);
    expect(questions).toHaveLength(75);
    expect(questions.map(difficultyOf)).toEqual(levels);
    expect(questions.filter(({ tags }) => tags.filter(isDifficulty).length !== 1)).toEqual([]);
  });

  test("has a topic, so that the list can be grouped", () => {
    expect(questions.filter((question) => topicOf(question) === null)).toEqual([]);
    expect(new Set(questions.map(topicOf)).size).toBe(20);
    expect(allTags(questions).filter(isDifficulty)).toEqual(["Easy", "Hard", "Medium"]);
  });
});
