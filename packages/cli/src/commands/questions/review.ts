import {
  type CivilDate,
  type Config,
  cardStatesOf,
  counted,
  DailyleetError,
  dailyPlan,
  formatDate,
  LIST_TITLES,
  listOf,
  type PlannedDay,
  type PractisedQuestion,
  parseChoices,
  planOf,
  practiceOf,
  practiceSummary,
  type StudyPlan,
  studyPlan,
  suggest,
  upcoming,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { loadConfig } from "../../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { aheadText, todayOf } from "../../terminal/dates.ts";
import { type CommonOptions, type ListOptions, withList } from "../../terminal/options.ts";
import { note, oneLine, printJson } from "../../terminal/output.ts";
import { labelled } from "../../terminal/width.ts";
import { withTracker } from "../../tracker/openTracker.ts";
import { address, emptySheet, renderList } from "./list.ts";
import { dueDetail, dueText, summaryLine } from "./practice.ts";
import { loadQuestions } from "./sheet.ts";

export interface ReviewOptions extends CommonOptions, ListOptions {
  /** At most so many questions; default: as many as the plan or `suggest` chooses. */
  readonly limit: number | undefined;
  /** For how many days to count what falls due. */
  readonly upcoming: number | undefined;
}

export async function runReview(context: Context, options: ReviewOptions): Promise<void> {
  const config = withList(loadConfig(context), options);
  if (options.upcoming === undefined) return listToday(context, config, options);
  if (options.limit !== undefined) throw new DailyleetError("usage", "Use either --upcoming or --limit.");
  await listUpcoming(context, config, options, options.upcoming);
}

async function listToday(context: Context, config: Config, options: ReviewOptions): Promise<void> {
  const today = todayOf(context, config);
  const span = planOf(config);
  const { marks, cardStates } = await withTracker(context, config, options, async (tracker) => {
    if (span === null) return { marks: null, cardStates: await tracker.readCardStates() };
    const marks = await tracker.readMarks();
    return { marks, cardStates: cardStatesOf(marks) };
  });
  const questions = await loadQuestions(context, config);
  const practised = practiceOf(questions, cardStates, today);
  const chosen = marks
    ? dailyPlan(questions, marks, today, { limit: options.limit, plan: span }).filter(({ isDone }) => !isDone)
    : suggest(practised, options.limit);
  const summary = practiceSummary(practised);
  if (options.json) {
    const rows = chosen.map(practisedJson);
    return printJson(context, { version: 1, date: formatDate(today), due: summary.due, questions: rows });
  }
  if (questions.length === 0) return note(context, emptySheet(config));
  if (chosen.length === 0) note(context, `All caught up${comingBack(practised, today)}.`);
  const names = chosen.map(({ question }) => question.name + question.link);
  const terminal = await capabilitiesOf(context, options, names);
  const lines = chosen.map(({ number, question, progress }) => {
    return { number, name: oneLine(question.name), detail: dueDetail(progress), below: address(question.link) };
  });
  const list = renderList(lines, terminal, true);
  const plan = marks && span ? studyPlan(questions, marks, today, span) : null;
  const ending = plan && span ? `Plan until ${formatDate(span.until)}: ${planLine(plan, terminal)}\n` : "";
  context.stdout.write(`${list}${list === "" ? "" : "\n"}${summaryLine(summary, terminal)}\n${ending}`);
}

function practisedJson({ number, question, progress }: PractisedQuestion): object {
  const { state, due, overdueDays, marks } = progress;
  return { number, name: question.name, link: question.link, state, due, overdueDays, marks };
}

/** '; the next question comes back on 2026-11-29 (in 8 days)'; empty where none does. */
function comingBack(questions: readonly PractisedQuestion[], today: CivilDate): string {
  const [next] = questions.flatMap(({ progress }) => progress.due ?? []).sort();
  return next === undefined ? "" : `; the next question ${dueText(next, today)}`;
}

const MOST_COLUMNS = 60;

/** A bar for each day. */
async function listUpcoming(context: Context, config: Config, options: CommonOptions, days: number): Promise<void> {
  const cardStates = await withTracker(context, config, options, (tracker) => tracker.readCardStates());
  const today = todayOf(context, config);
  const rows = upcoming(practiceOf(await loadQuestions(context, config), cardStates, today), today, days);
  if (options.json) return printJson(context, { version: 1, days: rows });
  const { unicode, paint, columns } = await capabilitiesOf(context, options);
  const width = Math.max(...rows.map(({ due }) => String(due).length));
  const room = Math.max(1, Math.min(columns, MOST_COLUMNS) - "2026-11-23    ".length - width);
  const scale = Math.min(1, room / Math.max(1, ...rows.map(({ due }) => due)));
  for (const { date, due } of rows) {
    const bar = (unicode ? "■" : "#").repeat(Math.ceil(due * scale));
    const line = `${paint("dim", date)}  ${String(due).padStart(width)}  ${paint("green", bar)}`;
    context.stdout.write(`${line.trimEnd()}\n`);
  }
}

interface PlanOptions extends CommonOptions, ListOptions {
  readonly until: string | undefined;
}

export async function runPlan(context: Context, options: PlanOptions): Promise<void> {
  const config = withPlan(context, withList(loadConfig(context), options), options);
  const marks = await withTracker(context, config, options, (tracker) => tracker.readMarks());
  const today = todayOf(context, config);
  const span = planOf(config) ?? { until: today };
  const { until } = span;
  const plan = studyPlan(await loadQuestions(context, config), marks, today, span);
  const list = listOf(config);
  if (options.json) {
    const days = plan.days.map((day) => ({ ...day, new: day.new.map(({ number }) => number) }));
    return printJson(context, { version: 1, until: formatDate(until), list, ...plan, days });
  }
  const names = plan.days.flatMap((day) => day.new.map(({ question }) => question.name));
  const terminal = await capabilitiesOf(context, options, names);
  const title = list === null ? "Your list" : LIST_TITLES[list];
  const line = `${title} until ${formatDate(until)}${aheadText(until, today)}: ${planLine(plan, terminal)}`;
  context.stdout.write(`${line}\n${renderDays(plan.days, terminal)}`);
  if (options.until !== undefined) note(context, `To keep this plan: dailyleet config plan ${options.until}`);
}

/** The configuration with the plan that `--until` asks for. Throws `usage`. */
function withPlan(context: Context, config: Config, { until }: PlanOptions): Config {
  if (until === undefined) {
    if (planOf(config) !== null) return config;
    throw new DailyleetError("usage", "There is no plan for this list; give its last day, as with --until 2027-03-31.");
  }
  const from = formatDate(todayOf(context, config));
  if (/^\d{4}-\d\d-\d\d$/.test(until) && until < from) {
    throw new DailyleetError("usage", `'${until}' is over; give a day from today on.`);
  }
  try {
    const { plan } = parseChoices(JSON.stringify({ plan: { until, from } }), "");
    return { ...config, ...(plan && { plan }) };
  } catch {
    throw new DailyleetError("usage", `'${until}' is not a day for a plan; give one such as 2027-03-31, until 2099.`);
  }
}

/** '150 left, 3 new a day · on track' */
function planLine({ left, perDay, behind, days }: StudyPlan, { unicode }: Capabilities): string {
  if (days.length === 0) return left === 0 ? "done" : `over, with ${counted(left, "question")} left`;
  if (left === 0) return "every question met; reviews only";
  return `${left} left, ${perDay} new a day ${unicode ? "·" : "-"} ${behind === 0 ? "on track" : `${behind} behind`}`;
}

/** How many days have a line of their own. */
const LISTED_DAYS = 7;

function renderDays(days: readonly PlannedDay[], { columns, measure, paint }: Capabilities): string {
  const rows = days.slice(0, LISTED_DAYS).map((day) => {
    const names = day.new.map(({ number, question }) => `${number} ${oneLine(question.name)}`);
    const text = [...(day.reviews > 0 ? [counted(day.reviews, "review")] : []), ...names].join(", ") || "nothing";
    return `${labelled(`${paint("dim", day.date)}  `, day.date.length + 2, text, columns, measure)}\n`;
  });
  const last = days.findLast((day) => day.new.length > 0);
  const reviewsOnly = last && last !== days.at(-1) ? `After ${last.date} reviews only.\n` : "";
  return rows.length === 0 ? "" : `\n${rows.join("")}${days.length > LISTED_DAYS ? `\n${reviewsOnly}` : ""}`;
}
