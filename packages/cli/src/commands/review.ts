import {
  type Config,
  comingBack,
  dailyPlan,
  doneText,
  formatDate,
  interviewPlanText,
  nextDueText,
  type PractisedQuestion,
  planOf,
  practiceOf,
  practiceSummary,
  practisedText,
  stateText,
  studyPlan,
  suggest,
  upcoming,
  usageError,
} from "@dailyleet/core";
import { InvalidArgumentError } from "commander";
import type { Context } from "../context.ts";
import { address, renderList } from "../rendering/questions.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import {
  type CommonOptions,
  type ListOptions,
  OPTION,
  optionsOf,
  type Program,
  withList,
} from "../terminal/options.ts";
import { oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { loadQuestions } from "../tracker/list.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";
import { emptySheet } from "./questions.ts";
import { runUi } from "./ui.ts";

interface ReviewOptions extends CommonOptions, ListOptions {
  /** The most questions to list. Default: those of the plan, or the default of `suggest`. */
  readonly limit: number | undefined;
  /** The number of days to list, each with the count of questions that fall due. */
  readonly upcoming: number | undefined;
  readonly start: true | undefined;
}

const UPCOMING_DAYS = 14;
const MOST_DAYS = 366;

const readDays = numberUpTo(MOST_DAYS, `Give a number of days from 1 to ${MOST_DAYS}.`);

const readCount = numberUpTo(9_999_999, "Give a number from 1 on.");

export function registerReview(program: Program, context: CommandContext): void {
  addVerb(program, context, "review", {
    summary: "list what to practise today, or practise it",
    description: "List what to practise today: due questions, the longest overdue first, then new ones.",
    examples: {
      "dailyleet review": "five, with their numbers and links",
      "dailyleet review --start": "practise full screen: open, try, mark, next",
      "dailyleet review --upcoming": "the next two weeks",
      "dailyleet mark 8 solved": "record how it went",
    },
  })
    .option("--limit <count>", "how many at most; default: 5, or what the plan has for today", readCount)
    .option("--start", "practise them one after the other, in 'dailyleet ui'")
    .option("--upcoming [days]", `how many come back on each of the next days; default: ${UPCOMING_DAYS}`, readDays)
    .addOption(OPTION.list)
    .addOption(OPTION.json)
    .action(async (_options, command) => {
      const options = optionsOf(command);
      const upcoming = options.upcoming === true ? UPCOMING_DAYS : options.upcoming;
      return runReview(context, { ...options, upcoming });
    });
}

async function runReview(context: CommandContext, options: ReviewOptions): Promise<void> {
  const config = withList(context.config(), options);
  if (options.start) return practise(context, config, options);
  if (options.upcoming === undefined) return listToday(context, config, options);
  if (options.limit !== undefined) throw usageError("Use either --upcoming or --limit.");
  await listUpcoming(context, config, options, options.upcoming);
}

async function practise(context: Context, config: Config, options: ReviewOptions): Promise<void> {
  if (options.upcoming !== undefined || options.json) {
    throw usageError("Use --start alone or with --limit and --list.");
  }
  const [command, instead] = ["review --start", "use 'dailyleet review' and 'dailyleet mark'"];
  await runUi(context, config, options, { command, instead, practice: { limit: options.limit } });
}

function numberUpTo(most: number, advice: string) {
  return (text: string): number => {
    if (/^[1-9]\d*$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(advice);
  };
}

async function listToday(context: Context, config: Config, options: ReviewOptions): Promise<void> {
  const today = todayOf(context, config);
  const span = planOf(config);
  const marks = await withTracker(context, config, options, (tracker) => tracker.marks());
  const questions = await loadQuestions(context, config);
  const practised = practiceOf(questions, marks, today, span);
  const chosen = span
    ? dailyPlan(questions, marks, today, { limit: options.limit, plan: span }).filter(({ isDone }) => !isDone)
    : suggest(practised, options.limit);
  const summary = practiceSummary(practised);
  if (options.json) {
    const rows = chosen.map(practisedJson);
    return printJson(context, { version: 1, date: formatDate(today), due: summary.due, questions: rows });
  }
  if (questions.length === 0) return printNote(context, emptySheet(config));
  if (chosen.length === 0) {
    printNote(context, `${doneText(0)} ${nextDueText(comingBack(practised, today, 1), String)}`.trimEnd());
  }
  const names = chosen.map(({ question }) => question.name + question.link);
  const terminal = await capabilitiesOf(context, options, names);
  const lines = chosen.map(({ number, question, progress }) => {
    return { number, name: oneLine(question.name), detail: stateText(progress), below: address(question.link) };
  });
  const list = renderList(lines, terminal, true);
  writeText(
    context.stdout,
    `${list}${list === "" ? "" : "\n"}${practisedText(summary, terminal.unicode ? "·" : "-")}\n`,
  );
  if (span === null) return;
  const plan = studyPlan(questions, marks, today, span);
  writeText(context.stdout, `${interviewPlanText(plan, today, String)}\n`);
}

function practisedJson({ number, question, progress }: PractisedQuestion): object {
  const { state, due, overdueDays, marks } = progress;
  return { number, name: question.name, link: question.link, state, due, overdueDays, marks };
}

const MOST_COLUMNS = 60;

async function listUpcoming(context: Context, config: Config, options: CommonOptions, days: number): Promise<void> {
  const marks = await withTracker(context, config, options, (tracker) => tracker.marks());
  const today = todayOf(context, config);
  const practised = practiceOf(await loadQuestions(context, config), marks, today, planOf(config));
  const rows = upcoming(practised, today, days);
  if (options.json) return printJson(context, { version: 1, days: rows });
  const { unicode, paint, columns } = await capabilitiesOf(context, options);
  const width = Math.max(...rows.map(({ due }) => String(due).length));
  const room = Math.max(1, Math.min(columns, MOST_COLUMNS) - "2026-11-23    ".length - width);
  const scale = Math.min(1, room / Math.max(1, ...rows.map(({ due }) => due)));
  for (const { date, due } of rows) {
    const bar = (unicode ? "■" : "#").repeat(Math.ceil(due * scale));
    const line = `${paint("dim", date)}  ${String(due).padStart(width)}  ${paint("green", bar)}`;
    writeText(context.stdout, `${line.trimEnd()}\n`);
  }
}
