import type { CivilDate } from "../calendar/calendar.ts";
import { allTags, foldTag, type Question, questionKey } from "../questions/questions.ts";
import { isMarkable } from "./marks.ts";
import { type CardStates, type Progress, progressAt } from "./schedule.ts";

/** A question of the list, once however many rows it has. */
export interface ListedQuestion {
  readonly question: Question;
  /** `questionKey` of it. */
  readonly key: string;
  /** The place of its first row in the list, from 1. */
  readonly number: number;
}

export interface PractisedQuestion extends ListedQuestion {
  readonly progress: Progress;
}

interface PracticeCounts {
  readonly total: number;
  /** Of these, how many have a mark. */
  readonly practised: number;
  readonly known: number;
}

export interface PracticeSummary extends PracticeCounts {
  readonly due: number;
  /** In the order of `allTags`. */
  readonly tags: readonly (PracticeCounts & { readonly tag: string })[];
}

export const SUGGESTED = 5;

/** Each question of the list with where the person stands today. CardStates of questions not in the list are not counted. */
export function practiceOf(
  questions: readonly Question[],
  cardStates: CardStates,
  today: CivilDate,
): PractisedQuestion[] {
  return distinctQuestions(questions).map((entry) => ({
    ...entry,
    progress: progressAt(cardStates.get(entry.key), today),
  }));
}

/** What is due of what `practiceOf` returns, the longest overdue first, otherwise in the list's order. */
export function dueOf(all: readonly PractisedQuestion[]): PractisedQuestion[] {
  const due = all.filter(({ progress }) => progress.isDue);
  return due.sort((a, b) => b.progress.overdueDays - a.progress.overdueDays);
}

/** What to practise today: what is due, as `dueOf`, then new questions in the list's order. At most `limit` of them. */
export function suggest(all: readonly PractisedQuestion[], limit = SUGGESTED): PractisedQuestion[] {
  const fresh = all.filter(({ key, progress }) => progress.state === "new" && isMarkable(key));
  return [...dueOf(all), ...fresh].slice(0, limit);
}

/** '12 of 75 practised · 4 due', and the same by tag, of what `practiceOf` returns. */
export function practiceSummary(all: readonly PractisedQuestion[]): PracticeSummary {
  const tags = allTags(all.map(({ question }) => question));
  const tagged = byTag(all);
  return {
    ...count(all),
    due: all.filter(({ progress }) => progress.isDue).length,
    tags: tags.map((tag) => ({ tag, ...count(tagged.get(foldTag(tag)) ?? []) })),
  };
}

function byTag(entries: readonly PractisedQuestion[]): Map<string, PractisedQuestion[]> {
  const tagged = new Map<string, PractisedQuestion[]>();
  for (const entry of entries) {
    for (const tag of new Set(entry.question.tags.map(foldTag))) {
      if (!tagged.get(tag)?.push(entry)) tagged.set(tag, [entry]);
    }
  }
  return tagged;
}

function count(entries: readonly PractisedQuestion[]): PracticeCounts {
  return {
    total: entries.length,
    practised: entries.filter(({ progress }) => progress.state !== "new").length,
    known: entries.filter(({ progress }) => progress.state === "known").length,
  };
}

/** By the identity of the list: keys are parsed addresses, which cost more than all the rest. */
const lists = new WeakMap<readonly Question[], readonly ListedQuestion[]>();

/** Each question of the list once, in its order. */
export function distinctQuestions(questions: readonly Question[]): readonly ListedQuestion[] {
  const known = lists.get(questions);
  if (known) return known;
  const entries = new Map<string, ListedQuestion>();
  for (const [index, question] of questions.entries()) {
    const key = questionKey(question);
    if (!entries.has(key)) entries.set(key, { question, key, number: index + 1 });
  }
  const list = [...entries.values()];
  lists.set(questions, list);
  return list;
}
