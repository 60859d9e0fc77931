import type { CivilDate } from "../calendar/calendar.ts";
import { allTags, foldTag, type Question, questionKey } from "../questions/questions.ts";
import { isMarkable } from "./marks.ts";
import { type CardStates, type Progress, progressAt } from "./schedule.ts";

/** A question of the list. One with several rows comes once. */
export interface ListedQuestion {
  readonly question: Question;
  /** The `questionKey`. */
  readonly key: string;
  /** The place of the question's first row in the list, from 1. */
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

/** Each question of the list with the person's progress as of today. */
export function practiceOf(questions: readonly Question[], states: CardStates, today: CivilDate): PractisedQuestion[] {
  return distinctQuestions(questions).map((entry) => ({
    ...entry,
    progress: progressAt(states.get(entry.key), today),
  }));
}

/** The questions that are due, the longest overdue first, otherwise in the list's order. */
export function dueOf(all: readonly PractisedQuestion[]): PractisedQuestion[] {
  const due = all.filter(({ progress }) => progress.isDue);
  return due.sort((a, b) => b.progress.overdueDays - a.progress.overdueDays);
}

/** At most `limit` questions to practise today: `dueOf`, then new ones in the list's order. */
export function suggest(all: readonly PractisedQuestion[], limit = SUGGESTED): PractisedQuestion[] {
  const fresh = all.filter(({ key, progress }) => progress.state === "new" && isMarkable(key));
  return [...dueOf(all), ...fresh].slice(0, limit);
}

/** How many questions are practised, known and due, in all and by tag. */
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

/** Cached by the identity of the list: parsing the addresses for the keys costs more than all the rest. */
const lists = new WeakMap<readonly Question[], readonly ListedQuestion[]>();

/** Each question of the list once, in its order. */
export function distinctQuestions(questions: readonly Question[]): readonly ListedQuestion[] {
  const known = lists.get(questions);
  if (known) return known;
  const rows = questions.map((question, index) => ({ question, key: questionKey(question), number: index + 1 }));
  const list = [...Map.groupBy(rows, ({ key }) => key).values()].flatMap(([first]) => first ?? []);
  lists.set(questions, list);
  return list;
}
