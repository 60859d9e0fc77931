import {
  addsSharedDay,
  type Cell,
  type CellState,
  type CivilDate,
  type Config,
  dayOfYear,
  formatDate,
  hasEffect,
  type ImportPlan,
  MARK_WORDS,
  type MadeChange,
  type MarkChange,
  monthDay,
  orElse,
  SHARED_DAY,
  type Source,
  sourceName,
  type TickCell,
  type TickChange,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { keptNames } from "../questions/sheet.ts";
import type { Style } from "../terminal/capabilities.ts";
import { aheadText, todayOf } from "../terminal/dates.ts";
import { oneLine, printNote } from "../terminal/output.ts";
import type { ChangeResult } from "../tracker/tracker.ts";
import { stateName } from "./sources.ts";

export interface Naming {
  readonly sources: readonly Source[];
  /** Names by question key. A question without a name is shown by its key. */
  readonly questions: ReadonlyMap<string, string>;
  readonly today: CivilDate;
  /** The day that the person named. It decides whether day 60 is shown as 29 February or 1 March. */
  readonly date?: CivilDate;
}

/** Such as 'LeetCode, 2026-11-20', 'LeetCode, 2027-12-30, in 359 days' or 'Two Sum, 2026-11-20'. */
export function cellName(cell: Cell, { sources, questions, today, date }: Naming): string {
  if (cell.table === "marks") return `${oneLine(questions.get(cell.row) ?? cell.row)}, ${cell.column}`;
  if (cell.table === "settings") return cell.column === "value" ? cell.row : `${cell.row}, ${cell.column}`;
  const isToday = cell.table === today.year && cell.row === dayOfYear(today);
  // On 29 February, day 60 is today and not 1 March.
  const day = date ?? (isToday ? today : { year: cell.table, ...monthDay(cell.row) });
  return `${oneLine(sourceName(sources, cell.column))}, ${formatDate(day)}${aheadText(day, today)}`;
}

/** Takes the names from this computer, never from the network. */
export async function namingFor(context: Context, config: Config, cells: readonly Cell[]): Promise<Naming> {
  const naming: Naming = { sources: config.sources, questions: new Map(), today: todayOf(context, config) };
  if (!cells.some(({ table }) => table === "marks")) return naming;
  return { ...naming, questions: orElse(naming.questions, () => keptNames(context, config)) };
}

/** The day of a tick as `YYYY-MM-DD`; day 60 is 1 March. */
export function dateOf({ table, row }: TickCell): string {
  return formatDate({ year: table, ...monthDay(row) });
}

/** Such as '2026-11-20 Two Sum: Needed a hint (was Solved)'. */
export function markLine({ change, was }: MadeChange<MarkChange>, questions: Naming["questions"]): string {
  const { row: question, column: date, state } = change;
  const before = was ? ` (was ${MARK_WORDS[Number(was)]})` : "";
  return `${date} ${oneLine(questions.get(question) ?? question)}: ${MARK_WORDS[state]}${before}`;
}

export function noteSharedDay(context: Context, plan: ImportPlan): void {
  if (addsSharedDay(plan)) printNote(context, SHARED_DAY);
}

/** A line for each change, such as 'LeetCode, 2026-11-20: Done (was Untried)'. */
export function renderChanges(changes: readonly MadeChange[], naming: Naming, { paint }: Style): string {
  const lines = changes.map((made) => {
    const { change, was } = made;
    const state = paint(change.state ? "green" : "dim", cellStateText(change, change.state));
    const news = hasEffect(made) ? `${state} (was ${cellStateText(change, was)})` : `already ${state}`;
    return `${cellName(change, naming)}: ${news}\n`;
  });
  return lines.join("");
}

/** A cell's state in words: 'Done', 'Solved', or the text of a setting. */
export function cellStateText({ table }: Cell, state: CellState): string {
  return table === "settings" ? oneLine(String(state)) || "default" : stateName(state);
}

/** The JSON output of `tick` and `untick`, whose changes are all of one day. */
export function changesJson({ changes, saved }: ChangeResult, date: CivilDate, sources: readonly Source[]): object {
  const rows = changes.flatMap(({ change, was }) =>
    typeof change.table === "number" ? tickJson(change, was, sources) : [],
  );
  return { version: 1, date: formatDate(date), day: dayOfYear(date), changes: rows, saved };
}

/** The JSON output of commands that may change several days. */
export function datedChangesJson({ changes, saved }: ChangeResult, sources: readonly Source[]): object {
  const dated = changes.map(({ change, was }) => {
    if (change.table === "settings") return { setting: change.row, part: change.column, text: change.state, was };
    if (change.table !== "marks") return { date: dateOf(change), day: change.row, ...tickJson(change, was, sources) };
    const { row: question, column: date, state } = change;
    return { date, question, mark: MARK_WORDS[state], was: MARK_WORDS[Number(was)] };
  });
  return { version: 1, changes: dated, saved: changes.some(hasEffect) ? saved : null };
}

function tickJson({ column: source, state: done }: TickChange, was: CellState, sources: readonly Source[]): object {
  return { source, name: sourceName(sources, source), done, was };
}
