import { type CivilDate, epochDay, epochDayOf } from "../calendar/calendar.ts";
import { counted } from "../text.ts";
import { capitalise } from "../wording.ts";
import type { Coming, StudyPlan } from "./plan.ts";
import type { PracticeSummary } from "./practice.ts";
import type { Progress } from "./schedule.ts";

/** Formats a day, given as `YYYY-MM-DD`: unchanged in the terminal, as 'November 30' on the page. */
type DayName = (date: string, today: CivilDate) => string;

/** 'now' for today and before, 'tomorrow', 'in 8 days' */
export function inDays(days: number): string {
  if (days <= 0) return "now";
  return days === 1 ? "tomorrow" : `in ${counted(days, "day")}`;
}

/** Whole days from today to a date, `YYYY-MM-DD`; negative for an earlier date. */
export function daysUntil(date: string, today: CivilDate): number {
  return epochDayOf(date) - epochDay(today);
}

/** 'new', 'learning', 'known', 'due today' or '5 days overdue' */
export function stateText({ state, isDue, overdueDays }: Progress): string {
  return isDue ? overdueText(overdueDays) : state;
}

function overdueText(days: number): string {
  return days === 0 ? "due today" : `${counted(days, "day")} overdue`;
}

/** 'comes back on 2026-11-29 (in 8 days)', 'due today', '2 days overdue' */
export function dueText(due: string, today: CivilDate, dayName: DayName): string {
  const days = daysUntil(due, today);
  return days > 0 ? `comes back on ${dayName(due, today)} (${inDays(days)})` : overdueText(-days);
}

/** 'New', 'Due today', 'Learning, comes back on November 30 (in 8 days)' */
export function progressText(progress: Progress, today: CivilDate, dayName: DayName): string {
  const { state, due, isDue } = progress;
  return capitalise(due === null || isDue ? stateText(progress) : `${state}, ${dueText(due, today, dayName)}`);
}

/** 'new', 'due today', '17 days overdue' or 'in 8 days' */
export function shortDueText(progress: Progress, today: CivilDate): string {
  const { due, isDue } = progress;
  return due === null || isDue ? stateText(progress) : inDays(daysUntil(due, today));
}

/** '12 of 75 practised · 4 due' */
export function practisedText(
  { practised, total, due }: Pick<PracticeSummary, "practised" | "total" | "due">,
  dot = "·",
): string {
  return `${practised} of ${total} practised ${dot} ${due} due`;
}

export const ALL_CAUGHT_UP = "All caught up";

/** 'Done for today: 5 questions.', or 'All caught up.' where nothing was planned. */
export function doneText(done: number): string {
  return done === 0 ? `${ALL_CAUGHT_UP}.` : `Done for today: ${counted(done, "question")}.`;
}

/** 'Tomorrow 3 questions are due.' Counts today's remaining questions, too. If none is due, `nextDueText`. */
export function tomorrowText(coming: Coming, dayName: DayName): string {
  const due = coming.forecast.slice(0, 2).reduce((sum, day) => sum + day.due, 0);
  if (due === 0) return nextDueText(coming, dayName);
  return `Tomorrow ${counted(due, "question")} ${due === 1 ? "is" : "are"} due.`;
}

/** 'The next question comes back on November 30 (in 8 days).'; empty if none comes back. */
export function nextDueText({ nextDue, today }: Pick<Coming, "nextDue" | "today">, dayName: DayName): string {
  return nextDue === null ? "" : `The next question ${dueText(nextDue, today, dayName)}.`;
}

/** 'Interview on March 31: 1 or 2 new a day, 150 left: on track' */
export function interviewPlanText(plan: StudyPlan, today: CivilDate, dayName: DayName): string {
  return `Interview on ${dayName(plan.until, today)}: ${studyPlanText(plan, today, dayName)}`;
}

/** '1 or 2 new a day, 150 left: on track', '12 behind, 40 left: move to February 14, or 3 a day until December 31' */
export function studyPlanText(plan: StudyPlan, today: CivilDate, dayName: DayName): string {
  const { left, behind, days, perDay, waysOn, enough } = plan;
  if (left === 0) return days.length === 0 ? "done" : "every question met; reviews only";
  if (enough !== null) {
    return `${perDay} new a day can't be done: move it to ${dayName(enough, today)}, or choose a shorter list`;
  }
  if (waysOn === null) return `${paceText(days)}, ${left} left: on track`;
  const ways = `move to ${dayName(waysOn.moved, today)}, or ${waysOn.perDay} a day until ${dayName(waysOn.until, today)}`;
  return `${days.length > 0 ? `${behind} behind` : "over"}, ${left} left: ${ways}`;
}

/** '3 new a day', '1 or 2 new a day', 'up to 2 new a day', '1 new every 4 days' */
export function paceText(days: StudyPlan["days"]): string {
  const last = days.findLastIndex((day) => day.new.length > 0);
  // Skip today: some of its questions may be done.
  const counts = days.slice(Math.min(1, last), last + 1).map((day) => day.new.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  // Days for each new question.
  const gap = Math.round(counts.length / counts.reduce((sum, count) => sum + count, 0));
  if (least > 0) return least === most ? `${most} new a day` : `${least} or ${most} new a day`;
  if (most > 1) return `up to ${most} new a day`;
  return gap > 1 ? `1 new every ${gap} days` : "1 new on most days";
}

/** 'Interview in 48 days: 1 new, 2 to review today'; null without a plan, and after the plan's last day. */
export function interviewText(
  plan: Pick<StudyPlan, "days" | "until"> | null,
  reviews: number,
  today: CivilDate,
): string | null {
  const [now] = plan?.days ?? [];
  if (plan === null || now === undefined) return null;
  const days = daysUntil(plan.until, today);
  const parts = [now.new.length > 0 && `${now.new.length} new`, reviews > 0 && `${reviews} to review`].filter(Boolean);
  const interview = days === 0 ? "Interview today" : `Interview in ${counted(days, "day")}`;
  return `${interview}: ${parts.length > 0 ? `${parts.join(", ")} today` : "done for today"}`;
}
