import {
  type CivilDate,
  type Coming,
  comingBack,
  DIFFICULTIES,
  dailyPlan,
  difficultyOf,
  dueText,
  formatDate,
  isMarkable,
  type Mark,
  type MarkChoice,
  type Marks,
  markCell,
  markOf,
  NO_MARKS,
  type PlannedQuestion,
  type PlanSpan,
  type PracticeSummary,
  type PractisedQuestion,
  planOf,
  practiceOf,
  practiceSummary,
  type Question,
  questionKey,
  readDifficulty,
  type ShownMarks,
  type StudyPlan,
  shortDueText,
  studyPlan,
  suggest,
} from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { useMemo } from "react";
import { change } from "../changes/change.ts";
import { undoChangeOf } from "../changes/undo.ts";
import { $questions } from "../list/questions.ts";
import { $connection, type Connection, watchedTables } from "../replica/connection.ts";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { markText, speak } from "../view/speech.ts";
import { $today } from "../view/today.ts";
import { dayName, type QuestionState, questionStateOf } from "./wording.ts";

/** The person's progress with the questions of the list, as of today. */
export interface Practice extends Coming {
  readonly summary: PracticeSummary;
  /** Progress by difficulty, for the difficulties in the list, and by tag. */
  readonly difficulties: PracticeSummary["tags"];
  readonly tags: PracticeSummary["tags"];
  /** Today's questions, including those already done. */
  readonly plan: readonly PlannedQuestion[];
  /** The next question to practise; null where no question is due or new. */
  readonly next: PractisedQuestion | null;
  readonly study: StudyPlan | null;
  /** Null for a question that cannot have marks. */
  stateOf(question: Question): QuestionState | null;
  /** 'new', 'due today', '17 days overdue', 'in 8 days'; empty for a question that cannot have marks. */
  whenOf(question: Question): string;
}

const FORECAST_DAYS = 14;

export function readPractice(
  questions: readonly Question[],
  marks: Marks,
  today: CivilDate,
  plan: PlanSpan | null = null,
): Practice {
  const entries = practiceOf(questions, marks, today, plan);
  const byQuestion = new Map(entries.map((entry) => [entry.question, entry]));
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const summary = practiceSummary(entries);
  const progressAt = (question: Question) => {
    // Computing a key is costly: only a repeated row of a question needs one.
    const entry = byQuestion.get(question) ?? byKey.get(questionKey(question));
    return entry && isMarkable(entry.key) ? entry.progress : null;
  };
  return {
    ...comingBack(entries, today, FORECAST_DAYS),
    summary,
    tags: summary.tags.filter(({ tag }) => readDifficulty(tag) === null),
    difficulties: DIFFICULTIES.flatMap((tag) => {
      const alike = entries.filter(({ question }) => difficultyOf(question) === tag);
      return alike.length > 0 ? [{ ...practiceSummary(alike), tag }] : [];
    }),
    plan: dailyPlan(questions, marks, today, { plan }),
    next: suggest(entries, 1)[0] ?? null,
    study: plan && studyPlan(questions, marks, today, plan),
    stateOf(question) {
      const progress = progressAt(question);
      return progress && questionStateOf(progress);
    },
    whenOf(question) {
      const progress = progressAt(question);
      return progress ? shortDueText(progress, today) : "";
    },
  };
}

/** Null while the person's marks are not known. */
export function usePractice(): Practice | null {
  const { questions } = useValue($questions);
  const { status, cells: marks } = useValue($marks);
  const today = useValue($today);
  const config = useValue($config);
  return useMemo(
    () => (status === "unknown" || today === null ? null : readPractice(questions, marks, today, planOf(config))),
    [questions, status, marks, today, config],
  );
}

const UNKNOWN: ShownMarks = { status: "unknown", cells: NO_MARKS };

/** The person's marks; read only while a component shows them. */
export const $marks = atom<ShownMarks>(UNKNOWN);

onMount($marks, () => {
  watchedTables.add("marks");
  let unfollow = () => {};
  const unbind = $connection.subscribe((connection) => {
    unfollow();
    $marks.set(UNKNOWN);
    unfollow = connection ? follow(connection) : () => {};
  });
  return () => {
    watchedTables.delete("marks");
    unbind();
    unfollow();
  };
});

/** Shows the stored marks first, then the server's. */
function follow({ replica }: Connection): () => void {
  const show = () => $marks.set(replica.marks());
  const unsubscribe = replica.subscribe("marks", show);
  show();
  void replica.load(["marks"]).then(() => replica.sync({ tables: ["marks"] }));
  return unsubscribe;
}

/** Marks a question today; a second mark of the day replaces the first. The mark shows before this returns. */
export function markToday(question: Question, { mark, due }: MarkChoice, today: CivilDate): void {
  setMark(question, formatDate(today), mark);
  speak(`${markText(question.name, mark)}, ${dueText(due, today, dayName)}`);
}

/** Undoes today's mark. A mark that it replaced in this visit returns; a mark from an earlier visit is removed. */
export function unmarkToday(question: Question, today: CivilDate): void {
  const date = formatDate(today);
  if (!undoChangeOf(markCell(questionKey(question), date))) removeMark(question, date);
}

export function removeMark(question: Question, date: string): void {
  setMark(question, date, 0);
  speak(markText(question.name, 0));
}

function setMark(question: Question, date: string, mark: Mark): void {
  const cell = markCell(questionKey(question), date);
  const marks = $connection.get()?.replica.marks().cells ?? NO_MARKS;
  if (markOf(marks, cell) !== mark) void change({ ...cell, state: mark });
}
