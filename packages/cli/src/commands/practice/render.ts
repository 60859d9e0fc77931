import { stripVTControlCharacters } from "node:util";
import {
  type CivilDate,
  counted,
  epochDay,
  epochDayOf,
  formatDate,
  MARK_WORDS,
  type PracticeSummary,
  type PractisedQuestion,
  type Progress,
  type Question,
  type SavedMark,
} from "@dailyleet/core";
import { inDays } from "../../terminal/dates.ts";
import type { Look } from "../../terminal/look.ts";
import { oneLine } from "../../terminal/print.ts";
import { wrapAtSpaces } from "../../terminal/width.ts";

/** 'Two Sum: solved · comes back on 2026-11-29 (in 8 days)'; the date is named where it is not today. */
export function renderMarked(
  question: Pick<Question, "name">,
  { date, mark, was }: SavedMark,
  due: string | null,
  today: CivilDate,
  { paint, unicode, columns, measure }: Look,
): string {
  const place = date === formatDate(today) ? "" : `, ${date}`;
  const already = mark === was && mark > 0 ? "already " : "";
  const removed = was > 0 ? "mark removed" : `no mark${place === "" ? " today" : ""}`;
  const state = mark === 0 ? paint("dim", removed) : paint("green", MARK_WORDS[mark]);
  const before = mark === was || was === 0 ? "" : ` (was ${MARK_WORDS[was]})`;
  const next = due === null ? "new" : dueText(due, today);
  const line = `${oneLine(question.name)}${place}: ${already}${state}${before} ${unicode ? "·" : "-"} ${next}`;
  return `${wrapAtSpaces(line, columns, (text) => measure(stripVTControlCharacters(text))).join("\n")}\n`;
}

/** 'comes back on 2026-11-29 (in 8 days)', 'due today', '2 days overdue' */
function dueText(due: string, today: CivilDate): string {
  const days = epochDayOf(due) - epochDay(today);
  if (days === 0) return "due today";
  if (days < 0) return `${counted(-days, "day")} overdue`;
  return `comes back on ${due} (${inDays(days)})`;
}

/** 'new', 'due today', '5 days overdue' */
export function dueDetail({ state, isDue, overdueDays }: Progress): string {
  if (!isDue) return state;
  return overdueDays === 0 ? "due today" : `${counted(overdueDays, "day")} overdue`;
}

/** '12 of 75 practised · 4 due' */
export function summaryLine(
  { practised, total, due }: Pick<PracticeSummary, "practised" | "total" | "due">,
  { unicode }: Pick<Look, "unicode">,
): string {
  return `${practised} of ${total} practised ${unicode ? "·" : "-"} ${due} due`;
}

/** '; the next question comes back on 2026-11-29 (in 8 days)'; empty where none does. */
export function comingBack(questions: readonly PractisedQuestion[], today: CivilDate): string {
  const [next] = questions.flatMap(({ progress }) => progress.due ?? []).sort();
  return next === undefined ? "" : `; the next question ${dueText(next, today)}`;
}
