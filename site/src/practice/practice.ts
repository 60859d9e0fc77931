import {
  type CivilDate,
  cardStatesOf,
  dailyPlan,
  formatDate,
  isMarkable,
  type Mark,
  type Marks,
  markOf,
  marksOf,
  nextDue,
  type PlannedQuestion,
  type PracticeSummary,
  type PractisedQuestion,
  practiceOf,
  practiceSummary,
  type Question,
  questionKey,
  suggest,
} from "@dailyleet/core";
import { useMemo } from "react";
import { speak } from "../app/speech.ts";
import { $today } from "../app/today.ts";
import { followChange } from "../data/followChange.ts";
import { $questions } from "../questions/questions.ts";
import { $connection, submit } from "../replica/connection.ts";
import { $marks } from "../replica/marks.ts";
import { useValue } from "../ui/react.tsx";
import { type CardState, comesBack, markText, standingOf } from "./wording.ts";

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

/** Null while the person's marks are not known. */
export function usePractice(): Practice | null {
  const { questions } = useValue($questions);
  const { status, marks } = useValue($marks);
  const today = useValue($today);
  return useMemo(
    () => (status === "unknown" || today === null ? null : readPractice(questions, marks, today)),
    [questions, status, marks, today],
  );
}

/** Today's mark of a question, which shows before this returns. The last one of the day stands. */
export function markToday(question: Question, mark: Mark, today: CivilDate): void {
  const date = formatDate(today);
  setMark(question, date, mark);
  const marks = $connection.get()?.replica.marks().marks ?? {};
  const due = nextDue(marksOf(marks, questionKey(question)), date, mark);
  speak(`${markText(question.name, mark)}, comes back ${due && comesBack(due, today)}`);
}

export function removeMark(question: Question, date: string): void {
  setMark(question, date, 0);
  speak(markText(question.name, 0));
}

function setMark(question: Question, date: string, mark: Mark): void {
  const connection = $connection.get();
  if (connection === null) return;
  const cell = { question: questionKey(question), date };
  const was = markOf(connection.replica.marks().marks, cell);
  if (was === mark) return;
  void submit([{ ...cell, mark }]);
  followChange([{ ...cell, mark, was }], connection);
}
