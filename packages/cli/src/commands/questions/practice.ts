import { stripVTControlCharacters } from "node:util";
import {
  type CardStates,
  type CivilDate,
  type Config,
  counted,
  DailyleetError,
  epochDay,
  epochDayOf,
  findQuestion,
  formatDate,
  isMarkable,
  isMarkChange,
  type ListedQuestion,
  MARK_WORDS,
  type Mark,
  type MarkChange,
  type PracticeSummary,
  type Progress,
  parseMark,
  practiceOf,
  practiceSummary,
  progressOf,
  type Question,
  type SavedMark,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { loadConfig } from "../../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { inDays, readDay, todayOf } from "../../terminal/dates.ts";
import { type CommonOptions, type ListOptions, withList } from "../../terminal/options.ts";
import { oneLine, printJson } from "../../terminal/output.ts";
import { wrapAtSpaces } from "../../terminal/width.ts";
import { type TrackerOptions, withTracker } from "../../tracker/openTracker.ts";
import { changeUndoably } from "../../tracker/tracker.ts";
import { loadSheet, readKeptQuestions } from "./sheet.ts";

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
    throw new DailyleetError("usage", `'${name}' can have no marks, because its link is too long or not allowed.`);
  }
  const { made, saved, marks } = await giveMark(context, config, { ...options, waits }, { question: key, date, mark });
  const { due } = progressOf(marks, key, today);
  if (options.json) {
    const words = { mark: MARK_WORDS[made.mark], was: MARK_WORDS[made.was] };
    return printJson(context, { version: 1, question: { name, link }, date, ...words, due, saved });
  }
  const terminal = await capabilitiesOf(context, options, [name]);
  context.stdout.write(renderMarked(question, made, due, today, terminal));
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
  return withTracker(context, config, options, async (tracker) => {
    const { changes, saved } = await changeUndoably(context, tracker, [change], "mark");
    const made = changes.find(isMarkChange);
    if (made === undefined) throw new Error("the tracker has not answered the mark");
    return { made, saved, marks: await tracker.readKnownMarks() };
  });
}

/** The question that a person names, for `open`. Throws `usage`; `noSource` says why the text is no source either. */
export async function findLink(context: Context, config: Config, text: string, noSource: DailyleetError) {
  const { questions } = await loadSheet(context, config);
  const { number, question } = findOr(noSource, questions, text);
  const link = webLink(question.link);
  if (link === null) throw new DailyleetError("usage", `The link of '${question.name}' is not a web address.`);
  return { question: number, name: question.name, url: link.href };
}

function findOr({ message }: DailyleetError, questions: readonly Question[], text: string): ListedQuestion {
  try {
    return findQuestion(questions, text);
  } catch {
    const advice = "or a question by its number from 6 on, its link or more of its name";
    throw new DailyleetError("usage", `${message.replace(/\.$/, "")}; ${advice}.`);
  }
}

/** How many questions of the list, as it is on this computer now, are due today. */
export function countDue(context: Context, config: Config, cardStates: CardStates): number {
  return practiceSummary(practiceOf(readKeptQuestions(context, config), cardStates, todayOf(context, config))).due;
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
