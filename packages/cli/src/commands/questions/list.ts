import {
  type CardStates,
  type CivilDate,
  type Config,
  cardStatesOf,
  checkSheet,
  counted,
  DailyleetError,
  type Difficulty,
  difficultyOf,
  filterQuestions,
  findQuestion,
  hasCode,
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
import { loadConfig } from "../../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { todayOf } from "../../terminal/dates.ts";
import { type CommonOptions, type ListOptions, withList } from "../../terminal/options.ts";
import { note, oneLine, printJson, writeText } from "../../terminal/output.ts";
import { padEnd, paragraphWidth, truncate, wrap } from "../../terminal/width.ts";
import { withTracker } from "../../tracker/openTracker.ts";
import { fileOf, loadQuestions, loadSheetText } from "./sheet.ts";

/** `due` questions are `learning` or `known` ones whose day has come. */
export type StateFilter = PracticeState | "due";

interface QuestionsOptions extends CommonOptions, ListOptions {
  readonly words: readonly string[];
  readonly tag: readonly string[] | undefined;
  readonly difficulty: readonly Difficulty[] | undefined;
  readonly state: StateFilter | undefined;
  /** The only question to show, as a person names it. */
  readonly show: string | undefined;
  readonly check: true | undefined;
}

const FAILED = 1;

export async function runQuestions(context: Context, options: QuestionsOptions): Promise<void> {
  const { words, tag, difficulty, state, show, check } = options;
  const isFiltered = words.length > 0 || [tag, difficulty, state].some((filter) => filter !== undefined);
  if ([isFiltered, show !== undefined, check === true].filter(Boolean).length > 1) {
    throw new DailyleetError("usage", "Use either --show or --check, or words with --tag, --difficulty and --state.");
  }
  const config = withList(loadConfig(context), options);
  if (check) printReport(context, checkSheet(await loadSheetText(context, config)), fileOf(config), options);
  else if (show !== undefined) await printOne(context, config, options, show);
  else await printList(context, config, options);
}

/** What the curator should fix. */
function printReport(
  context: Context,
  { rows, findings }: SheetReport,
  name: string,
  { json }: QuestionsOptions,
): void {
  if (findings.length > 0) context.setExitCode(FAILED);
  const lines = findings.map(({ row, problem }) => `${row === null ? name : `row ${row}`}: ${oneLine(problem)}\n`);
  const count = findings.length === 0 ? "no problems" : counted(findings.length, "problem");
  if (json) printJson(context, { version: 1, rows, findings });
  else writeText(context.stdout, `${lines.join("")}${counted(rows, "row")}, ${count}\n`);
}

async function printList(context: Context, config: Config, options: QuestionsOptions): Promise<void> {
  // Only a filter by state waits for the cloud.
  const isAsked = options.state !== undefined || config.firebase === undefined;
  const cardStates = await withTracker(context, config, options, async (tracker) =>
    cardStatesOf(await (isAsked ? tracker.readMarks() : tracker.readKnownMarks())),
  ).catch(nullIfSignedOut(options));
  const questions = await loadQuestions(context, config);
  const chosen = choose(questions, options, cardStates, todayOf(context, config));
  if (options.json) return printJson(context, { version: 1, questions: chosen.map(rowJson) });
  if (chosen.length === 0) note(context, questions.length === 0 ? emptySheet(config) : noMatch(options));
  if (questions.length === 0 && SHEET_FILE.test(config.sheet ?? "")) context.setExitCode(FAILED);
  const texts = chosen.map(({ question }) => question.name + question.tags.join(""));
  const lines = chosen.map(({ number, question, progress }) => {
    const detail = [...(progress?.due ? [`due ${progress.due}`] : []), ...kindOf(question)].join(", ");
    return { number, name: oneLine(question.name), detail: oneLine(detail) };
  });
  writeText(context.stdout, renderList(lines, await capabilitiesOf(context, options, texts)));
}

/** A question with its number in the whole list; `progress` is null where nobody is signed in. */
interface Row {
  readonly number: number;
  readonly question: Question;
  readonly progress: Progress | null;
}

function rowJson({ number, question, progress }: Row): object {
  const { difficulty: _, ...texts } = question;
  const { state = null, due = null } = progress ?? {};
  return { number, ...texts, difficulty: difficultyOf(question), state, due };
}

/** Null where nobody is signed in; only a filter by state needs a sign-in. */
function nullIfSignedOut({ state }: QuestionsOptions) {
  return (error: unknown) => {
    if (state === undefined && hasCode(error, "signin-needed")) return null;
    throw error;
  };
}

function choose(
  questions: readonly Question[],
  { words, tag, difficulty, state }: QuestionsOptions,
  cardStates: CardStates | null,
  today: CivilDate,
): Row[] {
  let number = 0;
  const found = filterQuestions(questions, { words, tags: tag ?? [], difficulties: difficulty ?? [] });
  const rows = found.map((question) => {
    // The filter keeps the order of the list.
    number = questions.indexOf(question, number) + 1;
    // A key takes as long to compute as its row to read.
    const cardState = cardStates?.size ? cardStates.get(questionKey(question)) : undefined;
    return { number, question, progress: cardStates && progressAt(cardState, today) };
  });
  if (state === undefined) return rows;
  return rows.filter(({ progress }) => (state === "due" ? progress?.isDue : progress?.state === state));
}

function noMatch({ state, words, tag, difficulty }: QuestionsOptions): string {
  const level = difficulty?.map((each) => each.toLowerCase()).join(" or ");
  const standing = [level, state].filter((each) => each !== undefined).join(" and ");
  if (standing !== "" && words.length === 0 && tag === undefined) return `No question is ${standing}.`;
  const wanted = `has all of these words and tags${standing === "" ? "" : ` and is ${standing}`}`;
  return `No question ${wanted}; try fewer.`;
}

export function emptySheet({ sheet = "" }: Config): string {
  return SHEET_FILE.test(sheet)
    ? `There is no question in ${sheet}; put a name and a link into each row.`
    : "The question sheet is empty; put a name in column B and a link in column C.";
}

async function printOne(context: Context, config: Config, options: QuestionsOptions, name: string): Promise<void> {
  const { question, key, number } = findQuestion(await loadQuestions(context, config), name);
  const reading = withTracker(context, config, options, (tracker) => tracker.readKnownMarks());
  const marks = await reading.catch(nullIfSignedOut(options));
  const history = marks ? historyOf(marksOf(marks, key)) : [];
  if (options.json) {
    const progress = marks && progressOf(marks, key, todayOf(context, config));
    const told = history.map((entry) => ({ ...entry, mark: MARK_WORDS[entry.mark ?? 0] }));
    return printJson(context, { version: 1, questions: [{ ...rowJson({ number, question, progress }), marks: told }] });
  }
  const texts = [question.name, question.text, question.takeaways, question.analysis];
  const terminal = await capabilitiesOf(context, options, texts);
  const lines = history.map(({ date, mark = 0, due }) => `${date}  ${MARK_WORDS[mark].padEnd(8)}  back on ${due}\n`);
  const marked = lines.length === 0 ? "" : `\n${terminal.paint("bold", "Marks")}\n${lines.join("")}`;
  writeText(context.stdout, renderQuestion(question, terminal) + marked);
}

/** The tags, and the difficulty where it is none of them. */
export function kindOf(question: Question): readonly string[] {
  const { tags, difficulty } = question;
  // Most tags are in this spelling, and others take long to compare in a list of thousands.
  if (difficulty === undefined || tags.includes(difficulty) || difficultyOf({ tags }) !== null) return tags;
  return [...tags, difficulty];
}

/** A question in a list; its texts are free of control characters. */
interface ListLine {
  readonly number: number;
  readonly name: string;
  readonly detail: string;
  /** Stands on a line of its own and is never cut: a link that is cut leads nowhere. */
  readonly below?: string;
}

const GAP = "  ";
const MIN_COLUMNS = 20;
const ROOM_FOR_DETAIL = 40;
const MAX_NAME = 60;
/** A name cut below this can't be told from others. */
const MIN_NAME = 10;

/**
 * Where a terminal is too narrow, the detail is cut or left out. A detail that is to stay whole has the name cut, and
 * stands below it where that is not enough.
 */
export function renderList(lines: readonly ListLine[], terminal: Capabilities, isDetailWhole = false): string {
  const widths = listWidths(lines, terminal, isDetailWhole);
  const indent = " ".repeat(widths.number) + GAP;
  const rows = lines.map((line) => {
    const below = line.below === undefined ? "" : `${indent}${terminal.paint("dim", line.below)}\n`;
    return `${renderLine(line, widths, terminal)}\n${below}`;
  });
  return rows.join("");
}

/** `detail` is 0 where there is no room for it; `isBelow`: it stands below the name. */
function listWidths(lines: readonly ListLine[], { columns, measure }: Capabilities, isDetailWhole: boolean) {
  const widest = (textOf: (line: ListLine) => string) =>
    lines.reduce((most, line) => Math.max(most, measure(textOf(line))), 0);
  const number = widest((line) => String(line.number));
  const room = Math.max(columns, MIN_COLUMNS) - number - GAP.length;
  const wanted = widest((line) => line.name);
  const name = Math.min(wanted, MAX_NAME);
  if (isDetailWhole) {
    const detail = widest((line) => line.detail);
    const beside = room - GAP.length - detail;
    const isBelow = beside < Math.min(name, MIN_NAME);
    return { number, name: Math.min(name, isBelow ? room : beside), detail: isBelow ? room : detail, isBelow };
  }
  if (room < ROOM_FOR_DETAIL) return { number, name: Math.min(name, room), detail: 0, isBelow: false };
  const cut = Math.min(name, Math.floor(room * 0.6));
  return { number, name: cut, detail: room - cut - GAP.length, isBelow: false };
}

function renderLine(
  { number, name, detail }: ListLine,
  widths: ReturnType<typeof listWidths>,
  { paint, columns, measure, unicode }: Capabilities,
): string {
  const fit = (text: string, width: number) =>
    columns === Number.POSITIVE_INFINITY ? text : truncate(text, width, measure, unicode ? "…" : "...");
  const start = `${paint("dim", String(number).padStart(widths.number))}${GAP}`;
  if (widths.detail === 0 || detail === "") return start + fit(name, widths.name);
  const end = paint("cyan", fit(detail, widths.detail));
  if (widths.isBelow) return `${start}${fit(name, widths.name)}\n${" ".repeat(widths.number)}${GAP}${end}`;
  return `${start}${padEnd(fit(name, widths.name), widths.name, measure)}${GAP}${end}`;
}

/** One question in full, as the site shows it when its row is open. */
export function renderQuestion(question: Question, terminal: Capabilities, hasNoAnswers = false): string {
  const answers = [
    ["View Solution", address(question.solution)],
    ["Takeaways", paragraph(question.takeaways, terminal)],
    ["Analysis + Comments", paragraph(question.analysis, terminal)],
  ];
  const sections = [
    ["Tags", oneLine(question.tags.join(", "))],
    ["Difficulty", difficultyOf(question) ?? ""],
    ["View Question", address(question.link)],
    ...(hasNoAnswers ? [] : answers),
  ];
  const parts = sections.flatMap(([heading = "", text = ""]) =>
    text === "" ? [] : `${terminal.paint("bold", heading)}\n${text}\n`,
  );
  const head = [terminal.paint("bold", paragraph(question.name, terminal)), paragraph(question.text, terminal)];
  return [`${head.filter(Boolean).join("\n")}\n`, ...parts].join("\n");
}

export function paragraph(text: string, { columns, measure }: Capabilities): string {
  return wrap(stripControls(text), paragraphWidth(columns), measure).join("\n");
}

/** The normal form of a web address, or the text with a remark that it is none. */
export function address(link: string): string {
  const text = oneLine(link);
  return text === "" ? "" : (webLink(link)?.href ?? `${text} (not a web address)`);
}
