import { stripVTControlCharacters } from "node:util";
import {
  type CivilDate,
  counted,
  epochDay,
  epochDayOf,
  formatDate,
  MARK_WORDS,
  type MadeChange,
  overdueText,
  type PractisedQuestion,
  paceText,
  type Question,
  type SourceNumber,
  type StudyPlan,
  tooMuchText,
  upcoming,
  waysText,
} from "@dailyleet/core";
import type { Capabilities } from "../terminal/capabilities.ts";
import { inDays } from "../terminal/dates.ts";
import { oneLine } from "../terminal/output.ts";
import { wrapAtSpaces } from "../terminal/width.ts";

/** 'Two Sum: solved · comes back on 2026-11-29 (in 8 days)'; names the date unless it is today. */
export function renderMarked(
  question: Pick<Question, "name">,
  { change, was }: MadeChange,
  due: string | null,
  today: CivilDate,
  { paint, unicode, columns, measure }: Capabilities,
): string {
  const { state, column: date } = change;
  const place = date === formatDate(today) ? "" : `, ${date}`;
  const already = state && state === was ? "already " : "";
  const removed = was ? "mark removed" : `no mark${place === "" ? " today" : ""}`;
  const word = state ? paint("green", `${MARK_WORDS[Number(state)]}`) : paint("dim", removed);
  const before = was && was !== state ? ` (was ${MARK_WORDS[Number(was)]})` : "";
  const next = due === null ? "new" : dueText(due, today);
  const line = `${oneLine(question.name)}${place}: ${already}${word}${before} ${unicode ? "·" : "-"} ${next}`;
  return `${wrapAtSpaces(line, columns, (text) => measure(stripVTControlCharacters(text))).join("\n")}\n`;
}

/** 'LeetCode is not ticked today: dailyleet tick 1', for the source at which the marked question is. */
export function untickedText(name: string, source: SourceNumber): string {
  return `${oneLine(name)} is not ticked today: dailyleet tick ${source}\n`;
}

/** 'Done for today: 5 questions. 3 questions tomorrow.' */
export function doneText(done: number, list: readonly PractisedQuestion[], today: CivilDate): string {
  const tomorrow = upcoming(list, today, 2).at(1)?.due ?? 0;
  const next = tomorrow > 0 ? `${counted(tomorrow, "question")} tomorrow.` : "Nothing comes back tomorrow.";
  return done === 0 ? `All caught up. ${next}` : `Done for today: ${counted(done, "question")}. ${next}`;
}

/** '150 left, 1 or 2 new a day · on track', '150 left · 12 behind: move to 2027-02-14, or 3 a day until 2026-12-31' */
export function planLine(plan: StudyPlan, { unicode }: Capabilities): string {
  const { left, behind, days, waysOn } = plan;
  if (left === 0) return days.length === 0 ? "done" : "every question met; reviews only";
  const dot = unicode ? " · " : " - ";
  const tooMuch = tooMuchText(plan, String);
  if (tooMuch) return `${left} left${dot}${tooMuch}`;
  if (waysOn === null) return `${left} left, ${paceText(plan)}${dot}on track`;
  const state = days.length > 0 ? `${left} left${dot}${behind} behind` : `over, with ${counted(left, "question")} left`;
  return `${state}: ${waysText(waysOn, String)}`;
}

/** 'comes back on 2026-11-29 (in 8 days)', 'due today', '2 days overdue' */
export function dueText(due: string, today: CivilDate): string {
  const days = epochDayOf(due) - epochDay(today);
  return days > 0 ? `comes back on ${due} (${inDays(days)})` : overdueText(-days);
}
