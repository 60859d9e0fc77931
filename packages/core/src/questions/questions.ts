import { fold, webLink } from "../text.ts";

/** One question of the curated list, as the sheet shows it. */
export interface Question {
  readonly name: string;
  /** As written in the sheet; only `webLink` tells whether it may become a link. */
  readonly link: string;
  readonly tags: readonly string[];
  readonly text: string;
  /** As `link`. */
  readonly solution: string;
  readonly takeaways: string;
  readonly analysis: string;
  /** Where the sheet says it in a column of its own; `difficultyOf` also looks among the tags. */
  readonly difficulty?: Difficulty;
}

/** Parameters that say where a visitor came from, not what the page is. */
const VISIT_PARAMETER = /^(utm_\w*|ref|envType|envId|fbclid|gclid)(=|$)/;

/**
 * What makes two rows the same question: the link without what may differ between two copies of it (scheme,
 * `www.`, visit parameters, fragment, last slash). Without a web link the text of the link, else the name.
 */
export function questionKey({ link, name }: Pick<Question, "link" | "name">): string {
  const web = webLink(link);
  const url = web && URL.parse(web.href);
  if (!url) return fold(link.trim() || name.trim());
  const parameters = url.search.slice(1).split("&");
  const query = parameters.filter((parameter) => parameter !== "" && !VISIT_PARAMETER.test(parameter)).join("&");
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  return url.host.replace(/^www\./, "") + path + (query && `?${query}`);
}

export interface QuestionFilter {
  /** Each must occur in the name, the tags or the text, in any case of letters. */
  readonly words?: readonly string[];
  /** The question must have each of these tags, in any case of letters, hyphens for spaces. */
  readonly tags?: readonly string[];
  /** The question must be one of these, if there are any. */
  readonly difficulties?: readonly Difficulty[];
}

/** What a filter looks at; without `text` no word is found in it. */
type Filtered = Pick<Question, "name" | "tags" | "difficulty"> & { readonly text?: string };

/** The questions that fulfil the whole filter, in the order of the sheet. */
export function filterQuestions<Row extends Filtered>(questions: readonly Row[], filter: QuestionFilter): Row[] {
  const words = (filter.words ?? []).map(fold);
  const tags = (filter.tags ?? []).map(foldTag);
  const { difficulties = [] } = filter;
  if (words.length + tags.length + difficulties.length === 0) return [...questions];
  return questions.filter((question) => {
    const difficulty = difficultyOf(question);
    if (difficulties.length > 0 && (difficulty === null || !difficulties.includes(difficulty))) return false;
    const searched = [question.name, ...question.tags, question.text ?? ""].map(fold).join("\n");
    const own = question.tags.map(foldTag);
    return words.every((word) => searched.includes(word)) && tags.every((tag) => own.includes(tag));
  });
}

/** The words of a search box. */
export function searchWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Every tag once, in alphabetical order, in the spelling that comes first. */
export function allTags(questions: readonly Question[]): string[] {
  const spelling = new Map<string, string>();
  for (const tag of questions.flatMap((question) => question.tags)) {
    const key = foldTag(tag);
    if (!spelling.has(key)) spelling.set(key, tag);
  }
  return [...spelling].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
}

/** 'two-pointers' and 'Two Pointers' are the same tag: in a shell the one needs no quotes. */
export function foldTag(tag: string): string {
  return fold(tag).replace(/\s+/g, "-");
}

/** As LeetCode names them, from easy to hard; a sheet may write them in any case of letters. */
export const DIFFICULTIES = ["Easy", "Medium", "Hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The question's own, else the first of its tags that is one; null where there is none. */
export function difficultyOf({ tags, difficulty }: Pick<Question, "tags" | "difficulty">): Difficulty | null {
  return difficulty ?? tags.map(readDifficulty).find((found) => found !== null) ?? null;
}

/** What the question is about: the first of its tags that is no difficulty; null where none is. */
export function topicOf({ tags }: Pick<Question, "tags">): string | null {
  return tags.find((tag) => readDifficulty(tag) === null) ?? null;
}

interface TopicGroup {
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

/** Null for a text that is none. */
export function readDifficulty(text: string): Difficulty | null {
  return DIFFICULTIES.find((difficulty) => difficulty.toLowerCase() === text.toLowerCase()) ?? null;
}

/** The questions of several lists, each question once, as the first list with it has it. */
export function joinLists<Row extends Pick<Question, "link" | "name">>(
  lists: readonly (readonly Row[])[],
): readonly Row[] {
  const [first = [], ...others] = lists;
  if (others.length === 0) return first;
  const joined = new Map<string, Row>();
  for (const question of lists.flat()) {
    const key = questionKey(question);
    if (!joined.has(key)) joined.set(key, question);
  }
  return [...joined.values()];
}
