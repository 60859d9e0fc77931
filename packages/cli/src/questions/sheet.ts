import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHttp, downloadSheet } from "@dailyleet/client";
import {
  type Config,
  cardStatesOf,
  civilDateAt,
  counted,
  DailyleetError,
  DIFFICULTIES,
  distinctQuestions,
  formatDate,
  hasCode,
  isDailyleetError,
  isRecord,
  joinLists,
  jsonSheetAddress,
  type Marks,
  parseSheet,
  practiceOf,
  practiceSummary,
  type Question,
  SHEET_FILE,
  type SheetPlace,
  sheetOfFile,
  sheetsOf,
} from "@dailyleet/core";
import { reasonOf } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { cacheIfPossible, readText, writePrivate } from "../files/files.ts";
import { todayOf } from "../terminal/dates.ts";
import { printNote } from "../terminal/output.ts";

/** A younger download is used again without asking the network. */
const FRESH_MS = 3_600_000;

const SLOW_MS = 1_000;

interface QuestionSheet {
  readonly questions: readonly Question[];
  /** How many rows had to be left out. */
  readonly leftOut: number;
  /** What the spreadsheet service says of its answer, or what was noticed about a file. */
  readonly warnings: readonly string[];
}

/** A downloaded sheet, as it is cached in the person's data directory. */
interface SheetCopy {
  /** Milliseconds since the epoch. */
  readonly downloaded: number;
  readonly sheet: QuestionSheet;
}

/**
 * The questions of the list in use, with notes for what had to be left out. Where a spreadsheet can't be had, its last
 * copy, with a note that gives its date. Throws `bad-sheet` and `unavailable`.
 */
export async function loadQuestions(context: Context, config: Config): Promise<readonly Question[]> {
  const { questions, leftOut, warnings } = await loadSheet(context, config);
  for (const warning of warnings) printNote(context, `${warning}.`);
  if (leftOut > 0) printNote(context, `${counted(leftOut, "row")} skipped; 'dailyleet questions --check' says why.`);
  return questions;
}

/** As `loadQuestions`, without its notes on rows. A copy younger than `freshMs` is used without asking the network. */
export async function loadSheet(context: Context, config: Config, freshMs = FRESH_MS): Promise<QuestionSheet> {
  const loading = sheetsOf(config).map(async (place) => {
    const found = locate(context, place);
    const sheet = "text" in found ? readSheet(found.text) : await loadOnline(context, found.url, freshMs);
    const origin = "url" in found ? "The spreadsheet service warns" : fileOf(config);
    return { ...sheet, warnings: sheet.warnings.map((warning) => `${origin}: ${warning}`) };
  });
  const sheets = await Promise.all(loading);
  return {
    questions: joinLists(sheets.map(({ questions }) => questions)),
    leftOut: sheets.reduce((sum, { leftOut }) => sum + leftOut, 0),
    warnings: sheets.flatMap(({ warnings }) => warnings),
  };
}

async function loadOnline(context: Context, url: string, freshMs: number): Promise<QuestionSheet> {
  const copy = cachedCopy(context, url);
  if (copy && Math.abs(context.now() - copy.downloaded) < freshMs) return copy.sheet;
  try {
    return (await fetchSheet(context, url)).sheet;
  } catch (error) {
    if (copy === null || !hasCode(error, "unavailable", "bad-sheet")) throw error;
    const date = formatDate(civilDateAt(copy.downloaded));
    printNote(context, `${error.message} Showing the questions as of ${date}.`);
    return copy.sheet;
  }
}

/** The text of the person's own sheet, else of the first of the list in use, as it is now. Throws as `loadSheet`. */
export async function loadSheetText(context: Context, config: Config): Promise<string> {
  const [place = { bundled: "" }] = sheetsOf(config);
  const found = locate(context, place);
  return "text" in found ? found.text : (await fetchSheet(context, found.url)).text;
}

/** The questions as they are on this computer now; never asks the network. Throws `bad-sheet`. */
export function readKeptQuestions(context: Context, config: Config): readonly Question[] {
  const lists = sheetsOf(config).map((place) => {
    const found = locate(context, place);
    const sheet = "text" in found ? readSheet(found.text) : cachedCopy(context, found.url)?.sheet;
    return sheet?.questions ?? [];
  });
  return joinLists(lists);
}

/** The names of `readKeptQuestions` by the questions' keys. */
export function keptNames(context: Context, config: Config): ReadonlyMap<string, string> {
  const list = distinctQuestions(readKeptQuestions(context, config));
  return new Map(list.map(({ key, question }) => [key, question.name]));
}

/** How findings call the person's own file of questions, or else any other list. */
export function fileOf({ sheet = "" }: Config): string {
  return SHEET_FILE.test(sheet) ? sheet : "sheet";
}

/** Whether a list in use has to be asked for online. */
export function isOnline(config: Config): boolean {
  return sheetsOf(config).some((place) => "own" in place && !SHEET_FILE.test(place.own));
}

/** The text of a sheet on this computer, or the address of one that is online. Throws `bad-sheet`. */
function locate(context: Context, place: SheetPlace): { readonly text: string } | { readonly url: string } {
  if ("own" in place)
    return SHEET_FILE.test(place.own) ? { text: readSheetFile(context, place.own) } : { url: place.own };
  const text = readText(join(context.programDirectory, "site", place.bundled));
  if (text !== null) return { text };
  throw new DailyleetError("bad-sheet", "The bundled questions are missing; install dailyleet again.");
}

/** The file beside the configuration, in a sheet's form. Throws `bad-sheet`. */
export function readSheetFile(context: Context, file: string): string {
  const path = join(dirname(placesOf(context).configFile), file);
  try {
    return sheetOfFile(readFileSync(path), file);
  } catch (error) {
    if (isDailyleetError(error)) throw error;
    const reason = reasonOf(error);
    throw new DailyleetError("bad-sheet", `Can't read ${path} (${reason}); put it there or correct 'sheet'.`);
  }
}

/** Downloads the sheet and caches it if there is room. */
async function fetchSheet(context: Context, url: string): Promise<{ text: string; sheet: QuestionSheet }> {
  const text = await download(context, url);
  const sheet = readSheet(text);
  const { sheetFile } = placesOf(context);
  cacheIfPossible(() => writePrivate(sheetFile, copyText(url, context.now(), sheet)));
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
    if (!done.signal.aborted && context.stderr.isTerminal()) printNote(context, "Waiting for the question sheet...");
  });
  try {
    return await downloadSheet({ http: createHttp(context), url });
  } finally {
    done.abort();
  }
}

function cachedCopy(context: Context, url: string): SheetCopy | null {
  try {
    return readCopy(readFileSync(placesOf(context).sheetFile, "utf8"), url);
  } catch {
    return null;
  }
}

export function readSheet(text: string): QuestionSheet {
  const { questions, faults, warnings } = parseSheet(text);
  return { questions, leftOut: faults.length, warnings };
}

export function copyText(url: string, downloaded: number, sheet: QuestionSheet): string {
  return `${JSON.stringify({ url, downloaded, ...sheet })}\n`;
}

/** Null for a copy of another address, and for a damaged one. Throws for what is not JSON. */
export function readCopy(json: string, url: string): SheetCopy | null {
  const copy: unknown = JSON.parse(json);
  if (!isRecord(copy) || copy.url !== url || typeof copy.downloaded !== "number") return null;
  const { downloaded, questions, leftOut, warnings } = copy;
  if (!areAll(questions, isQuestion) || !areAll(warnings, isText)) return null;
  return { downloaded, sheet: { questions, leftOut: Number(leftOut), warnings } };
}

const LEVELS: readonly unknown[] = [...DIFFICULTIES, undefined];

function isQuestion(value: unknown): value is Question {
  if (!isRecord(value)) return false;
  const { name, link, tags, difficulty, text, solution, takeaways, analysis } = value;
  const texts = [name, link, text, solution, takeaways, analysis];
  return texts.every(isText) && areAll(tags, isText) && LEVELS.includes(difficulty);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function areAll<T>(values: unknown, isOne: (value: unknown) => value is T): values is readonly T[] {
  return Array.isArray(values) && values.every(isOne);
}

/** How many questions of the list, as it is on this computer now, are due today. */
export function countDue(context: Context, config: Config, marks: Marks): number {
  const questions = readKeptQuestions(context, config);
  return practiceSummary(practiceOf(questions, cardStatesOf(marks), todayOf(context, config))).due;
}
