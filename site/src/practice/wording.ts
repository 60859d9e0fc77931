import {
  type CivilDate,
  capitalise,
  counted,
  epochDay,
  epochDayOf,
  fromEpochDay,
  type PracticeState,
  type Progress,
  paceText,
  type StudyPlan,
  shortDate,
  stateText,
  tooMuchText,
  waysText,
} from "@dailyleet/core";
import type { ListState } from "../list/filter.ts";

/** The state of a question that its sign shows: due, or how well it is known. */
export type QuestionState = PracticeState | "due";

export const STATE_NAMES: Readonly<Record<QuestionState, string>> = {
  new: "New",
  learning: "Learning",
  known: "Known",
  due: "Due",
};

export const LOADING = "Loading your progress to see what is due…";
export const ALL_CAUGHT_UP = "All caught up";

export function questionStateOf({ isDue, state }: Progress): QuestionState {
  return isDue ? "due" : state;
}

/** 'New', 'Due today', '17 days overdue', 'Learning, comes back in 8 days, on November 30' */
export function progressText(progress: Progress, today: CivilDate): string {
  const { due, isDue, state } = progress;
  if (due === null || isDue) return dueText(progress);
  return `${STATE_NAMES[state]}, comes back ${comesBack(due, today)}`;
}

/** For a new or due question: 'New', 'Due today', '17 days overdue' */
export const dueText = (progress: Progress) => capitalise(stateText(progress));

/** 'new', 'due today', '17 days overdue', 'in 8 days' */
export function whenText(progress: Progress, today: CivilDate): string {
  const { due, isDue } = progress;
  return due === null || isDue ? stateText(progress) : inDays(due, today);
}

/** 'The next question comes back on November 30.'; empty where none does. */
export function nextDueText({ nextDue, today }: { nextDue: string | null; today: CivilDate }): string {
  return nextDue === null ? "" : `The next question comes back on ${dayName(nextDue, today)}.`;
}

/** 'in 8 days, on November 30' */
export function comesBack(date: string, today: CivilDate): string {
  return `${inDays(date, today)}, on ${dayName(date, today)}`;
}

/** 'in 8 days'; 'now' for today and before. */
export function inDays(date: string, today: CivilDate): string {
  const days = epochDayOf(date) - epochDay(today);
  return days <= 0 ? "now" : `in ${counted(days, "day")}`;
}

/** 'November 30', with its year where that is not today's. */
export function dayName(date: string, today: CivilDate): string {
  const civil = fromEpochDay(epochDayOf(date));
  return civil.year === today.year ? shortDate(civil) : `${shortDate(civil)}, ${civil.year}`;
}

type Plan = StudyPlan & { readonly until: string };

/** 'Interview on March 31: 1 or 2 new a day', 'Interview on March 31, 12 behind: move to April 14, or 3 a day …' */
export function planText(plan: Plan, today: CivilDate): string {
  const { left, behind, days, waysOn, until } = plan;
  const nameOf = (date: string) => dayName(date, today);
  const interview = `Interview on ${nameOf(until)}`;
  if (left === 0) return `${interview}: no new questions left`;
  const tooMuch = tooMuchText(plan, nameOf);
  if (tooMuch) return `${interview}: ${tooMuch}`;
  if (waysOn === null) return `${interview}: ${paceText(plan)}`;
  const state =
    days.length > 0 ? `${interview}, ${behind} behind` : `The interview was on ${nameOf(until)}, ${left} left`;
  return `${state}: ${waysText(waysOn, nameOf)}`;
}

/** 'Interview in 48 days: 1 new, 2 to review today'; null without a plan, and once its day is over. */
export function interviewText(plan: Plan | null, reviews: number, today: CivilDate): string | null {
  const [now] = plan?.days ?? [];
  if (plan === null || now === undefined) return null;
  const days = epochDayOf(plan.until) - epochDay(today);
  const parts = [now.new.length > 0 && `${now.new.length} new`, reviews > 0 && `${reviews} to review`].filter(Boolean);
  const interview = days === 0 ? "Interview today" : `Interview in ${counted(days, "day")}`;
  return `${interview}: ${parts.length > 0 ? `${parts.join(", ")} today` : "done for today"}`;
}

/** 'Tomorrow 3 questions are due.', those left of today included; else the day on which the next comes back. */
export function tomorrowText(coming: Parameters<typeof nextDueText>[0] & { forecast: readonly { due: number }[] }) {
  const due = coming.forecast.slice(0, 2).reduce((sum, day) => sum + day.due, 0);
  if (due === 0) return nextDueText(coming);
  return `Tomorrow ${counted(due, "question")} ${due === 1 ? "is" : "are"} due.`;
}

export function isIn(list: ListState, state: QuestionState | null): boolean {
  return list === "practised" ? state !== null && state !== "new" : state === list;
}
