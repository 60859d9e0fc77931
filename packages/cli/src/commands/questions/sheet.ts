import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHttp, downloadSheet } from "@dailyleet/client";
import {
  type Config,
  civilDateAt,
  counted,
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

/** A younger download is used again without asking the network. */
const FRESH_MS = 3_600_000;
const SLOW_MS = 1_000;

/** What a list shows of a question, and the link by which its marks are found. */
export type ListRow = Pick<Question, "name" | "link" | "tags" | "difficulty">;

export interface QuestionSheet<Row extends ListRow = Question> {
  readonly questions: readonly Row[];
  /** How many rows had to be left out. */
  readonly leftOut: number;
  /** What the spreadsheet service says of its answer. */
  readonly warnings: readonly string[];
}

/** A downloaded sheet, as it is cached in the person's data directory. */
export interface SheetCopy<Row extends ListRow = Question> {
  /** Milliseconds since the epoch. */
  readonly downloaded: number;
  readonly sheet: QuestionSheet<Row>;
}

/**
 * The questions of the list in use, with notes for what had to be left out. Where a spreadsheet can't be had, its last
 * copy, with a note that gives its date. Throws `bad-sheet` and `unavailable`.
 */
export async function loadQuestions(context: Context, config: Config): Promise<readonly Question[]> {
  return withNotes(context, await loadSheet(context, config));
}

/** As `loadQuestions`, but only what a list shows, which takes less time for thousands of questions. */
export async function loadList(context: Context, config: Config): Promise<readonly ListRow[]> {
  return withNotes<ListRow>(context, await load(context, config, readCopiedList, FRESH_MS));
}

/** As `loadQuestions`, without its notes on rows. A copy younger than `freshMs` is used without asking the network. */
export function loadSheet(context: Context, config: Config, freshMs = FRESH_MS): Promise<QuestionSheet> {
  return load(context, config, readCopy, freshMs);
}

function withNotes<Row extends ListRow>(context: Context, sheet: QuestionSheet<Row>): readonly Row[] {
  const { questions, leftOut, warnings } = sheet;
  for (const warning of warnings) note(context, `The spreadsheet service warns: ${warning}.`);
  if (leftOut > 0) note(context, `${counted(leftOut, "row")} skipped; 'dailyleet questions --check' says why.`);
  return questions;
}

/** Null for a copy of another address, and for a damaged one. */
type ReadCopy<Row extends ListRow> = (bytes: Buffer, url: string) => SheetCopy<Row> | null;

async function load<Row extends ListRow>(
  context: Context,
  config: Config,
  read: ReadCopy<Row | Question>,
  freshMs: number,
): Promise<QuestionSheet<Row | Question>> {
  const loading = sheetsOf(config).map((place) => {
    const text = readHere(context, place);
    return text === null ? loadOnline(context, addressOf(place), read, freshMs) : readSheet(text);
  });
  const sheets = await Promise.all(loading);
  return {
    questions: joinLists(sheets.map(({ questions }) => questions)),
    leftOut: sheets.reduce((sum, { leftOut }) => sum + leftOut, 0),
    warnings: sheets.flatMap(({ warnings }) => warnings),
  };
}

async function loadOnline<Row extends ListRow>(
  context: Context,
  url: string,
  read: ReadCopy<Row | Question>,
  freshMs: number,
): Promise<QuestionSheet<Row | Question>> {
  const copy = cachedCopy(context, url, read);
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

/** The text of the person's own sheet, else of the first of the list in use, as it is now. Throws as `loadSheet`. */
export async function loadSheetText(context: Context, config: Config): Promise<string> {
  const places = sheetsOf(config);
  const [place = { bundled: "" }] = [...places.filter(isOwn), ...places];
  return readHere(context, place) ?? (await fetchSheet(context, addressOf(place))).text;
}

/** The questions as they are on this computer now; never asks the network. Throws `bad-sheet`. */
export function readKeptQuestions(context: Context, config: Config): readonly Question[] {
  const lists = sheetsOf(config).map((place) => {
    const text = readHere(context, place);
    const sheet = text === null ? cachedCopy(context, addressOf(place), readCopy)?.sheet : readSheet(text);
    return sheet?.questions ?? [];
  });
  return joinLists(lists);
}

/** The names of `readKeptQuestions` by the questions' keys. */
export function keptNames(context: Context, config: Config): ReadonlyMap<string, string> {
  const list = distinctQuestions(readKeptQuestions(context, config));
  return new Map(list.map(({ key, question }) => [key, question.name]));
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
  if (isOwn(place)) return SHEET_FILE.test(place.own) ? readSheetFile(context, place.own) : null;
  const text = readText(join(context.programDirectory, "site", place.bundled));
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

/** Downloads the sheet and caches it if there is room. */
async function fetchSheet(context: Context, url: string): Promise<{ text: string; sheet: QuestionSheet }> {
  const text = await download(context, url);
  const sheet = readSheet(text);
  const { sheetFile } = placesOf(context);
  cacheIfPossible(() => {
    makePrivateDirectory(dirname(sheetFile));
    writePrivate(sheetFile, copyText(url, context.now(), sheet));
  });
  return { text, sheet };
}

/** A slow download says on a terminal what it waits for. */
async function download(context: Context, url: string): Promise<string> {
  const right = jsonSheetAddress(url);
  if (right !== null) {
    throw new DailyleetError(
      "bad-sheet",
      `'sheet' in dailyleet.json is the address of the spreadsheet's page; set it to ${right} and share the spreadsheet with anyone who has the link.`,
    );
  }
  const done = new AbortController();
  void context.wait(SLOW_MS, done.signal).then(() => {
    if (!done.signal.aborted && context.stderr.isTerminal()) note(context, "Waiting for the question sheet...");
  });
  try {
    return await downloadSheet({ http: createHttp(context), url });
  } finally {
    done.abort();
  }
}

function cachedCopy<Row extends ListRow>(context: Context, url: string, read: ReadCopy<Row>): SheetCopy<Row> | null {
  try {
    return read(readFileSync(placesOf(context).sheetFile), url);
  } catch {
    return null;
  }
}

export function readSheet(text: string): QuestionSheet {
  const { questions, faults, warnings } = parseSheet(text);
  return { questions, leftOut: faults.length, warnings };
}

/** A copy is one JSON document of two lines. The first holds the rows of a list, which are read without the texts. */
export function copyText(url: string, downloaded: number, { questions, ...rest }: QuestionSheet): string {
  const rows = questions.map(({ name, link, tags, difficulty }) => ({ name, link, tags, difficulty }));
  const head = JSON.stringify({ version: 2, url, downloaded, ...rest, rows });
  return `${head.slice(0, -1)},\n"questions":${JSON.stringify(questions)}}\n`;
}

/** The copy with all that is in it. */
export function readCopy(bytes: Buffer, url: string): SheetCopy | null {
  const copy = parseCopy(bytes.toString(), url);
  if (copy === null) return null;
  const { downloaded, text, questions } = copy;
  // Older versions cached the service's answer itself.
  if (typeof text === "string") return { downloaded, sheet: readSheet(text) };
  return areAll(questions, isQuestion) ? { downloaded, sheet: { ...notesOf(copy), questions } } : null;
}

/** The copy with what a list shows; the whole copy where its first line does not have that. */
export function readCopiedList(bytes: Buffer, url: string): SheetCopy<ListRow> | null {
  const end = bytes.indexOf(",\n");
  const copy = end < 0 ? null : parseCopy(`${bytes.toString("utf8", 0, end)}}`, url);
  if (copy === null || !areAll(copy.rows, isRow)) return readCopy(bytes, url);
  return { downloaded: copy.downloaded, sheet: { ...notesOf(copy), questions: copy.rows } };
}

type ParsedCopy = Readonly<Record<string, unknown>> & { readonly downloaded: number };

function parseCopy(text: string, url: string): ParsedCopy | null {
  try {
    const copy: unknown = JSON.parse(text);
    return isRecord(copy) && copy.url === url && Number.isFinite(copy.downloaded) ? (copy as ParsedCopy) : null;
  } catch {
    return null;
  }
}

function notesOf({ leftOut, warnings }: ParsedCopy): Omit<QuestionSheet, "questions"> {
  return { leftOut: Number(leftOut), warnings: areAll(warnings, isText) ? warnings : [] };
}

const LEVELS: readonly unknown[] = [...DIFFICULTIES, undefined];

function isRow(value: unknown): value is ListRow {
  if (!isRecord(value) || !isText(value.name) || !isText(value.link)) return false;
  return areAll(value.tags, isText) && LEVELS.includes(value.difficulty);
}

function isQuestion(value: unknown): value is Question {
  if (!isRow(value)) return false;
  const { text, solution, takeaways, analysis } = value as Partial<Question>;
  return [text, solution, takeaways, analysis].every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function areAll<T>(values: unknown, isOne: (value: unknown) => value is T): values is readonly T[] {
  return Array.isArray(values) && values.every(isOne);
}
