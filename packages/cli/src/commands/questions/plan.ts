import {
  type CardStates,
  type CivilDate,
  type Config,
  cardStatesOf,
  counted,
  dailyPlan,
  formatDate,
  LIST_TITLES,
  listOf,
  type Marks,
  type PlannedDay,
  type PlannedQuestion,
  planOf,
  practiceOf,
  type Question,
  type StudyPlan,
  studyPlan,
  upcoming,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { aheadText, todayOf } from "../../terminal/dates.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { note, oneLine, printJson } from "../../terminal/output.ts";
import { labelled } from "../../terminal/width.ts";
import { readRows } from "./list.ts";
import { loadSheet } from "./sheet.ts";

export interface PlanOptions extends CommonOptions {
  readonly until: string | undefined;
}

/** What `dailyleet plan` answers, of a configuration with a plan. */
export async function answerPlan(context: Context, config: Config, options: PlanOptions, marks: Marks): Promise<void> {
  const today = todayOf(context, config);
  const span = planOf(config) ?? { until: today };
  const questions = readRows(context, await loadSheet(context, config));
  const { until } = span;
  const plan = studyPlan(questions, marks, today, span);
  const list = listOf(config);
  if (options.json) {
    const days = plan.days.map((day) => ({ ...day, new: day.new.map(({ number }) => number) }));
    return printJson(context, { version: 1, until: formatDate(until), list, ...plan, days });
  }
  const terminal = await capabilitiesOf(context, options, namesOf(plan.days));
  const title = list === null ? "Your list" : LIST_TITLES[list];
  const line = `${title} until ${formatDate(until)}${aheadText(until, today)}: ${planLine(plan, terminal)}`;
  context.stdout.write(`${line}\n${renderDays(plan.days, terminal)}`);
  if (options.until !== undefined) note(context, `To keep this plan: dailyleet config plan ${options.until}`);
}

function namesOf(days: readonly PlannedDay[]): string[] {
  return days.flatMap((day) => day.new.map(({ question }) => question.name));
}

/** '150 left, 3 new a day · on track' */
export function planLine(
  { left, perDay, behind, days }: StudyPlan,
  { unicode }: Pick<Capabilities, "unicode">,
): string {
  if (days.length === 0) return left === 0 ? "done" : `over, with ${counted(left, "question")} left`;
  if (left === 0) return "every question met; reviews only";
  return `${left} left, ${perDay} new a day ${unicode ? "·" : "-"} ${behind === 0 ? "on track" : `${behind} behind`}`;
}

/** So many days are told one by one. */
const TOLD_DAYS = 7;

function renderDays(days: readonly PlannedDay[], { columns, measure, paint }: Capabilities): string {
  const rows = days.slice(0, TOLD_DAYS).map((day) => {
    const names = day.new.map(({ number, question }) => `${number} ${oneLine(question.name)}`);
    const text = [...(day.reviews > 0 ? [counted(day.reviews, "review")] : []), ...names].join(", ") || "nothing";
    return `${labelled(`${paint("dim", day.date)}  `, day.date.length + 2, text, columns, measure)}\n`;
  });
  const last = days.findLast((day) => day.new.length > 0);
  const reviewsOnly = last && last !== days.at(-1) ? `After ${last.date} reviews only.\n` : "";
  return rows.length === 0 ? "" : `\n${rows.join("")}${days.length > TOLD_DAYS ? `\n${reviewsOnly}` : ""}`;
}

/** What the person's plan has for today of this list, with what of it is done. */
export function plannedToday(
  context: Context,
  config: Config,
  questions: readonly Question[],
  marks: Marks,
  limit: number | undefined,
): PlannedQuestion[] {
  return dailyPlan(questions, marks, todayOf(context, config), { limit, plan: planOf(config) });
}

/** What `dailyleet review --upcoming` answers. */
export async function answerUpcoming(
  context: Context,
  config: Config,
  options: CommonOptions,
  days: number,
  cardStates: CardStates,
): Promise<void> {
  const today = todayOf(context, config);
  const questions = readRows(context, await loadSheet(context, config));
  const rows = upcoming(practiceOf(questions, cardStates, today), today, days);
  if (options.json) return printJson(context, { version: 1, days: rows });
  const { unicode, paint, columns } = await capabilitiesOf(context, options);
  const width = Math.max(...rows.map(({ due }) => String(due).length));
  const room = Math.max(1, Math.min(columns, MOST_COLUMNS) - "2026-11-23    ".length - width);
  const scale = Math.min(1, room / Math.max(1, ...rows.map(({ due }) => due)));
  for (const { date, due } of rows) {
    const bar = (unicode ? "■" : "#").repeat(Math.ceil(due * scale));
    context.stdout.write(
      `${`${paint("dim", date)}  ${String(due).padStart(width)}  ${paint("green", bar)}`.trimEnd()}\n`,
    );
  }
}

const MOST_COLUMNS = 60;

/** How many questions of the list come back on the day after `today`. */
export function dueTomorrow(questions: readonly Question[], marks: Marks, today: CivilDate): number {
  return upcoming(practiceOf(questions, cardStatesOf(marks), today), today, 2).at(1)?.due ?? 0;
}
