import {
  type Cell,
  type CivilDate,
  type Config,
  DailyleetError,
  formatDate,
  isMarkChange,
  monthDay,
  type Source,
  sourceName,
  sourcesOf,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { aheadText, todayOf } from "../terminal/dates.ts";
import { oneLine } from "../terminal/print.ts";

/** What the names of cells are made of. */
export interface Naming {
  readonly sources: readonly Source[];
  /** The names of questions by their keys; one that is not among them is named by its key. */
  readonly questions: ReadonlyMap<string, string>;
  readonly today: CivilDate;
  /** Where the ticks' own day is not the one asked for. */
  readonly date?: CivilDate;
}

/** 'LeetCode, 2026-11-20', 'LeetCode, 2027-12-30, in 359 days' or 'Two Sum, 2026-11-20' */
export function cellName(cell: Cell, { sources, questions, today, date }: Naming): string {
  if (isMarkChange(cell)) return `${oneLine(questions.get(cell.question) ?? cell.question)}, ${cell.date}`;
  const day = date ?? { year: cell.year, ...monthDay(cell.day) };
  return `${oneLine(sourceName(sources, cell.source))}, ${formatDate(day)}${aheadText(day, today)}`;
}

/** With the questions as they are on this computer; without their names where those cannot be had. */
export async function namingFor(context: Context, config: Config, cells: readonly Cell[]): Promise<Naming> {
  const naming = { sources: sourcesOf(config), questions: new Map(), today: todayOf(context) };
  if (!cells.some(isMarkChange)) return naming;
  const { distinctQuestions, readKeptQuestions } = await import("../parts/questions.ts");
  try {
    const list = distinctQuestions(readKeptQuestions(context, config));
    return { ...naming, questions: new Map(list.map(({ key, question }) => [key, question.name])) };
  } catch (error) {
    if (error instanceof DailyleetError) return naming;
    throw error;
  }
}
