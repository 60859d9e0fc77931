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
import { nextDue, progressOf } from "./schedule.ts";

export interface StudyPlan {
  /** The last day, `YYYY-MM-DD`. */
  readonly until: string;
  /** Questions without a mark. */
  readonly left: number;
  /** The most new questions on any day from today on. */
  readonly perDay: number;
  /** How many questions the person is behind an even pace since the first day; after the last day, `left`. */
  readonly behind: number;
  /** One entry for each day from today to the last day; empty after the last day. */
  readonly days: readonly PlannedDay[];
  /** Null unless the person is behind. */
  readonly waysOn: WaysOn | null;
  /**
   * The earliest last day with at most `MOST_NEW` new questions a day. Null if the plan has no more a day, or is over.
   */
  readonly enough: string | null;
}

/** The most new questions that a person can meet in a day. */
const MOST_NEW = 10;

export interface PlannedDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** New questions planned for that day. For today: those not practised yet. */
  readonly new: readonly ListedQuestion[];
  /** How many questions are due on that day, given the marks so far. Overdue questions count for today. */
  readonly reviews: number;
}

/** Two ways to meet the remaining questions: a later last day at the plan's pace, or more questions a day. */
interface WaysOn {
  /** `YYYY-MM-DD` */
  readonly moved: string;
  readonly perDay: number;
  /** The plan's last day, `YYYY-MM-DD`. From that day on: the day by which `perDay` new questions a day meet all. */
  readonly until: string;
}

/** A plan ends with days for reviews only: a tenth of its days, at most a week. */
const reviewDaysOf = (days: number) => Math.min(7, Math.floor(days / 10));

/**
 * The plan from today on at an even pace, which may alternate between 1 and 2 new questions a day. Spreads missed
 * questions over the remaining days. Leaves out questions that were met today or ahead of the plan.
 */
export function studyPlan(questions: readonly Question[], marks: Marks, today: CivilDate, span: PlanSpan): StudyPlan {
  const { fresh, newOn, pace, even } = paceOf(questions, marks, today, span);
  const isFresh = ({ key }: ListedQuestion) => progressOf(marks, key, today, span).state === "new";
  const left = fresh.filter(isFresh).length;
  const dayCount = daysLeft(span, today);
  const reviews = upcoming(practiceOf(questions, marks, today, span), today, dayCount);
  const counts = reviews.map((_, index) => newOn(index));
  let taken = 0;
  const days = reviews.map(({ date, due }, index) => {
    const planned = fresh.slice(taken, taken + (counts[index] ?? 0));
    taken += planned.length;
    return { date, new: planned.filter(isFresh), reviews: due };
  });
  const perDay = Math.max(0, ...counts);
  const behind = dayCount === 0 ? left : Math.max(0, left - even);
  const waysOn = behind === 0 ? null : waysOnOf(left, pace, perDay, today, span);
  const isTooMuch = dayCount > 0 && perDay > MOST_NEW;
  const until = formatDate(span.until);
  return { until, left, perDay, behind, days, waysOn, enough: isTooMuch ? lastDayOf(left, MOST_NEW, today) : null };
}

/** Days from today to the last day, both included; 0 once the plan is over. */
function daysLeft({ until }: PlanSpan, today: CivilDate): number {
  return Math.max(0, epochDay(until) - epochDay(today) + 1);
}

/** The last day of a plan that begins today, has `newPerDay` new questions a day and lasts at least `least` days. */
function lastDayOf(left: number, newPerDay: number, today: CivilDate, least = 1): string {
  const newDays = Math.ceil(left / newPerDay);
  let days = newDays;
  while (days - reviewDaysOf(days) < newDays) days++;
  return formatDate(addDays(today, Math.max(days, least) - 1));
}

function waysOnOf(left: number, pace: number, perDay: number, today: CivilDate, span: PlanSpan): WaysOn {
  const lastDay = (newPerDay: number) => lastDayOf(left, newPerDay, today, daysLeft(span, today) + 1);
  const isEnding = daysLeft(span, today) <= 1;
  const more = isEnding ? Math.ceil(2 * pace) : perDay;
  return { moved: lastDay(pace), perDay: more, until: isEnding ? lastDay(more) : formatDate(span.until) };
}

interface Pace {
  /** The questions without a mark before today, in the order of study. */
  readonly fresh: readonly ListedQuestion[];
  /** How many of `fresh` are planned for the day `index` days from today. */
  newOn(index: number): number;
  /** New questions a day when the plan began. */
  readonly pace: number;
  /** How many questions would be left this morning at an even pace since the first day. */
  readonly even: number;
}

function paceOf(questions: readonly Question[], marks: Marks, today: CivilDate, { from, until }: PlanSpan): Pace {
  const [now, end] = [epochDay(today), epochDay(until)];
  const order = studyOrder(questions);
  const firsts = order.map(({ key }) => markedDays(marksOf(marks, key))[0] ?? Number.POSITIVE_INFINITY);
  const unmetBefore = (day: number) => firsts.filter((first) => first >= day).length;
  // Without `from`, the plan begins with the first mark.
  const begin = Math.min(now, from ? epochDay(from) : Math.min(...firsts));
  const lastNew = end - reviewDaysOf(end - begin + 1);
  /** How many of the `count` questions on the morning of `since` are left on the morning of `day`, at an even pace. */
  const evenly = (since: number, count: number, day: number) => {
    const last = since <= lastNew ? lastNew : end;
    return Math.floor((count * Math.max(0, last - day + 1)) / Math.max(1, last - since + 1));
  };
  const atFirst = unmetBefore(begin);
  let line = { since: begin, count: atFirst };
  for (let day = begin + 1; day <= now; day++) {
    const count = unmetBefore(day);
    if (count !== evenly(line.since, line.count, day)) line = { since: day, count };
  }
  const leftOn = (day: number) => evenly(line.since, line.count, day);
  const newDays = Math.max(1, lastNew - begin + 1);
  return {
    fresh: order.filter((_, index) => (firsts[index] ?? 0) >= now),
    newOn: (index) => leftOn(now + index) - leftOn(now + index + 1),
    pace: atFirst / newDays,
    even: Math.ceil((atFirst * Math.max(0, lastNew - now + 1)) / newDays),
  };
}

/** Epoch days, ascending. */
function markedDays(marks: QuestionMarks): number[] {
  const dates = Object.keys(marks).filter((date) => marks[date] !== 0);
  return dates.map(epochDayOf).sort((a, b) => a - b);
}

/** Topics in the order of the list. Within a topic: easy questions first, questions without a difficulty last. */
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
  /** Whether the question is marked today. */
  readonly isDone: boolean;
}

interface DailyOptions {
  /** The most questions. Default: 5, or as many as the plan needs. */
  readonly limit?: number | undefined;
  /** The person's plan for this list; null for none. */
  readonly plan?: PlanSpan | null;
}

/**
 * Today's suggestions as they were before the day's first mark, with the person's current progress. Unlike the list of
 * `suggest`, this list does not fill up again, so a day can be done. While a plan runs: all due questions, then the
 * plan's new questions of today.
 */
export function dailyPlan(
  questions: readonly Question[],
  marks: Marks,
  today: CivilDate,
  { limit, plan = null }: DailyOptions = {},
): PlannedQuestion[] {
  const date = formatDate(today);
  const before = withoutDay(marks, date);
  const all = practiceOf(questions, before, today, plan);
  const isPlanned = plan && daysLeft(plan, today) > 0;
  const chosen = isPlanned ? planned(all, paceOf(questions, before, today, plan)) : suggest(all, limit ?? SUGGESTED);
  return chosen.slice(0, limit).map((entry) => ({
    ...entry,
    progress: progressOf(marks, entry.key, today, plan),
    isDone: Boolean(marksOf(marks, entry.key)[date]),
  }));
}

function planned(all: readonly PractisedQuestion[], { fresh, newOn }: Pace): PractisedQuestion[] {
  const byKey = new Map(all.map((entry) => [entry.key, entry]));
  return [...dueOf(all), ...fresh.slice(0, newOn(0)).flatMap(({ key }) => byKey.get(key) ?? [])];
}

/** Questions without a mark on that day keep their marks objects: card states are cached by the object's identity. */
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

export interface Coming {
  readonly today: CivilDate;
  /** How many questions come back on each of the next days, today first. */
  readonly forecast: ReturnType<typeof upcoming>;
  /** The first day after today on which a question comes back, `YYYY-MM-DD`; null if none does. */
  readonly nextDue: string | null;
}

export function comingBack(all: readonly PractisedQuestion[], today: CivilDate, days: number): Coming {
  const later = all.flatMap(({ progress }) => (progress.due === null || progress.isDue ? [] : [progress.due]));
  return { today, forecast: upcoming(all, today, days), nextDue: later.sort()[0] ?? null };
}

/** A question's marks, the oldest first, each with the due day that it set. */
export function historyOf(
  marks: QuestionMarks,
  plan: PlanSpan | null,
): { readonly date: string; readonly mark: Mark; readonly due: string | null }[] {
  const entries = Object.entries(marks).filter(([, mark]) => mark !== 0);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([date, mark]) => ({ date, mark, due: nextDue(marks, date, mark, plan) }));
}
