import type { Question } from "./questions.ts";

/** As LeetCode names them; a sheet may write them in any case of letters. */
export const DIFFICULTIES = ["Easy", "Medium", "Hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The first of a question's tags that is a difficulty; null where none is. */
export function difficultyOf({ tags }: Pick<Question, "tags">): Difficulty | null {
  return tags.map(asDifficulty).find((difficulty) => difficulty !== null) ?? null;
}

/** What the question is about: the first of its tags that is no difficulty; null where none is. */
export function topicOf({ tags }: Pick<Question, "tags">): string | null {
  return tags.find((tag) => asDifficulty(tag) === null) ?? null;
}

function asDifficulty(tag: string): Difficulty | null {
  return DIFFICULTIES.find((difficulty) => difficulty.toLowerCase() === tag.toLowerCase()) ?? null;
}
