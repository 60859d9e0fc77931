import {
  type CardStates,
  type Config,
  DailyleetError,
  findQuestion,
  formatDate,
  isMarkable,
  type ListedQuestion,
  MARK_WORDS,
  type Marks,
  type PractisedQuestion,
  practiceOf,
  practiceSummary,
  progressOf,
  type SavedMark,
  suggest,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { todayOf } from "../../terminal/dates.ts";
import { lookOf } from "../../terminal/look.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { note, printJson } from "../../terminal/print.ts";
import type { ChangeResult } from "../../tracker/tracker.ts";
import { emptySheet, readRows } from "../questions/answer.ts";
import { loadSheet, readKeptQuestions } from "../questions/loadSheet.ts";
import { renderList } from "../questions/render.ts";
import { comingBack, dueDetail, renderMarked, summaryLine } from "./render.ts";

export interface ReviewOptions extends CommonOptions {
  /** How many questions at most; as many as `suggest` thinks right where absent. */
  readonly limit: number | undefined;
}

/** What `dailyleet review` answers. */
export async function answerReview(
  context: Context,
  config: Config,
  options: ReviewOptions,
  cardStates: CardStates,
): Promise<void> {
  const today = todayOf(context);
  const questions = readRows(context, await loadSheet(context, config));
  const practised = practiceOf(questions, cardStates, today);
  const chosen = suggest(practised, options.limit);
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
  const look = await lookOf(
    context,
    options,
    chosen.map(({ question }) => question.name),
  );
  if (questions.length === 0) return note(context, emptySheet(config));
  if (chosen.length === 0) note(context, `All caught up${comingBack(practised, today)}.`);
  const list = renderList(chosen, look, { textOf: ({ progress }) => dueDetail(progress), isWhole: true });
  context.stdout.write(`${list}${list === "" ? "" : "\n"}${summaryLine(summary, look)}\n`);
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
  waits: boolean,
): Promise<ListedQuestion> {
  const { questions } = await loadSheet(context, config, waits ? undefined : Number.POSITIVE_INFINITY);
  const found = findQuestion(questions, text);
  if (isMarkable(found.key)) return found;
  const { name } = found.question;
  throw new DailyleetError("usage", `'${name}' can have no marks, because its link is too long or not allowed.`);
}

/** What became of a mark, and all marks afterwards. */
export interface Marked extends Pick<ChangeResult, "changes" | "saved"> {
  readonly marks: Marks;
}

/** What `dailyleet mark` answers. */
export async function answerMark(
  context: Context,
  options: CommonOptions,
  { question, key }: ListedQuestion,
  { changes, saved, marks }: Marked,
): Promise<void> {
  const today = todayOf(context);
  const [change] = changes as readonly SavedMark[];
  if (change === undefined) throw new Error("no change was answered");
  const { due } = progressOf(marks, key, today);
  const { date, mark, was } = change;
  if (!options.json) {
    const look = await lookOf(context, options, [question.name]);
    return context.stdout.write(renderMarked(question, change, due, today, look));
  }
  const { name, link } = question;
  const words = { mark: MARK_WORDS[mark], was: MARK_WORDS[was] };
  printJson(context, { version: 1, question: { name, link }, date, ...words, due, saved });
}

/** How many questions of the list, as it is on this computer now, are due today. */
export function countDue(context: Context, config: Config, cardStates: CardStates): number {
  return practiceSummary(practiceOf(readKeptQuestions(context, config), cardStates, todayOf(context))).due;
}
