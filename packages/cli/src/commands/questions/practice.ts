import { stripVTControlCharacters } from "node:util";
import {
  type CivilDate,
  type Config,
  cardStatesOf,
  counted,
  DailyleetError,
  epochDay,
  epochDayOf,
  findQuestion,
  formatDate,
  isDailyleetError,
  isMarkable,
  isMarkChange,
  LIST_TITLES,
  type ListedQuestion,
  listOf,
  MARK_WORDS,
  type Mark,
  type MarkChange,
  type Marks,
  matchQuestions,
  type PlannedDay,
  type PracticeSummary,
  type PractisedQuestion,
  type Progress,
  paceText,
  parseMark,
  planOf,
  practiceOf,
  practiceSummary,
  progressOf,
  type Question,
  type SavedMark,
  type StudyPlan,
  slugOf,
  studyPlan,
  upcoming,
  waysText,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { loadConfig } from "../../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { aheadText, inDays, readDay, readPlanDay, todayOf } from "../../terminal/dates.ts";
import { type CommonOptions, type ListOptions, withList } from "../../terminal/options.ts";
import { note, oneLine, printJson, writeText } from "../../terminal/output.ts";
import { labelled, wrapAtSpaces } from "../../terminal/width.ts";
import { type TrackerOptions, withTracker } from "../../tracker/openTracker.ts";
import { changeUndoably } from "../../tracker/tracker.ts";
import { loadQuestions, loadSheet, readKeptQuestions } from "./sheet.ts";

interface MarkOptions extends CommonOptions, ListOptions {
  readonly question: string;
  readonly mark: string;
  readonly date: string;
  readonly wait: boolean | undefined;
}

export async function runMark(context: Context, options: MarkOptions): Promise<void> {
  const config = withList(loadConfig(context), options);
  const today = todayOf(context, config);
  const mark = parseMark(options.mark);
  const date = readMarkedDay(options.date, mark, today);
  const waits = options.wait ?? config.waitForCloud;
  // Without waiting for the network, the last download serves, however old.
  const { questions } = await loadSheet(context, config, waits === false ? Number.POSITIVE_INFINITY : undefined);
  const { question, key } = findQuestion(questions, options.question);
  const { name, link } = question;
  if (!isMarkable(key)) {
    throw new DailyleetError(
      "usage",
      `'${name}' can have no marks, because its link or name is too long or not allowed.`,
    );
  }
  const { made, saved, marks } = await giveMark(context, config, { ...options, waits }, { question: key, date, mark });
  const { due } = progressOf(marks, key, today);
  if (options.json) {
    const words = { mark: MARK_WORDS[made.mark], was: MARK_WORDS[made.was] };
    return printJson(context, { version: 1, question: { name, link }, date, ...words, due, saved });
  }
  const terminal = await capabilitiesOf(context, options, [name]);
  writeText(context.stdout, renderMarked(question, made, due, today, terminal));
}

/** A day to come can only lose a mark. Throws `usage`. */
function readMarkedDay(text: string, mark: Mark, today: CivilDate): string {
  const date = readDay(text, today);
  if (mark === 0 || epochDay(date) <= epochDay(today)) return formatDate(date);
  throw new DailyleetError("usage", `${formatDate(date)} has not come yet; give today or an earlier day.`);
}

/**
 * Gives a mark, or takes it back, so that `undo` finds it; resolves to the change and all marks afterwards. Throws as
 * `withTracker` and `Tracker.change`.
 */
export async function giveMark(context: Context, config: Config, options: TrackerOptions, change: MarkChange) {
  return withTracker(context, config, { ...options, purpose: "write" }, async (tracker) => {
    const { changes, saved } = await changeUndoably(context, tracker, [change], "mark");
    const made = changes.find(isMarkChange);
    if (made === undefined) throw new Error("the tracker has not answered the mark");
    return { made, saved, marks: await tracker.readKnownMarks() };
  });
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
    const { left, perDay, behind } = plan;
    return printJson(context, { version: 1, until: formatDate(until), list, left, perDay, behind, days });
  }
  const names = plan.days.flatMap((day) => day.new.map(({ question }) => question.name));
  const terminal = await capabilitiesOf(context, options, names);
  const title = list === null ? "Your list" : LIST_TITLES[list];
  const line = `${title} until ${formatDate(until)}${aheadText(until, today)}: ${planLine(plan, terminal)}`;
  writeText(context.stdout, `${line}\n${renderDays(plan.days, terminal)}`);
  if (options.until !== undefined) note(context, `To keep this plan: dailyleet config plan ${formatDate(until)}`);
}

/** The configuration with the plan that `--until` asks for. Throws `usage`. */
function withPlan(context: Context, config: Config, { until }: PlanOptions): Config {
  if (until === undefined) {
    if (planOf(config) !== null) return config;
    throw new DailyleetError("usage", "There is no plan for this list; give its last day, as with --until 2027-03-31.");
  }
  const today = todayOf(context, config);
  return { ...config, plan: { until: formatDate(readPlanDay(until, today)), from: formatDate(today) } };
}

/** '150 left, 1 or 2 new a day · on track', '150 left · 12 behind: move to 2027-02-14, or 3 a day until 2026-12-31' */
export function planLine(plan: StudyPlan, { unicode }: Capabilities): string {
  const { left, behind, days, waysOn } = plan;
  if (left === 0) return days.length === 0 ? "done" : "every question met; reviews only";
  const dot = unicode ? " · " : " - ";
  if (waysOn === null) return `${left} left, ${paceText(plan)}${dot}on track`;
  const state = days.length > 0 ? `${left} left${dot}${behind} behind` : `over, with ${counted(left, "question")} left`;
  return `${state}: ${waysText(waysOn, String)}`;
}

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

/** The question that a person names, for `open`. Throws `usage`; `noSource` says why the text is no source either. */
export async function findLink(context: Context, config: Config, text: string, noSource: DailyleetError) {
  const { questions } = await loadSheet(context, config);
  if (matchQuestions(questions, text).length === 0) {
    const advice = "or a question by its number, its link or more of its name";
    throw new DailyleetError("usage", `${noSource.message.replace(/\.$/, "")}; ${advice}.`);
  }
  return pageOf(findQuestion(questions, text));
}

/** The question of this number that could be meant as well as the source; null where there is none, or no list to ask. */
export async function findNumbered(context: Context, config: Config, number: number) {
  const questions = await knownQuestions(context, config);
  const [found] = matchQuestions(questions, String(number));
  if (found === undefined) return null;
  const slug = slugOf(found.key) ?? "";
  const isItsName = matchQuestions(questions, slug).length === 1;
  return { name: found.question.name, word: isItsName ? slug : found.question.link, page: () => pageOf(found) };
}

/** The last download serves, however old; none where the list can't be read. */
async function knownQuestions(context: Context, config: Config): Promise<readonly Question[]> {
  try {
    return (await loadSheet(context, config, Number.POSITIVE_INFINITY)).questions;
  } catch (error) {
    if (isDailyleetError(error)) return [];
    throw error;
  }
}

function pageOf({ question: { name, link }, number }: ListedQuestion) {
  const url = webLink(link)?.href;
  if (url === undefined) throw new DailyleetError("usage", `The link of '${name}' is not a web address.`);
  return { question: number, name, url };
}

/** How many questions of the list, as it is on this computer now, are due today. */
export function countDue(context: Context, config: Config, marks: Marks): number {
  const questions = readKeptQuestions(context, config);
  return practiceSummary(practiceOf(questions, cardStatesOf(marks), todayOf(context, config))).due;
}

/** 'Two Sum: solved · comes back on 2026-11-29 (in 8 days)'; names the date unless it is today. */
export function renderMarked(
  question: Pick<Question, "name">,
  { date, mark, was }: SavedMark,
  due: string | null,
  today: CivilDate,
  { paint, unicode, columns, measure }: Capabilities,
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

/** 'Done for today: 5 questions, 1 skipped. 3 questions tomorrow.'; `total` counts the questions of today. */
export function doneText(done: number, total: number, list: readonly PractisedQuestion[], today: CivilDate): string {
  const tomorrow = upcoming(list, today, 2).at(1)?.due ?? 0;
  const next = tomorrow > 0 ? `${counted(tomorrow, "question")} tomorrow.` : "Nothing comes back tomorrow.";
  if (total === 0) return `All caught up. ${next}`;
  return `Done for today: ${counted(done, "question")}${done < total ? `, ${total - done} skipped` : ""}. ${next}`;
}

/** 'comes back on 2026-11-29 (in 8 days)', 'due today', '2 days overdue' */
export function dueText(due: string, today: CivilDate): string {
  const days = epochDayOf(due) - epochDay(today);
  return days > 0 ? `comes back on ${due} (${inDays(days)})` : overdueText(-days);
}

/** 'new', 'due today', '5 days overdue' */
export function dueDetail({ state, isDue, overdueDays }: Progress): string {
  return isDue ? overdueText(overdueDays) : state;
}

function overdueText(days: number): string {
  return days === 0 ? "due today" : `${counted(days, "day")} overdue`;
}

/** '12 of 75 practised · 4 due' */
export function summaryLine(
  { practised, total, due }: Pick<PracticeSummary, "practised" | "total" | "due">,
  { unicode }: Pick<Capabilities, "unicode">,
): string {
  return `${practised} of ${total} practised ${unicode ? "·" : "-"} ${due} due`;
}
