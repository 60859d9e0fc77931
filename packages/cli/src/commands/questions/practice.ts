import { stripVTControlCharacters } from "node:util";
import {
  type CardStates,
  type CivilDate,
  type Config,
  cardStatesOf,
  counted,
  DailyleetError,
  epochDay,
  epochDayOf,
  findQuestion,
  formatDate,
  isMarkable,
  type ListedQuestion,
  MARK_WORDS,
  type Marks,
  NO_MARKS,
  type PracticeSummary,
  type PractisedQuestion,
  type Progress,
  planOf,
  practiceOf,
  practiceSummary,
  progressOf,
  type Question,
  type SavedMark,
  studyPlan,
  suggest,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { inDays, todayOf } from "../../terminal/dates.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { note, oneLine, printJson } from "../../terminal/output.ts";
import { wrapAtSpaces } from "../../terminal/width.ts";
import type { ChangeResult } from "../../tracker/tracker.ts";
import { address, emptySheet, readRows, renderList } from "./list.ts";
import { planLine, plannedToday } from "./plan.ts";
import { loadSheet, readKeptQuestions } from "./sheet.ts";

export interface ReviewOptions extends CommonOptions {
  /** How many questions at most; as many as the plan or `suggest` thinks right where absent. */
  readonly limit: number | undefined;
}

/** What `dailyleet review` answers. `marks` are given where there is a plan to follow. */
export async function answerReview(
  context: Context,
  config: Config,
  options: ReviewOptions,
  marks: Marks | null,
  cardStates: CardStates = cardStatesOf(marks ?? NO_MARKS),
): Promise<void> {
  const today = todayOf(context, config);
  const questions = readRows(context, await loadSheet(context, config));
  const practised = practiceOf(questions, cardStates, today);
  const chosen = marks
    ? plannedToday(context, config, questions, marks, options.limit).filter(({ isDone }) => !isDone)
    : suggest(practised, options.limit);
  const summary = practiceSummary(practised);
  if (options.json) {
    printJson(context, {
      version: 1,
      date: formatDate(today),
      due: summary.due,
      questions: chosen.map(practisedJson),
    });
    return;
  }
  const names = chosen.map(({ question }) => question.name + question.link);
  const terminal = await capabilitiesOf(context, options, names);
  if (questions.length === 0) return note(context, emptySheet(config));
  if (chosen.length === 0) note(context, `All caught up${comingBack(practised, today)}.`);
  const list = renderList(chosen, terminal, {
    textOf: ({ progress }) => dueDetail(progress),
    isWhole: true,
    below: ({ question }) => address(question.link),
  });
  const span = planOf(config);
  const plan = marks && span ? studyPlan(questions, marks, today, span) : null;
  const ending = plan && span ? `Plan until ${formatDate(span.until)}: ${planLine(plan, terminal)}\n` : "";
  context.stdout.write(`${list}${list === "" ? "" : "\n"}${summaryLine(summary, terminal)}\n${ending}`);
}

function practisedJson({ number, question, progress }: PractisedQuestion): object {
  const { state, due, overdueDays, marks } = progress;
  return { number, name: question.name, link: question.link, state, due, overdueDays, marks };
}

/**
 * The question that a person wants to mark, as `findQuestion` reads it. Who does not wait for the network has the list
 * from the last download, however old. Throws `usage`, also for a question that can have no marks.
 */
export async function readMarkable(
  context: Context,
  config: Config,
  text: string,
  waits: boolean | undefined,
): Promise<ListedQuestion> {
  const { questions } = await loadSheet(context, config, waits === false ? Number.POSITIVE_INFINITY : undefined);
  const found = findQuestion(questions, text);
  if (isMarkable(found.key)) return found;
  const { name } = found.question;
  throw new DailyleetError("usage", `'${name}' can have no marks, because its link is too long or not allowed.`);
}

/** The question that a person names, for `open`. Throws `usage`, with why it is no source either. */
export async function findLink(context: Context, config: Config, text: string, noSource: DailyleetError) {
  const { questions } = await loadSheet(context, config);
  const { number, question } = namedOr(questions, text, noSource);
  const link = webLink(question.link);
  if (link === null) throw new DailyleetError("usage", `The link of '${question.name}' is not a web address.`);
  return { question: number, name: question.name, url: link.href };
}

function namedOr(questions: readonly Question[], text: string, { message }: DailyleetError): ListedQuestion {
  try {
    return findQuestion(questions, text);
  } catch {
    const source = message.replace(/\.$/, "");
    throw new DailyleetError(
      "usage",
      `${source}; or a question by its number from 6 on, its link or more of its name.`,
    );
  }
}

/** What became of a mark, and all marks afterwards. */
export interface Marked extends Pick<ChangeResult, "changes" | "saved"> {
  readonly marks: Marks;
}

/** What `dailyleet mark` answers. */
export async function answerMark(
  context: Context,
  config: Config,
  options: CommonOptions,
  { question, key }: ListedQuestion,
  { changes, saved, marks }: Marked,
): Promise<void> {
  const today = todayOf(context, config);
  const [change] = changes as readonly SavedMark[];
  if (change === undefined) throw new Error("no change was answered");
  const { due } = progressOf(marks, key, today);
  const { date, mark, was } = change;
  if (!options.json) {
    const terminal = await capabilitiesOf(context, options, [question.name]);
    return context.stdout.write(renderMarked(question, change, due, today, terminal));
  }
  const { name, link } = question;
  const words = { mark: MARK_WORDS[mark], was: MARK_WORDS[was] };
  printJson(context, { version: 1, question: { name, link }, date, ...words, due, saved });
}

/** How many questions of the list, as it is on this computer now, are due today. */
export function countDue(context: Context, config: Config, cardStates: CardStates): number {
  return practiceSummary(practiceOf(readKeptQuestions(context, config), cardStates, todayOf(context, config))).due;
}

/** 'Two Sum: solved · comes back on 2026-11-29 (in 8 days)'; the date is named where it is not today. */
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
  { unicode }: Pick<Capabilities, "unicode">,
): string {
  return `${practised} of ${total} practised ${unicode ? "·" : "-"} ${due} due`;
}

/** '; the next question comes back on 2026-11-29 (in 8 days)'; empty where none does. */
export function comingBack(questions: readonly PractisedQuestion[], today: CivilDate): string {
  const [next] = questions.flatMap(({ progress }) => progress.due ?? []).sort();
  return next === undefined ? "" : `; the next question ${dueText(next, today)}`;
}
