import { counted } from "../text.ts";
import type { PracticeSummary } from "./practice.ts";
import type { Progress } from "./schedule.ts";

/** 'new', 'due today', '5 days overdue'; else how well the question is known. */
export function stateText({ state, isDue, overdueDays }: Progress): string {
  return isDue ? overdueText(overdueDays) : state;
}

export function overdueText(days: number): string {
  return days === 0 ? "due today" : `${counted(days, "day")} overdue`;
}

/** '12 of 75 practised · 4 due' */
export function practisedText(
  { practised, total, due }: Pick<PracticeSummary, "practised" | "total" | "due">,
  dot = "·",
): string {
  return `${practised} of ${total} practised ${dot} ${due} due`;
}
