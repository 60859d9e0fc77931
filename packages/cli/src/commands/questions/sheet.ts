import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHttp, downloadSheet } from "@dailyleet/client";
import {
  type Config,
  civilDateAt,
  DailyleetError,
  DIFFICULTIES,
  distinctQuestions,
  formatDate,
  hasCode,
  isRecord,
  joinLists,
  jsonSheetAddress,
  parseSheet,
  type Question,
  SHEET_FILE,
  type SheetPlace,
  sheetOfFile,
  sheetsOf,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { placesOf } from "../../files/directories.ts";
import { cacheIfPossible, makePrivateDirectory, readText, reasonOf, writePrivate } from "../../files/files.ts";
import { note } from "../../terminal/output.ts";

/** A download younger than this is used again without asking. */
const FRESH_MS = 3_600_000;
/** How long a download may take without a word. */
const QUIET_MS = 1_000;

/** How a command reads a copy: the whole sheet, or what a list shows of it. */
type ReadKept<Row extends ListRow> = (bytes: Buffer, url: string) => Copy<Row> | null;

/**
 * The questions of the list in use. Where a spreadsheet can't be had, its last copy, with a note that gives its date. A
 * copy younger than `freshMs` is used without asking. Throws `bad-sheet` and `unavailable`.
 */
export function loadSheet(
  context: Context,
  config: Config,
  freshMs: number = FRESH_MS,
): Promise<QuestionSheet<Question>> {
  return load(context, config, readCopy, freshMs);
}

/** The same for a list, which is there sooner, and soonest without links. */
export function loadList(context: Context, config: Config, hasLinks: boolean): Promise<QuestionSheet<ListRow>> {
  return load<ListRow>(context, config, (bytes, url) => readCopiedList(bytes, url, hasLinks), FRESH_MS);
}

async function load<Row extends ListRow>(
  context: Context,
  config: Config,
  read: ReadKept<Row | Question>,
  freshMs: number,
): Promise<QuestionSheet<Row | Question>> {
  const sheets = sheetsOf(config).map((place) => {
    const text = readHere(context, place);
    return text === null ? loadOnline(context, addressOf(place), read, freshMs) : readSheet(text);
  });
  return joined(await Promise.all(sheets));
}

async function loadOnline<Row extends ListRow>(
  context: Context,
  url: string,
  read: ReadKept<Row | Question>,
  freshMs: number,
): Promise<QuestionSheet<Row | Question>> {
  const copy = keptCopy(context, url, read);
  if (copy && Math.abs(context.now() - copy.downloaded) < freshMs) return copy.sheet;
  try {
    return (await fetchSheet(context, url)).sheet;
  } catch (error) {
    if (copy === null || !hasCode(error, "unavailable", "bad-sheet")) throw error;
    const date = formatDate(civilDateAt(copy.downloaded));
    note(context, `${error.message} Showing the questions as of ${date}.`);
    return copy.sheet;
  }
}

function joined<Row extends ListRow>(sheets: readonly QuestionSheet<Row>[]): QuestionSheet<Row> {
  return {
    questions: joinLists(sheets.map(({ questions }) => questions)),
    leftOut: sheets.reduce((sum, { leftOut }) => sum + leftOut, 0),
    warnings: sheets.flatMap(({ warnings }) => warnings),
  };
}

/** The text of the person's own sheet, else of the first of the list in use, as it is now. Throws as `loadSheet`. */
export async function loadSheetText(context: Context, config: Config): Promise<string> {
  const places = sheetsOf(config);
  const [place = { bundled: "" }] = [...places.filter(isOwn), ...places];
  return readHere(context, place) ?? (await fetchSheet(context, addressOf(place))).text;
}

/** The questions as they are on this computer now, without a word to the network. Throws `bad-sheet`. */
export function readKeptQuestions(context: Context, config: Config): readonly Question[] {
  const lists = sheetsOf(config).map((place) => {
    const text = readHere(context, place);
    const sheet = text === null ? keptCopy(context, addressOf(place), readCopy)?.sheet : readSheet(text);
    return sheet?.questions ?? [];
  });
  return joinLists(lists);
}

/** Whether a list in use has to be asked for online. */
export function isOnline(config: Config): boolean {
  return sheetsOf(config).some((place) => isOwn(place) && !SHEET_FILE.test(place.own));
}

function isOwn(place: SheetPlace): place is { readonly own: string } {
  return "own" in place;
}

function addressOf(place: SheetPlace): string {
  return isOwn(place) ? place.own : place.bundled;
}

/** The text of a sheet on this computer; null for one that is online. Throws `bad-sheet`. */
function readHere(context: Context, place: SheetPlace): string | null {
  if (!isOwn(place)) return readBundled(context, place.bundled);
  return SHEET_FILE.test(place.own) ? readSheetFile(context, place.own) : null;
}

/** The names of these questions by their keys. */
export function keptNames(context: Context, config: Config): ReadonlyMap<string, string> {
  const list = distinctQuestions(readKeptQuestions(context, config));
  return new Map(list.map(({ key, question }) => [key, question.name]));
}

/** Downloads the sheet, and keeps it if there is room. */
async function fetchSheet(context: Context, url: string): Promise<{ text: string; sheet: QuestionSheet<Question> }> {
  const text = await download(context, url);
  const sheet = readSheet(text);
  const { sheetFile } = placesOf(context);
  cacheIfPossible(() => {
    makePrivateDirectory(dirname(sheetFile));
    writePrivate(sheetFile, copyText(url, context.now(), sheet));
  });
  return { text, sheet };
}

async function download(context: Context, url: string): Promise<string> {
  const right = jsonSheetAddress(url);
  if (right !== null) {
    throw new DailyleetError(
      "bad-sheet",
      `'sheet' in dailyleet.json is the address of the spreadsheet's page; set it to ${right} and share the spreadsheet with anyone who has the link.`,
    );
  }
  return tellingWait(context, "Waiting for the question sheet...", downloadSheet({ http: createHttp(context), url }));
}

/** Says on a terminal what is waited for when it takes longer than a moment. */
async function tellingWait<T>(context: Context, sentence: string, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  void context.wait(QUIET_MS, done.signal).then(() => {
    if (!done.signal.aborted && context.stderr.isTerminal()) note(context, sentence);
  });
  try {
    return await work;
  } finally {
    done.abort();
  }
}

function readBundled({ programDirectory }: Context, file: string): string {
  const text = readText(join(programDirectory, "site", file));
  if (text !== null) return text;
  throw new DailyleetError("bad-sheet", "The bundled questions are missing; install dailyleet again.");
}

/** The file beside the configuration, in a sheet's form. Throws `bad-sheet`. */
export function readSheetFile(context: Context, file: string): string {
  const path = join(dirname(placesOf(context).configFile), file);
  try {
    return sheetOfFile(readFileSync(path), file);
  } catch (error) {
    if (error instanceof DailyleetError) throw error;
    const reason = reasonOf(error);
    throw new DailyleetError("bad-sheet", `Can't read ${path} (${reason}); put it there or correct 'sheet'.`);
  }
}

/** Null where there is none of this address, or none that can be read. */
function keptCopy<Row extends ListRow>(context: Context, url: string, read: ReadKept<Row>): Copy<Row> | null {
  try {
    return read(readFileSync(placesOf(context).sheetFile), url);
  } catch {
    return null;
  }
}

/** What a list shows of a question, and the link by which its marks are found. */
export type ListRow = Pick<Question, "name" | "link" | "tags" | "difficulty">;

/** A sheet as the commands need it: all of it, or what a list shows. */
export interface QuestionSheet<Row extends ListRow> {
  readonly questions: readonly Row[];
  /** How many rows had to be left out. */
  readonly leftOut: number;
  /** What the spreadsheet service says of its answer. */
  readonly warnings: readonly string[];
}

/** The last good download. */
export interface Copy<Row extends ListRow> {
  /** Milliseconds since the epoch. */
  readonly downloaded: number;
  readonly sheet: QuestionSheet<Row>;
}

export function readSheet(text: string): QuestionSheet<Question> {
  const { questions, faults, warnings } = parseSheet(text);
  return { questions, leftOut: faults.length, warnings };
}

/**
 * A download as it is kept: one JSON document of three lines. The first holds what a list shows, so that a long list can
 * be printed without reading the links of the second and the texts of the third. Most sheets have few different lists of tags; each is there once.
 */
export function copyText(url: string, downloaded: number, { questions, ...rest }: QuestionSheet<Question>): string {
  const lists = [...new Set(questions.map(({ tags }) => JSON.stringify(tags)))];
  const numbers = new Map(lists.map((list, index) => [list, index]));
  const names = questions.map(({ name }) => name);
  const links = questions.map(({ link }) => link);
  const levels = questions.map(({ difficulty }) => difficulty ?? "");
  const tags = questions.map((question) => numbers.get(JSON.stringify(question.tags)));
  const head = JSON.stringify({ version: 2, url, downloaded, ...rest, names, levels, tags });
  return `${head.slice(0, -1)},"tagLists":[${lists.join()}],\n"links":${JSON.stringify(links)},\n"questions":${JSON.stringify(questions)}}\n`;
}

/** The copy of this address with all that is in it; null where it is of another one or damaged. */
export function readCopy(bytes: Buffer, url: string): Copy<Question> | null {
  const copy = parseOwn(bytes.toString(), url);
  if (copy === null) return null;
  // As versions before this one kept it.
  if (typeof copy.text === "string") return { downloaded: copy.downloaded, sheet: readSheet(copy.text) };
  const { downloaded, questions } = copy;
  return areAll(questions, isQuestion) ? { downloaded, sheet: { ...notesOf(copy), questions } } : null;
}

/** The same, but of the questions only what a list shows. */
export function readCopiedList(bytes: Buffer, url: string, hasLinks: boolean): Copy<ListRow> | null {
  const first = bytes.indexOf(",\n");
  const end = hasLinks && first >= 0 ? bytes.indexOf(",\n", first + 1) : first;
  const copy = end < 0 ? null : parseOwn(`${bytes.toString("utf8", 0, end)}}`, url);
  if (copy === null) return readCopy(bytes, url);
  const { downloaded, names, links = [], levels, tags, tagLists } = copy;
  const isWhole = areTexts(names) && areTexts(links) && areTexts(levels) && areAll(tags, isNumber);
  if (!isWhole || !areAll(tagLists, areTexts)) return readCopy(bytes, url);
  const questions = names.map((name, index) => {
    const difficulty = DIFFICULTIES.find((level) => level === levels[index]);
    const row = { name, link: links[index] ?? "", tags: tagLists[tags[index] ?? -1] ?? [] };
    return difficulty ? { ...row, difficulty } : row;
  });
  return { downloaded, sheet: { ...notesOf(copy), questions } };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const areTexts = (value: unknown): value is readonly string[] => areAll(value, isText);
const LEVELS: readonly unknown[] = [...DIFFICULTIES, undefined];
const TEXTS = ["name", "link", "text", "solution", "takeaways", "analysis"];

function isQuestion(value: unknown): value is Question {
  if (!isRecord(value) || !TEXTS.every((column) => isText(value[column]))) return false;
  return areTexts(value.tags) && LEVELS.includes(value.difficulty);
}

function areAll<T>(values: unknown, isOne: (value: unknown) => value is T): values is readonly T[] {
  return Array.isArray(values) && values.every(isOne);
}

type Kept = Readonly<Record<string, unknown>> & { readonly downloaded: number };

function notesOf({ leftOut, warnings }: Kept): Omit<QuestionSheet<Question>, "questions"> {
  return { leftOut: Number(leftOut), warnings: areTexts(warnings) ? warnings : [] };
}

function parseOwn(text: string, url: string): Kept | null {
  try {
    const copy: unknown = JSON.parse(text);
    return isRecord(copy) && copy.url === url && Number.isFinite(copy.downloaded) ? (copy as Kept) : null;
  } catch {
    return null;
  }
}
