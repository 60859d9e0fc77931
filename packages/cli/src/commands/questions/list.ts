import {
  type CardStates,
  type CivilDate,
  type Config,
  cardStatesOf,
  checkSheet,
  counted,
  type Difficulty,
  difficultyOf,
  filterQuestions,
  findQuestion,
  historyOf,
  MARK_WORDS,
  marksOf,
  type PracticeState,
  type Progress,
  progressAt,
  progressOf,
  type Question,
  questionKey,
  SHEET_FILE,
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
import type { Tracker } from "../../tracker/tracker.ts";
import { type ListRow, loadList, loadSheet, loadSheetText, type QuestionSheet } from "./sheet.ts";

/** `due` questions are `learning` or `known` ones whose day has come. */
export type StateFilter = PracticeState | "due";

export interface QuestionsOptions extends CommonOptions {
  readonly words: readonly string[];
  readonly tag: readonly string[] | undefined;
  readonly difficulty: readonly Difficulty[] | undefined;
  readonly state: StateFilter | undefined;
  /** The question that is wanted alone, as a person names it. */
  readonly show: string | undefined;
  readonly check: true | undefined;
}

/** What a command reads of the person's marks; null where nobody is signed in. */
export type ReadTracker = <T>(use: (tracker: Tracker) => Promise<T>) => Promise<T | null>;

const FAILED = 1;

/** What `dailyleet questions` answers. */
export async function answerQuestions(
  context: Context,
  config: Config,
  options: QuestionsOptions,
  read: ReadTracker,
): Promise<void> {
  if (options.check) printReport(context, await loadSheetText(context, config), options);
  else if (options.show !== undefined) await printOne(context, config, options, options.show, read);
  else if (options.json) await printRows(context, config, options, read);
  else await printList(context, config, options, read);
}

function printReport(context: Context, text: string, { json }: QuestionsOptions): void {
  const report = checkSheet(text);
  if (json) printJson(context, { version: 1, ...report });
  else context.stdout.write(renderReport(report));
  if (report.findings.length > 0) context.setExitCode(FAILED);
}

async function printRows(context: Context, config: Config, options: QuestionsOptions, read: ReadTracker) {
  const cardStates = await readStates(config, options, read);
  const questions = readRows(context, await loadSheet(context, config));
  const chosen = choose(questions, options, cardStates, todayOf(context, config));
  printJson(context, { version: 1, questions: chosen.map(rowJson) });
}

function rowJson({ number, question, progress }: StandingRow<Question>): object {
  const { difficulty: _, ...texts } = question;
  const { state = null, due = null } = progress ?? {};
  return { number, ...texts, difficulty: difficultyOf(question), state, due };
}

/** Only what is searched for words needs the texts. */
async function printList(context: Context, config: Config, options: QuestionsOptions, read: ReadTracker) {
  const cardStates = await readStates(config, options, read);
  const hasLinks = cardStates !== null && cardStates.size > 0;
  const rows = options.words.length > 0 ? loadSheet(context, config) : loadList(context, config, hasLinks);
  const questions = readRows<ListRow>(context, await rows);
  const chosen = choose(questions, options, cardStates, todayOf(context, config));
  if (chosen.length === 0) note(context, questions.length === 0 ? emptySheet(config) : noMatch(options));
  const texts = chosen.map(({ question }) => question.name + question.tags.join(""));
  context.stdout.write(renderList(chosen, await capabilitiesOf(context, options, texts), STANDING));
}

/** The questions of a sheet, and a note for what had to be left out. */
export function readRows<Row extends ListRow>(context: Context, sheet: QuestionSheet<Row>): readonly Row[] {
  const { questions, leftOut, warnings } = sheet;
  for (const warning of warnings) note(context, `The spreadsheet service warns: ${warning}.`);
  if (leftOut > 0) note(context, `${counted(leftOut, "row")} skipped; 'dailyleet questions --check' says why.`);
  return questions;
}

/** Where the person stands; who only looks at the list doesn't wait for the cloud. */
function readStates({ firebase }: Config, { state }: QuestionsOptions, read: ReadTracker): Promise<CardStates | null> {
  const isAsked = state !== undefined || firebase === undefined;
  return read(async (tracker) => (isAsked ? tracker.readCardStates() : cardStatesOf(await tracker.readKnownMarks())));
}

/** The questions asked for, with the numbers that they have in the whole list and where the person stands. */
function choose<Row extends ListRow>(
  questions: readonly Row[],
  { words, tag, difficulty, state }: QuestionsOptions,
  cardStates: CardStates | null,
  today: CivilDate,
): StandingRow<Row>[] {
  let number = 0;
  const found = filterQuestions(questions, { words, tags: tag ?? [], difficulties: difficulty ?? [] });
  const rows = found.map((question) => {
    // They come in the order of the list.
    number = questions.indexOf(question, number) + 1;
    // A key takes as long to find as its row to read.
    const cardState = cardStates?.size ? cardStates.get(questionKey(question)) : undefined;
    return { number, question, progress: cardStates && progressAt(cardState, today) };
  });
  return rows.filter(({ progress }) => state === undefined || isIn(progress, state));
}

function isIn(progress: Progress | null, state: StateFilter): boolean {
  return state === "due" ? progress?.isDue === true : progress?.state === state;
}

function noMatch({ state, words, tag, difficulty }: QuestionsOptions): string {
  const level = difficulty?.map((each) => each.toLowerCase()).join(" or ");
  const standing = [level, state].filter((each) => each !== undefined).join(" and ");
  if (standing !== "" && words.length === 0 && tag === undefined) return `No question is ${standing}.`;
  const wanted = `has all of these words and tags${standing === "" ? "" : ` and is ${standing}`}`;
  return `No question ${wanted}; try fewer.`;
}

export function emptySheet({ sheet }: Config): string {
  if (sheet === undefined) return "The bundled questions are missing; install dailyleet again.";
  return SHEET_FILE.test(sheet)
    ? `There is no question in ${sheet}; put a name and a link into each row.`
    : "The question sheet is empty; put a name in column B and a link in column C.";
}

/** The question in full, and its marks. */
async function printOne(
  context: Context,
  config: Config,
  options: QuestionsOptions,
  name: string,
  read: ReadTracker,
): Promise<void> {
  const { question, key, number } = findQuestion(readRows(context, await loadSheet(context, config)), name);
  const marks = await read((tracker) => tracker.readKnownMarks());
  const history = marks ? historyOf(marksOf(marks, key)) : [];
  if (options.json) {
    const progress = marks && progressOf(marks, key, todayOf(context, config));
    const told = history.map((entry) => ({ ...entry, mark: MARK_WORDS[entry.mark ?? 0] }));
    return printJson(context, { version: 1, questions: [{ ...rowJson({ number, question, progress }), marks: told }] });
  }
  const texts = [question.name, question.text, question.takeaways, question.analysis];
  const terminal = await capabilitiesOf(context, options, texts);
  context.stdout.write(renderQuestion(question, terminal) + renderHistory(history, terminal));
}

export interface NumberedRow {
  /** Its place in the whole list, from 1. */
  readonly number: number;
  readonly question: ListRow;
}

interface StandingRow<Row extends ListRow> extends NumberedRow {
  readonly question: Row;
  /** Null where nobody is signed in. */
  readonly progress: Progress | null;
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
  /** A line of its own for each, whole however narrow the terminal is: a link that is cut leads nowhere. */
  readonly below?: (entry: Entry) => string;
}

/** 'due 2026-11-29, array, Easy' */
const STANDING: ListDetail<StandingRow<ListRow>> = {
  textOf: ({ question, progress }) =>
    [...(progress?.due ? [`due ${progress.due}`] : []), ...kindOf(question)].join(", "),
  isWhole: false,
};

/** The tags, and the difficulty where it is none of them. */
export function kindOf(question: ListRow): readonly string[] {
  const { tags, difficulty } = question;
  // Most tags are in this spelling, and others take long to compare in a list of thousands.
  if (difficulty === undefined || tags.includes(difficulty) || difficultyOf({ tags }) !== null) return tags;
  return [...tags, difficulty];
}

/** A line for each question: number, name and the detail; whole where no terminal limits it. */
export function renderList<Entry extends NumberedRow>(
  list: readonly Entry[],
  terminal: Capabilities,
  { textOf, isWhole, below }: ListDetail<Entry>,
): string {
  const rows = list.map((entry) => ({
    number: String(entry.number),
    name: oneLine(entry.question.name),
    detail: oneLine(textOf(entry)),
  }));
  const widths = listWidths(rows, terminal, isWhole);
  return list
    .map((entry, index) => {
      const more = below ? `${" ".repeat(widths.number)}${GAP}${terminal.paint("dim", below(entry))}\n` : "";
      return `${renderRow(rows[index] as Row, widths, terminal)}\n${more}`;
    })
    .join("");
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
export function renderQuestion(question: Question, terminal: Capabilities, hasNoAnswers = false): string {
  const width = paragraphWidth(terminal.columns);
  const paragraph = (text: string) => wrap(stripControls(text), width, terminal.measure).join("\n");
  const sections: (readonly [heading: string, text: string])[] = [
    ["Tags", oneLine(question.tags.join(", "))],
    ["Difficulty", difficultyOf(question) ?? ""],
    ["View Question", address(question.link)],
    ["View Solution", address(question.solution)],
    ["Takeaways", paragraph(question.takeaways)],
    ["Analysis + Comments", paragraph(question.analysis)],
  ];
  const answers = ["View Solution", "Takeaways", "Analysis + Comments"];
  const parts = sections
    .filter(([heading]) => !hasNoAnswers || !answers.includes(heading))
    .filter(([, text]) => text !== "")
    .map(([heading, text]) => `${terminal.paint("bold", heading)}\n${text}\n`);
  const head = [terminal.paint("bold", paragraph(question.name)), paragraph(question.text)].filter(
    (text) => text !== "",
  );
  return [`${head.join("\n")}\n`, ...parts].join("\n");
}

/** '2026-11-01  solved    back on 2026-11-09', a line for each mark; nothing where there is none. */
function renderHistory(history: ReturnType<typeof historyOf>, { paint }: Capabilities): string {
  const lines = history.map(({ date, mark = 0, due }) => `${date}  ${MARK_WORDS[mark].padEnd(8)}  back on ${due}\n`);
  return lines.length === 0 ? "" : `\n${paint("bold", "Marks")}\n${lines.join("")}`;
}

/** What the curator should fix, a line for each. */
export function renderReport({ rows, findings }: SheetReport): string {
  const lines = findings.map(({ row, problem }) => `${row === null ? "sheet" : `row ${row}`}: ${oneLine(problem)}\n`);
  const count = findings.length === 0 ? "no problems" : counted(findings.length, "problem");
  return `${lines.join("")}${counted(rows, "row")}, ${count}\n`;
}

/** The normal form of a web address; what is none is shown as text and said to be none. */
export function address(link: string): string {
  const text = oneLine(link);
  if (text === "") return "";
  return webLink(link)?.href ?? `${text} (not a web address)`;
}
