import type { CivilDate } from "../calendar/calendar.ts";
import { type DailyleetError, usageError } from "../errors.ts";
import type { PlanSpan } from "../questions/lists.ts";
import { allTags, foldTag, type Question, questionKey } from "../questions/questions.ts";
import { fold, webLink } from "../text.ts";
import { isMarkable, type Marks } from "./marks.ts";
import { type Progress, progressOf } from "./schedule.ts";

/** A question with its place in the list. */
export interface ListedQuestion {
  readonly question: Question;
  readonly key: string;
  /**
   * The place in the list, from 1, of the question's first row; in `matchQuestions`, of the row that the number names.
   */
  readonly number: number;
}

export interface PractisedQuestion extends ListedQuestion {
  readonly progress: Progress;
}

interface PracticeCounts {
  readonly total: number;
  readonly practised: number;
  readonly known: number;
}

export interface PracticeSummary extends PracticeCounts {
  readonly due: number;
  /** In the order of `allTags`. */
  readonly tags: readonly (PracticeCounts & { readonly tag: string })[];
}

export const SUGGESTED = 5;

export function practiceOf(
  questions: readonly Question[],
  marks: Marks,
  today: CivilDate,
  plan: PlanSpan | null,
): PractisedQuestion[] {
  return distinctQuestions(questions).map((entry) => ({
    ...entry,
    progress: progressOf(marks, entry.key, today, plan),
  }));
}

/** The due questions, the longest overdue first, otherwise in the list's order. */
export function dueOf(all: readonly PractisedQuestion[]): PractisedQuestion[] {
  const due = all.filter(({ progress }) => progress.isDue);
  return due.sort((a, b) => b.progress.overdueDays - a.progress.overdueDays);
}

/** At most `limit` questions to practise today: due questions, then new questions in the list's order. */
export function suggest(all: readonly PractisedQuestion[], limit = SUGGESTED): PractisedQuestion[] {
  const fresh = all.filter(({ key, progress }) => progress.state === "new" && isMarkable(key));
  return [...dueOf(all), ...fresh].slice(0, limit);
}

export function practiceSummary(all: readonly PractisedQuestion[]): PracticeSummary {
  const tagged = all.flatMap((entry) =>
    [...new Set(entry.question.tags.map(foldTag))].map((tag) => ({ tag, ...entry })),
  );
  const byTag = Map.groupBy(tagged, ({ tag }) => tag);
  return {
    ...count(all),
    due: all.filter(({ progress }) => progress.isDue).length,
    tags: allTags(all.map(({ question }) => question)).map((tag) => ({ tag, ...count(byTag.get(foldTag(tag)) ?? []) })),
  };
}

function count(entries: readonly PractisedQuestion[]): PracticeCounts {
  return {
    total: entries.length,
    practised: entries.filter(({ progress }) => progress.state !== "new").length,
    known: entries.filter(({ progress }) => progress.state === "known").length,
  };
}

/** Cached by the list's identity, because computing the keys parses every address. */
const lists = new WeakMap<readonly Question[], readonly ListedQuestion[]>();

/** Each question once, at its first row, in the list's order. */
export function distinctQuestions(questions: readonly Question[]): readonly ListedQuestion[] {
  const known = lists.get(questions);
  if (known) return known;
  const rows = questions.map((question, index) => ({ question, key: questionKey(question), number: index + 1 }));
  const list = [...Map.groupBy(rows, ({ key }) => key).values()].flatMap(([first]) => first ?? []);
  lists.set(questions, list);
  return list;
}

/**
 * Finds the question that a person names by number, link, slug (`two-sum`), key, name or the beginning of its name. A
 * link may be of any page of a LeetCode problem and may lack its scheme. Throws `usage` unless exactly one question
 * matches.
 */
export function findQuestion(questions: readonly Question[], text: string): ListedQuestion {
  const [found, ...others] = matchQuestions(questions, text);
  if (found === undefined) throw notThere(questions, text);
  if (others.length > 0) throw ambiguous(text, [found, ...others]);
  return found;
}

const NUMBER = /^[1-9]\d{0,6}$/;

/** The questions that `text` may mean; see `findQuestion`. */
export function matchQuestions(questions: readonly Question[], text: string): readonly ListedQuestion[] {
  if (!NUMBER.test(text)) return named(distinctQuestions(questions), text);
  const question = questions[Number(text) - 1];
  return question ? [{ question, number: Number(text), key: questionKey(question) }] : [];
}

/** Tries the ways in order and returns all matches of the first way that has any. */
function named(entries: readonly ListedQuestion[], text: string): readonly ListedQuestion[] {
  const wanted = fold(text);
  if (wanted === "") return [];
  const key = keyOfLink(text) ?? text;
  const ways: readonly ((entry: ListedQuestion) => boolean)[] = [
    (entry) => entry.key === key,
    (entry) => problemOf(entry.key) === problemOf(key),
    ({ question }) => fold(question.name) === wanted,
    (entry) => slugOf(entry.key) === wanted,
    ({ question }) => fold(question.name).startsWith(wanted),
  ];
  return ways.map((isMeant) => entries.filter(isMeant)).find(({ length }) => length > 0) ?? [];
}

/** Null for a text that is no link, with or without `https://` before it. */
function keyOfLink(text: string): string | null {
  const link = webLink(text) ? text : `https://${text.trim()}`;
  return webLink(link) ? questionKey({ link, name: "" }) : null;
}

const LEETCODE_PROBLEM = /^leetcode\.(?:com|cn)\/(?:contest\/[^/]+\/)?problems\/([^/?]+)/;

/** One key for all pages of a LeetCode problem: its description, its solutions, its submissions, in a contest. */
function problemOf(key: string): string {
  const slug = LEETCODE_PROBLEM.exec(key)?.[1];
  return slug === undefined ? key : `leetcode.com/problems/${fold(slug)}`;
}

/** `two-sum` for `leetcode.com/problems/two-sum` */
export function slugOf(key: string): string | undefined {
  return /\/([^/?]+)(?:\?|$)/.exec(problemOf(key))?.[1];
}

function notThere(questions: readonly Question[], text: string): DailyleetError {
  if (NUMBER.test(text)) return usageError(`There is no question ${text}; ${wayOn(questions)}.`);
  const fault = webLink(text) ? "is not the link of a question in the list" : "is not a question of the list";
  return usageError(`'${text}' ${fault}; ${wayOn(questions)}.`);
}

function wayOn({ length }: readonly Question[]): string {
  if (length === 0) return "the list is empty";
  return `give a number from 1 to ${length}, a link or the beginning of a name, as 'dailyleet questions' lists them`;
}

const MAX_CANDIDATES = 8;

function ambiguous(text: string, found: readonly ListedQuestion[]): DailyleetError {
  const names = found.slice(0, MAX_CANDIDATES).map(({ number, question }) => `${number} ${question.name}`);
  const more = found.length > MAX_CANDIDATES ? ` and ${found.length - MAX_CANDIDATES} more` : "";
  return usageError(
    `'${text}' could be more than one question; give the number or more of the name: ${names.join(", ")}${more}.`,
  );
}
