import { foldTag, type Question } from "./questions.ts";

/** As LeetCode names them; a sheet may write them in any case of letters. */
const DIFFICULTIES = ["Easy", "Medium", "Hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The first of a question's tags that is a difficulty; null where none is. */
export function difficultyOf({ tags }: Pick<Question, "tags">): Difficulty | null {
  return tags.map(asDifficulty).find((difficulty) => difficulty !== null) ?? null;
}

/** What the question is about: the first of its tags that is no difficulty; null where none is. */
export function topicOf({ tags }: Pick<Question, "tags">): string | null {
  return tags.find((tag) => asDifficulty(tag) === null) ?? null;
}

export interface TopicGroup {
  /** In the spelling that comes first; null for the questions without one, and for a list that has no groups. */
  readonly topic: string | null;
  readonly questions: readonly Question[];
}

/**
 * The list by topic, the topics and the questions of each in the order of the list. A list in which most questions
 * would stand alone stays whole.
 */
export function groupByTopic(questions: readonly Question[]): TopicGroup[] {
  const groups = [...Map.groupBy(questions, (question) => foldTag(topicOf(question) ?? "")).values()];
  if (groups.length * 2 > questions.length) return questions.length > 0 ? [{ topic: null, questions }] : [];
  return groups.map((own) => ({ topic: own[0] ? topicOf(own[0]) : null, questions: own }));
}

function asDifficulty(tag: string): Difficulty | null {
  return DIFFICULTIES.find((difficulty) => difficulty.toLowerCase() === tag.toLowerCase()) ?? null;
}
