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
  type SheetReport,
  stripControls,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { todayOf } from "../../terminal/dates.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { note, oneLine, printJson } from "../../terminal/output.ts";
import { padEnd, paragraphWidth, truncate, wrap } from "../../terminal/width.ts";
import { loadList, loadSheet, loadSheetText, type NamedQuestion, type QuestionSheet } from "./sheet.ts";

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
    const terminal = await capabilitiesOf(context, options, [
      question.name,
      question.text,
      question.takeaways,
      question.analysis,
    ]);
    context.stdout.write(renderQuestion(question, terminal));
  }
}

async function printList(context: Context, chosen: readonly NumberedRow[], options: QuestionsOptions) {
  const texts = chosen.map(({ question }) => question.name + question.tags.join(""));
  context.stdout.write(renderList(chosen, await capabilitiesOf(context, options, texts)));
}

export interface NumberedRow {
  /** Its place in the whole list, from 1. */
  readonly number: number;
  readonly question: NamedQuestion;
}

export interface NumberedQuestion extends NumberedRow {
  readonly question: Question;
}

const GAP = "  ";
const MIN_COLUMNS = 20;
const ROOM_FOR_DETAIL = 40;
const MAX_NAME = 60;
/** What is left of a name has to tell it from others. */
const MIN_NAME = 10;

/** What stands beside a question's name. */
export interface ListDetail<Entry> {
  textOf(entry: Entry): string;
  /** In a narrow terminal the name is cut rather than this, which stands below where that is not enough; else this is cut or left out. */
  readonly isWhole: boolean;
}

const TAGS: ListDetail<NumberedRow> = { textOf: ({ question }) => question.tags.join(", "), isWhole: false };

/** A line for each question: number, name and the detail; whole where no terminal limits it. */
export function renderList<Entry extends NumberedRow>(
  list: readonly Entry[],
  terminal: Capabilities,
  { textOf, isWhole }: ListDetail<Entry> = TAGS,
): string {
  const rows = list.map((entry) => ({
    number: String(entry.number),
    name: oneLine(entry.question.name),
    detail: oneLine(textOf(entry)),
  }));
  const widths = listWidths(rows, terminal, isWhole);
  return rows.map((row) => `${renderRow(row, widths, terminal)}\n`).join("");
}

interface Row {
  readonly number: string;
  readonly name: string;
  readonly detail: string;
}

interface ListWidths {
  readonly number: number;
  readonly name: number;
  /** 0 where there is no room for it. */
  readonly detail: number;
  /** Whether it stands below the name. */
  readonly isBelow?: true;
}

function listWidths(rows: readonly Row[], { columns, measure }: Capabilities, isDetailWhole: boolean): ListWidths {
  const number = widest(rows, (row) => row.number.length);
  const room = Math.max(columns, MIN_COLUMNS) - number - GAP.length;
  const name = Math.min(
    widest(rows, (row) => measure(row.name)),
    MAX_NAME,
  );
  if (isDetailWhole) {
    const detail = widest(rows, (row) => measure(row.detail));
    const beside = room - GAP.length - detail;
    if (beside < Math.min(name, MIN_NAME)) return { number, name: Math.min(name, room), detail: room, isBelow: true };
    return { number, name: Math.min(name, beside), detail };
  }
  if (room < ROOM_FOR_DETAIL) return { number, name: Math.min(name, room), detail: 0 };
  const cut = Math.min(name, Math.floor(room * 0.6));
  return { number, name: cut, detail: room - cut - GAP.length };
}

function widest(rows: readonly Row[], widthOf: (row: Row) => number): number {
  return rows.reduce((width, row) => Math.max(width, widthOf(row)), 0);
}

function renderRow({ number, name, detail }: Row, widths: ListWidths, terminal: Capabilities): string {
  const { paint, columns, measure, unicode } = terminal;
  const ellipsis = unicode ? "…" : "...";
  const fit = (text: string, width: number) =>
    columns === Number.POSITIVE_INFINITY ? text : truncate(text, width, measure, ellipsis);
  const start = `${paint("dim", number.padStart(widths.number))}${GAP}`;
  if (widths.detail === 0 || detail === "") return start + fit(name, widths.name);
  const end = paint("cyan", fit(detail, widths.detail));
  if (widths.isBelow) return `${start}${fit(name, widths.name)}\n${" ".repeat(widths.number)}${GAP}${end}`;
  return `${start}${padEnd(fit(name, widths.name), widths.name, measure)}${GAP}${end}`;
}

/** One question in full, as the site shows it when its row is open. */
export function renderQuestion(question: Question, terminal: Capabilities): string {
  const width = paragraphWidth(terminal.columns);
  const paragraph = (text: string) => wrap(stripControls(text), width, terminal.measure).join("\n");
  const sections: (readonly [heading: string, text: string])[] = [
    ["Tags", oneLine(question.tags.join(", "))],
    ["View Question", address(question.link)],
    ["View Solution", address(question.solution)],
    ["Takeaways", paragraph(question.takeaways)],
    ["Analysis + Comments", paragraph(question.analysis)],
  ];
  const parts = sections
    .filter(([, text]) => text !== "")
    .map(([heading, text]) => `${terminal.paint("bold", heading)}\n${text}\n`);
  const head = [terminal.paint("bold", paragraph(question.name)), paragraph(question.text)].filter(
    (text) => text !== "",
  );
  return [`${head.join("\n")}\n`, ...parts].join("\n");
}

/** What the curator should fix, a line for each. */
export function renderReport({ rows, findings }: SheetReport): string {
  const lines = findings.map(({ row, problem }) => `${row === null ? "sheet" : `row ${row}`}: ${oneLine(problem)}\n`);
  const count = findings.length === 0 ? "no problems" : counted(findings.length, "problem");
  return `${lines.join("")}${counted(rows, "row")}, ${count}\n`;
}

/** The normal form of a web address; what is none is shown as text and said to be none. */
function address(link: string): string {
  const text = oneLine(link);
  if (text === "") return "";
  return webLink(link)?.href ?? `${text} (not a web address)`;
}
