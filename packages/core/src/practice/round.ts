import { type CivilDate, formatDate } from "../calendar/calendar.ts";
import type { PlanSpan } from "../questions/lists.ts";
import { type Mark, type Marks, marksOf } from "./marks.ts";
import type { PlannedQuestion } from "./plan.ts";
import { nextDue } from "./schedule.ts";
import { daysUntil } from "./wording.ts";

type RoundStep = Pick<PlannedQuestion, "key" | "isDone">;

/** Where a person is in a practice round, which shows the questions of the day one at a time. */
interface Round<Step> {
  /** The question in view; null if there is none, and no question left. */
  readonly current: Step | null;
  /** '2 of 5' */
  readonly place: string;
  /** The first question after the current one that is not done. */
  readonly next: Step | null;
  /** The first question before the current one that is not done. */
  readonly skipped: Step | null;
  readonly done: number;
  /** Whether every question is done. */
  readonly isOver: boolean;
}

/** The round at the question `key`; for null or another key, at the first question that is not done. */
export function roundAt<Step extends RoundStep>(steps: readonly Step[], key: string | null): Round<Step> {
  const isOpen = ({ isDone }: Step) => !isDone;
  const current = steps.find((step) => step.key === key) ?? steps.find(isOpen) ?? null;
  const at = current === null ? 0 : steps.indexOf(current);
  const done = steps.filter(({ isDone }) => isDone).length;
  return {
    current,
    place: `${at + 1} of ${steps.length}`,
    next: steps.slice(at + 1).find(isOpen) ?? null,
    skipped: steps.slice(0, at).find(isOpen) ?? null,
    done,
    isOver: done === steps.length,
  };
}

/** A mark that a question can get today, and when the question would come back. */
export interface MarkChoice {
  readonly mark: Mark;
  /** `YYYY-MM-DD` */
  readonly due: string;
  /** Days from today to `due`. */
  readonly days: number;
  /** Whether the question has this mark today. */
  readonly isGiven: boolean;
}

const CHOICES = [1, 2, 3, 4] as const;

export function markChoices(marks: Marks, key: string, today: CivilDate, plan: PlanSpan | null): MarkChoice[] {
  const own = marksOf(marks, key);
  const date = formatDate(today);
  return CHOICES.map((mark) => {
    const due = nextDue(own, date, mark, plan) ?? date;
    return { mark, due, days: daysUntil(due, today), isGiven: own[date] === mark };
  });
}
