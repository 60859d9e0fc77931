import { stripVTControlCharacters } from "node:util";
import {
  type CivilDate,
  dueText,
  formatDate,
  MARK_WORDS,
  type MadeChange,
  type Question,
  type Source,
  type SourceNumber,
  sourceName,
} from "@dailyleet/core";
import type { Capabilities } from "../terminal/capabilities.ts";
import { oneLine } from "../terminal/output.ts";
import { wrapAtSpaces } from "../terminal/width.ts";

/** Such as 'Two Sum: solved · comes back on 2026-11-29 (in 8 days)'. Names the mark's day unless it is today. */
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
  const next = due === null ? "new" : dueText(due, today, String);
  const line = `${oneLine(question.name)}${place}: ${already}${word}${before} ${unicode ? "·" : "-"} ${next}`;
  return `${wrapAtSpaces(line, columns, (text) => measure(stripVTControlCharacters(text))).join("\n")}\n`;
}

/** Such as 'LeetCode is not ticked today: dailyleet tick 1'; printed after a mark for one of LeetCode's questions. */
export function untickedText(sources: readonly Source[], source: SourceNumber, way: string): string {
  return `${oneLine(sourceName(sources, source))} is not ticked today: ${way}`;
}
