import { addDays, type CivilDate, epochDay, epochDayOf, formatDate } from "../calendar/calendar.ts";
import type { PlanSpan } from "../questions/lists.ts";
import { DIFFICULTIES, difficultyOf, groupByTopic, type Question } from "../questions/questions.ts";
import { isMarkable, type Mark, type Marks, marksOf, type QuestionMarks } from "./marks.ts";
import {
  distinctQuestions,
  dueOf,
  type ListedQuestion,
  type PractisedQuestion,
  practiceOf,
  SUGGESTED,
  suggest,
} from "./practice.ts";
import { cardStatesOf, nextDue, progressOf } from "./schedule.ts";

/** How to have met every question of a list by a day. */
export interface StudyPlan {
  /** Questions without a mark. */
  readonly left: number;
  /** New questions a day, from today on. */
  readonly perDay: number;
  /** How many questions more an even pace would have met by now; after the last day, all that are left. */
  readonly behind: number;
  /** From today to the last day; none once that is over. */
  readonly days: readonly PlannedDay[];
}

export interface PlannedDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** To meet on that day; today, what is left of it. */
  readonly new: readonly ListedQuestion[];
  /** How many questions come back on that day, by the marks that there are. */
  readonly reviews: number;
}

/** A longer pause from practising begins the pace anew. */
const MAX_PAUSE_DAYS = 14;
/** The last part of a plan is for reviews only: a tenth of its days, at most a week. */
const REVIEW_PART = 10;
const MAX_REVIEW_DAYS = 7;

/**
 * The plan from today on. Questions that were missed are spread over the remaining days; questions met today or ahead of
 * the plan are in no day.
 */
export function studyPlan(questions: readonly Question[], marks: Marks, today: CivilDate, span: PlanSpan): StudyPlan {
  const pace = paceOf(questions, marks, today, span);
  const fresh = (entry: ListedQuestion) => !isMarked(marks, entry);
  const left = pace.fresh.filter(fresh).length;
  const dayCount = Math.max(0, epochDay(span.until) - epochDay(today) + 1);
  const reviews = upcoming(practiceOf(questions, cardStatesOf(marks), today), today, dayCount);
  const days = reviews.map(({ date, due }, index) => ({
    date,
    new: pace.fresh.slice(index * pace.perDay, (index + 1) * pace.perDay).filter(fresh),
    reviews: due,
  }));
  return { left, perDay: pace.perDay, behind: dayCount === 0 ? left : pace.behind, days };
}

interface Pace {
  readonly perDay: number;
  readonly behind: number;
  /** The questions without a mark before today, in the order of study. */
  readonly fresh: readonly ListedQuestion[];
}

function paceOf(questions: readonly Question[], marks: Marks, today: CivilDate, { from, until }: PlanSpan): Pace {
  const [now, end] = [epochDay(today), epochDay(until)];
  const order = studyOrder(questions);
  const days = order.map(({ key }) => markedDays(marksOf(marks, key)));
  const unmetBefore = (day: number) => days.filter(([first = Number.POSITIVE_INFINITY]) => first >= day).length;
  const begin = beginningOf(days.flat(), now, from ? epochDay(from) : Number.NEGATIVE_INFINITY);
  const lastNew = end - Math.min(MAX_REVIEW_DAYS, Math.floor((end - begin + 1) / REVIEW_PART));
  const newDays = (day: number) => (day <= lastNew ? lastNew - day + 1 : Math.max(1, end - day + 1));
  const fresh = order.filter((_, index) => (days[index]?.[0] ?? now) >= now);
  const since = Math.max(begin, now - MAX_PAUSE_DAYS);
  const even = Math.floor((unmetBefore(since) * Math.min(now - since, newDays(since))) / newDays(since));
  const met = unmetBefore(since) - order.filter((entry) => !isMarked(marks, entry)).length;
  return { perDay: now > end ? 0 : Math.ceil(fresh.length / newDays(now)), behind: Math.max(0, even - met), fresh };
}

/** The day since which the person has practised without a long pause, or the later one on which they chose the plan. */
function beginningOf(practised: readonly number[], today: number, chosen: number): number {
  let begin = today;
  for (const day of [...practised, chosen].filter((each) => each < today).sort((a, b) => b - a)) {
    if (begin - day > MAX_PAUSE_DAYS || day < chosen) break;
    begin = day;
  }
  return begin;
}

/** Epoch days, ascending. */
function markedDays(marks: QuestionMarks): number[] {
  const dates = Object.keys(marks).filter((date) => marks[date] !== 0);
  return dates.map(epochDayOf).sort((a, b) => a - b);
}

function isMarked(marks: Marks, { key }: ListedQuestion): boolean {
  return Object.values(marksOf(marks, key)).some((mark) => mark !== 0);
}

/** Topics in the order of the list, the questions of each from easy to hard, those without a difficulty last. */
function studyOrder(questions: readonly Question[]): ListedQuestion[] {
  const entries = distinctQuestions(questions).filter(({ key }) => isMarkable(key));
  const byQuestion = new Map(entries.map((entry) => [entry.question, entry]));
  const rank = (question: Question) => {
    const difficulty = difficultyOf(question);
    return difficulty === null ? DIFFICULTIES.length : DIFFICULTIES.indexOf(difficulty);
  };
  const groups = groupByTopic([...byQuestion.keys()]);
  return groups
    .flatMap((group) => group.questions.toSorted((a, b) => rank(a) - rank(b)))
    .flatMap((question) => byQuestion.get(question) ?? []);
}

export interface PlannedQuestion extends PractisedQuestion {
  /** Marked today. */
  readonly isDone: boolean;
}

interface DailyOptions {
  /** How many questions at most; without it 5, or as many as the plan needs. */
  readonly limit?: number | undefined;
  /** The person's plan for this list, where there is one. */
  readonly plan?: PlanSpan | null;
}

/**
 * What was suggested before the day's first mark, with the person's progress now. Unlike `suggest` it does not fill up
 * again, so that a day can be done. With a plan: all that is due, then the plan's questions of today.
 */
export function dailyPlan(
  questions: readonly Question[],
  marks: Marks,
  today: CivilDate,
  { limit, plan }: DailyOptions = {},
): PlannedQuestion[] {
  const date = formatDate(today);
  const before = withoutDay(marks, date);
  const all = practiceOf(questions, cardStatesOf(before), today);
  const chosen = plan ? planned(all, paceOf(questions, before, today, plan)) : suggest(all, limit ?? SUGGESTED);
  return chosen.slice(0, limit).map((entry) => ({
    ...entry,
    progress: progressOf(marks, entry.key, today),
    isDone: Boolean(marksOf(marks, entry.key)[date]),
  }));
}

function planned(all: readonly PractisedQuestion[], { fresh, perDay }: Pace): PractisedQuestion[] {
  const byKey = new Map(all.map((entry) => [entry.key, entry]));
  return [...dueOf(all), ...fresh.slice(0, perDay).flatMap(({ key }) => byKey.get(key) ?? [])];
}

/** Questions without a mark on that day keep the identity of their marks, and with it their cached card state. */
function withoutDay(marks: Marks, date: string): Marks {
  const earlier: Record<string, QuestionMarks> = Object.create(null);
  for (const [key, own] of Object.entries(marks)) {
    const { [date]: mark, ...others } = own;
    earlier[key] = mark ? others : own;
  }
  return earlier;
}

/** How many questions come back on each of the next days; overdue ones count for today. */
export function upcoming(
  all: readonly PractisedQuestion[],
  today: CivilDate,
  days: number,
): { readonly date: string; readonly due: number }[] {
  const counts = new Map<string, number>();
  for (const { progress } of all) {
    if (progress.due === null) continue;
    const date = progress.isDue ? formatDate(today) : progress.due;
    counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return Array.from({ length: days }, (_, index) => {
    const date = formatDate(addDays(today, index));
    return { date, due: counts.get(date) ?? 0 };
  });
}

/** The marks of one question, the oldest first, each with the day on which the question came back then. */
export function historyOf(
  marks: QuestionMarks,
): { readonly date: string; readonly mark: Mark; readonly due: string | null }[] {
  const entries = Object.entries(marks).filter(([, mark]) => mark !== 0);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([date, mark], index) => ({
    date,
    mark,
    due: nextDue(Object.fromEntries(entries.slice(0, index)), date, mark),
  }));
}
