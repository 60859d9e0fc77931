import {
  type CardStates,
  type CivilDate,
  type Config,
  checkSheet,
  counted,
  filterQuestions,
  findQuestion,
  type PracticeState,
  progressAt,
  type Question,
  questionKey,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { todayOf } from "../../terminal/dates.ts";
import { lookOf } from "../../terminal/look.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { note, printJson } from "../../terminal/print.ts";
import type { NamedQuestion, QuestionSheet } from "./keptSheet.ts";
import { loadList, loadSheet, loadSheetText } from "./loadSheet.ts";
import { type NumberedQuestion, type NumberedRow, renderList, renderQuestion, renderReport } from "./render.ts";

/** `due` questions are `learning` or `known` ones whose day has come. */
export type StateFilter = PracticeState | "due";

export interface QuestionsOptions extends CommonOptions {
  readonly words: readonly string[];
  readonly tag: readonly string[] | undefined;
  readonly state: StateFilter | undefined;
  /** The question that is wanted alone, as a person names it. */
  readonly show: string | undefined;
  readonly check: true | undefined;
}

const FAILED = 1;

/** What `dailyleet questions` answers. `cardStates` are needed where a state is asked for. */
export async function answerQuestions(
  context: Context,
  config: Config,
  options: QuestionsOptions,
  cardStates: CardStates | null,
): Promise<void> {
  if (options.check) printReport(context, await loadSheetText(context, config), options);
  else if (isPlainList(options)) await printWholeList(context, config, options);
  else await printQuestions(context, config, options, cardStates);
}

function printReport(context: Context, text: string, { json }: QuestionsOptions): void {
  const report = checkSheet(text);
  if (json) printJson(context, { version: 1, ...report });
  else context.stdout.write(renderReport(report));
  if (report.findings.length > 0) context.setExitCode(FAILED);
}

/** Whether only names and tags are asked for, of all questions. */
function isPlainList({ words, tag, state, show, json }: QuestionsOptions): boolean {
  return words.length === 0 && [tag, state, show, json].every((option) => option === undefined);
}

async function printWholeList(context: Context, config: Config, options: QuestionsOptions): Promise<void> {
  const questions = readRows(context, await loadList(context, config));
  if (questions.length === 0) note(context, emptySheet(config));
  const numbered = questions.map((question, index) => ({ number: index + 1, question }));
  await printList(context, numbered, options);
}

async function printQuestions(
  context: Context,
  config: Config,
  options: QuestionsOptions,
  cardStates: CardStates | null,
): Promise<void> {
  const questions = readRows(context, await loadSheet(context, config));
  const chosen = inState(choose(questions, options), options.state, cardStates, todayOf(context));
  if (options.json) printJson(context, { version: 1, questions: chosen.map(({ question }) => question) });
  else if (options.show !== undefined) await printOne(context, chosen, options);
  else {
    if (chosen.length === 0) note(context, questions.length === 0 ? emptySheet(config) : noMatch(options));
    await printList(context, chosen, options);
  }
}

/** The questions of a sheet, and a note for what had to be left out. */
export function readRows<Row extends NamedQuestion>(context: Context, sheet: QuestionSheet<Row>): readonly Row[] {
  const { questions, leftOut, warnings } = sheet;
  for (const warning of warnings) note(context, `The spreadsheet service warns: ${warning}.`);
  if (leftOut > 0) note(context, `${counted(leftOut, "row")} skipped; 'dailyleet questions --check' says why.`);
  return questions;
}

function inState(
  chosen: readonly NumberedQuestion[],
  state: StateFilter | undefined,
  cardStates: CardStates | null,
  today: CivilDate,
): readonly NumberedQuestion[] {
  // Working out where the person stands with a question takes as long as reading it.
  if (state === undefined || cardStates === null) return chosen;
  return chosen.filter(({ question }) => {
    const progress = progressAt(cardStates.get(questionKey(question)), today);
    return state === "due" ? progress.isDue : progress.state === state;
  });
}

function noMatch({ state, words, tag }: QuestionsOptions): string {
  if (state !== undefined && words.length === 0 && tag === undefined) return `No question is ${state}.`;
  const wanted = `has all of these words and tags${state === undefined ? "" : ` and is ${state}`}`;
  return `No question ${wanted}; try fewer.`;
}

export function emptySheet({ sheet }: Config): string {
  return sheet === undefined
    ? "The bundled questions are missing; install dailyleet again."
    : "The question sheet is empty; put a name in column B and a link in column C.";
}

/** The questions asked for, with the numbers that they have in the whole list. */
function choose(questions: readonly Question[], { words, tag, show }: QuestionsOptions): NumberedQuestion[] {
  if (show !== undefined) return [findQuestion(questions, show)];
  let number = 0;
  return filterQuestions(questions, { words, ...(tag && { tags: tag }) }).map((question) => {
    // They come in the order of the list.
    number = questions.indexOf(question, number) + 1;
    return { number, question };
  });
}

async function printOne(context: Context, chosen: readonly NumberedQuestion[], options: QuestionsOptions) {
  for (const { question } of chosen) {
    const look = await lookOf(context, options, [question.name, question.text, question.takeaways, question.analysis]);
    context.stdout.write(renderQuestion(question, look));
  }
}

async function printList(context: Context, chosen: readonly NumberedRow[], options: QuestionsOptions) {
  const texts = chosen.map(({ question }) => question.name + question.tags.join(""));
  context.stdout.write(renderList(chosen, await lookOf(context, options, texts)));
}
