import {
  type CivilDate,
  cardStatesOf,
  dailyPlan,
  isMarkable,
  type Marks,
  type PlannedQuestion,
  type PracticeSummary,
  type PractisedQuestion,
  practiceOf,
  practiceSummary,
  type Question,
  questionKey,
  suggest,
} from "@dailyleet/core";
import { type CardState, standingOf } from "./wording.ts";

/** Where the person stands today with the questions of the list. */
export interface Practice {
  readonly today: CivilDate;
  readonly summary: PracticeSummary;
  /** What to practise today; what was done of it since stays in it. */
  readonly plan: readonly PlannedQuestion[];
  /** What to practise now; null where nothing is due and nothing is new. */
  readonly next: PractisedQuestion | null;
  /** The first day, `YYYY-MM-DD`, on which a question comes back that is not due; null where there is none. */
  readonly nextDue: string | null;
  /** Null for a question that cannot have marks. */
  standing(question: Question): CardState | null;
}

export function readPractice(questions: readonly Question[], marks: Marks, today: CivilDate): Practice {
  const entries = practiceOf(questions, cardStatesOf(marks), today);
  const byQuestion = new Map(entries.map((entry) => [entry.question, entry]));
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const later = entries.flatMap(({ progress }) => (progress.due === null || progress.isDue ? [] : [progress.due]));
  return {
    today,
    summary: practiceSummary(entries),
    plan: dailyPlan(questions, marks, today),
    next: suggest(entries, 1)[0] ?? null,
    nextDue: later.sort()[0] ?? null,
    standing(question) {
      // Keys are costly; only the second of two rows of the same question needs its own.
      const entry = byQuestion.get(question) ?? byKey.get(questionKey(question));
      return entry && isMarkable(entry.key) ? standingOf(entry.progress) : null;
    },
  };
}
