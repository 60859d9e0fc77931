import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHttp, downloadSheet } from "@dailyleet/client";
import {
  type Config,
  civilDateAt,
  distinctQuestions,
  formatDate,
  hasCode,
  isDailyleetError,
  isRecord,
  joinLists,
  jsonSheetAddress,
  type Marks,
  orElse,
  parseJson,
  planOf,
  practiceOf,
  practiceSummary,
  progressOf,
  type Question,
  type QuestionTable,
  questionKey,
  questionsIn,
  readQuestionFile,
  readSheetCopy,
  readSpreadsheet,
  SHEET_FILE,
  type Sheet,
  type SheetCopy,
  type SheetPlace,
  sheetError,
  sheetsOf,
} from "@dailyleet/core";
import { reasonOf } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { cacheIfPossible, readText, writePrivate } from "../files/files.ts";
import { todayOf } from "../terminal/dates.ts";

const FRESH_MS = 3_600_000;
const SLOW_MS = 1_000;

interface Reading {
  /** The largest age of a copy that is used without asking the network; default: an hour. */
  readonly freshMs?: number | undefined;
  /** Called when a download takes longer than a second. */
  onSlow(): void;
}

/** A sheet, and a note for each failed download in whose place a copy is used. */
interface ReadSheet {
  readonly sheet: Sheet;
  readonly notes: readonly string[];
}

/**
 * The questions of the list in use. If a download fails, the last copy is used. Throws `bad-sheet`, and `unavailable`
 * without a copy.
 */
export async function readSheet(context: Context, config: Config, reading: Reading): Promise<ReadSheet> {
  const loading = sheetsOf(config).map(async (place) => {
    const found = locate(context, place);
    const isOnline = "url" in found;
    const { sheet, notes } = isOnline
      ? await readOnline(context, found.url, reading)
      : { sheet: questionsIn(found), notes: [] };
    const origin = isOnline ? "The spreadsheet service warns" : fileOf(config);
    return { ...sheet, notes, warnings: sheet.warnings.map((warning) => `${origin}: ${warning}`) };
  });
  const sheets = await Promise.all(loading);
  const sheet = {
    questions: joinLists(sheets.map(({ questions }) => questions)),
    faults: sheets.flatMap(({ faults }) => faults),
    warnings: sheets.flatMap(({ warnings }) => warnings),
  };
  return { sheet, notes: sheets.flatMap(({ notes }) => notes) };
}

async function readOnline(context: Context, url: string, { freshMs = FRESH_MS, onSlow }: Reading): Promise<ReadSheet> {
  const copy = cachedCopy(context, url);
  if (copy && Math.abs(context.now() - copy.downloaded) < freshMs) return { sheet: copy.sheet, notes: [] };
  try {
    return { sheet: (await fetchSheet(context, url, onSlow)).sheet, notes: [] };
  } catch (error) {
    if (copy === null || !hasCode(error, "unavailable", "bad-sheet")) throw error;
    const date = formatDate(civilDateAt(copy.downloaded));
    return { sheet: copy.sheet, notes: [`${error.message} Showing the questions as of ${date}.`] };
  }
}

/**
 * The sheet in use, for checking; downloaded anew if it is online. Of several lists only the first. Throws as
 * `readSheet`.
 */
export async function readQuestionTable(
  context: Context,
  config: Config,
  onSlow: Reading["onSlow"],
): Promise<QuestionTable> {
  const [place = { bundled: "" }] = sheetsOf(config);
  const found = locate(context, place);
  return "url" in found ? (await fetchSheet(context, found.url, onSlow)).table : found;
}

/** The questions on this computer; never asks the network. Throws `bad-sheet`. */
export function readKeptQuestions(context: Context, config: Config): readonly Question[] {
  const lists = sheetsOf(config).map((place) => {
    const found = locate(context, place);
    const sheet = "url" in found ? cachedCopy(context, found.url)?.sheet : questionsIn(found);
    return sheet?.questions ?? [];
  });
  return joinLists(lists);
}

/** The names of all questions on this computer, by question key. */
export function keptNames(context: Context, config: Config): ReadonlyMap<string, string> {
  const list = distinctQuestions(readKeptQuestions(context, { ...config, list: "all" }));
  return new Map(list.map(({ key, question }) => [key, question.name]));
}

/** The sheet's name in findings: the person's own file, or 'sheet'. */
export function fileOf({ sheet = "" }: Config): string {
  return SHEET_FILE.test(sheet) ? sheet : "sheet";
}

export function isOnline(config: Config): boolean {
  return sheetsOf(config).some((place) => "own" in place && !SHEET_FILE.test(place.own));
}

/** A sheet on this computer, or the address of an online one. Throws `bad-sheet`. */
function locate(context: Context, place: SheetPlace): QuestionTable | { readonly url: string } {
  if ("own" in place) return SHEET_FILE.test(place.own) ? readOwnTable(context, place.own) : { url: place.own };
  const text = readText(join(context.programDirectory, "site", place.bundled));
  if (text !== null) return readQuestionFile(new TextEncoder().encode(text), place.bundled);
  throw sheetError("The bundled questions are missing; install dailyleet again.");
}

/** The questions of the file, which is beside the configuration. Throws `bad-sheet`. */
export function readOwnSheet(context: Context, file: string): Sheet {
  return questionsIn(readOwnTable(context, file));
}

function readOwnTable(context: Context, file: string): QuestionTable {
  const path = join(dirname(placesOf(context).configFile), file);
  try {
    return readQuestionFile(readFileSync(path), file);
  } catch (error) {
    if (isDailyleetError(error)) throw error;
    const reason = reasonOf(error);
    throw sheetError(`Can't read ${path} (${reason}); put it there or correct 'sheet'.`);
  }
}

/** Downloads the sheet. Ignores a failure to cache it. */
async function fetchSheet(context: Context, url: string, onSlow: Reading["onSlow"]) {
  const table = readSpreadsheet(await download(context, url, onSlow));
  const sheet = questionsIn(table);
  const copy = formatCopy(url, { downloaded: context.now(), sheet });
  cacheIfPossible(() => writePrivate(placesOf(context).sheetFile, copy));
  return { table, sheet };
}

async function download(context: Context, url: string, onSlow: Reading["onSlow"]): Promise<string> {
  const right = jsonSheetAddress(url);
  if (right !== null) {
    throw sheetError(
      `'sheet' in dailyleet.json is the address of the spreadsheet's page; set it to ${right} and share the spreadsheet with anyone who has the link.`,
    );
  }
  const done = new AbortController();
  void context.wait(SLOW_MS, done.signal).then(() => {
    if (!done.signal.aborted) onSlow();
  });
  try {
    return await downloadSheet({ http: createHttp(context), url });
  } finally {
    done.abort();
  }
}

function cachedCopy(context: Context, url: string): SheetCopy | null {
  return orElse(null, () => readCopy(readText(placesOf(context).sheetFile) ?? "", url));
}

export function formatCopy(url: string, copy: SheetCopy): string {
  return `${JSON.stringify({ url, ...copy })}\n`;
}

/** Null for a damaged copy, and for a copy of another address. */
export function readCopy(json: string, url: string): SheetCopy | null {
  const copy = parseJson(json);
  return isRecord(copy) && copy.url === url ? readSheetCopy(copy) : null;
}

/** Counts the questions due today, in this computer's copy of the list. */
export function countDueQuestions(context: Context, config: Config, marks: Marks): number {
  const questions = readKeptQuestions(context, config);
  const today = todayOf(context, config);
  return practiceSummary(practiceOf(questions, marks, today, planOf(config))).due;
}

/** 'due', 'learning' or 'known'; empty for a problem without a mark. */
export function stateOfProblem(
  context: Context,
  config: Config,
  marks: Marks,
  problem: Pick<Question, "name" | "link">,
): string {
  const { state, isDue } = progressOf(marks, questionKey(problem), todayOf(context, config), planOf(config));
  if (isDue) return "due";
  return state === "new" ? "" : state;
}
