import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHttp, downloadSheet } from "@dailyleet/client";
import {
  type Config,
  civilDateAt,
  DailyleetError,
  distinctQuestions,
  formatDate,
  hasCode,
  isRecord,
  jsonSheetAddress,
  parseSheet,
  type Question,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { placesOf } from "../../files/directories.ts";
import { cacheIfPossible, makePrivateDirectory, readText, writePrivate } from "../../files/files.ts";
import { note } from "../../terminal/output.ts";

/** A download younger than this is used again without asking. */
const FRESH_MS = 3_600_000;
/** How long a download may take without a word. */
const QUIET_MS = 1_000;
const BUNDLED = "questions.gviz.txt";

/** How a command reads what there is: the whole sheet, or what a list shows of it. */
type ReadKept<Row extends NamedQuestion> = (bytes: Buffer, url: string) => Copy<Row> | null;

/**
 * The configured spreadsheet, else the bundled sheet. Where the spreadsheet cannot be had, the last copy, with a note
 * that gives its date. A copy younger than `freshMs` is used without asking. Throws `bad-sheet` and `unavailable`.
 */
export function loadSheet(
  context: Context,
  config: Config,
  freshMs: number = FRESH_MS,
): Promise<QuestionSheet<Question>> {
  return load(context, config, readCopy, freshMs);
}

/** The same for a list, which is there sooner. */
export function loadList(context: Context, config: Config): Promise<QuestionSheet<NamedQuestion>> {
  return load<NamedQuestion>(context, config, readCopiedList, FRESH_MS);
}

async function load<Row extends NamedQuestion>(
  context: Context,
  { sheet: url }: Config,
  read: ReadKept<Row | Question>,
  freshMs: number,
): Promise<QuestionSheet<Row | Question>> {
  if (url === undefined) return readSheet(readBundled(context));
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

/** The sheet's text as it is now. Throws `bad-sheet` and `unavailable`. */
export async function loadSheetText(context: Context, { sheet }: Config): Promise<string> {
  return sheet === undefined ? readBundled(context) : (await fetchSheet(context, sheet)).text;
}

/** The questions as they are on this computer now, without a word to the network. Throws `bad-sheet`. */
export function readKeptQuestions(context: Context, { sheet: url }: Config): readonly Question[] {
  if (url === undefined) return readSheet(readBundled(context)).questions;
  return keptCopy(context, url, readCopy)?.sheet.questions ?? [];
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

function readBundled({ programDirectory }: Context): string {
  const text = readText(join(programDirectory, "site", BUNDLED));
  if (text !== null) return text;
  throw new DailyleetError("bad-sheet", "The bundled questions are missing; install dailyleet again.");
}

/** Null where there is none of this address, or none that can be read. */
function keptCopy<Row extends NamedQuestion>(context: Context, url: string, read: ReadKept<Row>): Copy<Row> | null {
  try {
    return read(readFileSync(placesOf(context).sheetFile), url);
  } catch {
    return null;
  }
}

/** What a list shows of a question. */
export type NamedQuestion = Pick<Question, "name" | "tags">;

/** A sheet as the commands need it: all of it, or what a list shows. */
export interface QuestionSheet<Row extends NamedQuestion> {
  readonly questions: readonly Row[];
  /** How many rows had to be left out. */
  readonly leftOut: number;
  /** What the spreadsheet service says of its answer. */
  readonly warnings: readonly string[];
}

/** The last good download. */
export interface Copy<Row extends NamedQuestion> {
  /** Milliseconds since the epoch. */
  readonly downloaded: number;
  readonly sheet: QuestionSheet<Row>;
}

export function readSheet(text: string): QuestionSheet<Question> {
  const { questions, faults, warnings } = parseSheet(text);
  return { questions, leftOut: faults.length, warnings };
}

/**
 * A download as it is kept: one JSON document of two lines. The first holds what a list shows, so that a long list can
 * be printed without reading the texts of the second. Most sheets have few different lists of tags; each is there once.
 */
export function copyText(url: string, downloaded: number, { questions, ...rest }: QuestionSheet<Question>): string {
  const lists = [...new Set(questions.map(({ tags }) => JSON.stringify(tags)))];
  const numbers = new Map(lists.map((list, index) => [list, index]));
  const names = questions.map(({ name }) => name);
  const tags = questions.map((question) => numbers.get(JSON.stringify(question.tags)));
  const head = JSON.stringify({ version: 2, url, downloaded, ...rest, names, tags });
  return `${head.slice(0, -1)},"tagLists":[${lists.join()}],\n"questions":${JSON.stringify(questions)}}\n`;
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
export function readCopiedList(bytes: Buffer, url: string): Copy<NamedQuestion> | null {
  const end = bytes.indexOf(",\n");
  const copy = end < 0 ? null : parseOwn(`${bytes.toString("utf8", 0, end)}}`, url);
  if (copy === null) return readCopy(bytes, url);
  const { downloaded, names, tags, tagLists } = copy;
  if (!areAll(names, isText) || !areAll(tags, isNumber) || !areAll(tagLists, areTexts)) return null;
  const questions = names.map((name, index) => ({ name, tags: tagLists[tags[index] ?? -1] ?? [] }));
  return { downloaded, sheet: { ...notesOf(copy), questions } };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const areTexts = (value: unknown): value is readonly string[] => areAll(value, isText);
const TEXTS = ["name", "link", "text", "solution", "takeaways", "analysis"];

function isQuestion(value: unknown): value is Question {
  return isRecord(value) && TEXTS.every((column) => isText(value[column])) && areTexts(value.tags);
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
