import { fold, webLink } from "../text.ts";

/** A question of the list, as the sheet shows it. */
export interface Question {
  readonly name: string;
  /** Untrusted text of the sheet; `webLink` tells whether it may become a link. */
  readonly link: string;
  readonly tags: readonly string[];
  readonly text: string;
  /** Untrusted, like `link`. */
  readonly solution: string;
  readonly takeaways: string;
  readonly analysis: string;
  /** From the column 'Difficulty'; `difficultyOf` also looks among the tags. */
  readonly difficulty?: Difficulty;
}

/** Parameters that say where a visitor came from, not which page it is. */
const VISIT_PARAMETER = /^(utm_\w*|ref|envType|envId|fbclid|gclid)(=|$)/;

/**
 * The identity of a question: its link without scheme, `www.`, visit parameters, fragment and last slash. Without a web
 * link: its name, ignoring case and repeated spaces.
 */
export function questionKey({ link, name }: Pick<Question, "link" | "name">): string {
  const web = webLink(link);
  const url = web && URL.parse(web.href);
  if (!url) return fold(name).replace(/\s+/g, " ");
  const parameters = url.search.slice(1).split("&");
  const query = parameters.filter((parameter) => parameter !== "" && !VISIT_PARAMETER.test(parameter)).join("&");
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  return url.host.replace(/^www\./, "") + path + (query && `?${query}`);
}

export interface QuestionFilter {
  /** Each must occur in the name, the tags or the text. */
  readonly words?: readonly string[];
  /** The question must have each of these tags, as `foldTag` compares them. */
  readonly tags?: readonly string[];
  /** The question must have one of these difficulties, if there are any. */
  readonly difficulties?: readonly Difficulty[];
}

type Filtered = Pick<Question, "name" | "tags" | "difficulty"> & { readonly text?: string };

/** The questions that match the whole filter, in the order of the sheet. */
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

export function searchWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Every tag once, in its first spelling, in alphabetical order. */
export function allTags(questions: readonly Question[]): string[] {
  const spellings = Map.groupBy(
    questions.flatMap(({ tags }) => tags),
    foldTag,
  );
  return [...spellings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, [tag = ""]]) => tag);
}

/** Makes 'two-pointers' and 'Two Pointers' the same tag: in a shell the first needs no quotes. */
export function foldTag(tag: string): string {
  return fold(tag).replace(/\s+/g, "-");
}

/** LeetCode's names, from easy to hard. */
export const DIFFICULTIES = ["Easy", "Medium", "Hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The question's difficulty, else the first tag that names one; null if there is none. */
export function difficultyOf({ tags, difficulty }: Pick<Question, "tags" | "difficulty">): Difficulty | null {
  return difficulty ?? tags.map(readDifficulty).find((found) => found !== null) ?? null;
}

/** The first tag that is no difficulty; null if there is none. */
export function topicOf({ tags }: Pick<Question, "tags">): string | null {
  return tags.find((tag) => readDifficulty(tag) === null) ?? null;
}

interface TopicGroup {
  /** In its first spelling; null for questions without a topic, and for a list that is not grouped. */
  readonly topic: string | null;
  readonly questions: readonly Question[];
}

/**
 * Topics and their questions in the order of the list. One group if the topics have fewer than two questions on
 * average.
 */
export function groupByTopic(questions: readonly Question[]): TopicGroup[] {
  const groups = [...Map.groupBy(questions, (question) => foldTag(topicOf(question) ?? "")).values()];
  if (groups.length * 2 > questions.length) return questions.length > 0 ? [{ topic: null, questions }] : [];
  return groups.map((own) => ({ topic: own[0] ? topicOf(own[0]) : null, questions: own }));
}

/** Reads a difficulty, ignoring case; null for any other text. */
export function readDifficulty(text: string): Difficulty | null {
  const folded = text.toLowerCase();
  return DIFFICULTIES.find((difficulty) => difficulty.toLowerCase() === folded) ?? null;
}

/** Merges lists. A question that is in several lists keeps its row of the first of them. */
export function joinLists<Row extends Pick<Question, "link" | "name">>(
  lists: readonly (readonly Row[])[],
): readonly Row[] {
  const [first = [], ...others] = lists;
  if (others.length === 0) return first;
  const rows = Map.groupBy(lists.flat(), questionKey);
  return [...rows.values()].flatMap(([question]) => question ?? []);
}
