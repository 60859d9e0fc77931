import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHttp, downloadSheet } from "@dailyleet/client";
import {
  type Config,
  cardStatesOf,
  civilDateAt,
  counted,
  DailyleetError,
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

/**
 * The questions of the list in use, with notes for what had to be left out. Where a spreadsheet can't be had, its last
 * copy, with a note that gives its date. Throws `bad-sheet` and `unavailable`.
 */
export async function loadQuestions(context: Context, config: Config): Promise<readonly Question[]> {
  const { questions, faults, warnings } = await loadSheet(context, config);
  for (const warning of warnings) printNote(context, `${warning}.`);
  if (faults.length > 0)
    printNote(context, `${counted(faults.length, "row")} skipped; 'dailyleet questions --check' says why.`);
  return questions;
}

/** As `loadQuestions`, without its notes on rows. A copy younger than `freshMs` is used without asking the network. */
export async function loadSheet(context: Context, config: Config, freshMs = FRESH_MS): Promise<Sheet> {
  const loading = sheetsOf(config).map(async (place) => {
    const found = locate(context, place);
    const sheet = "url" in found ? await loadOnline(context, found.url, freshMs) : questionsIn(found);
    const origin = "url" in found ? "The spreadsheet service warns" : fileOf(config);
    return { ...sheet, warnings: sheet.warnings.map((warning) => `${origin}: ${warning}`) };
  });
  const sheets = await Promise.all(loading);
  return {
    questions: joinLists(sheets.map(({ questions }) => questions)),
    faults: sheets.flatMap(({ faults }) => faults),
    warnings: sheets.flatMap(({ warnings }) => warnings),
  };
}

async function loadOnline(context: Context, url: string, freshMs: number): Promise<Sheet> {
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

/** The person's own sheet, else the first of the list in use, as it is now. Throws as `loadSheet`. */
export async function loadTable(context: Context, config: Config): Promise<QuestionTable> {
  const [place = { bundled: "" }] = sheetsOf(config);
  const found = locate(context, place);
  return "url" in found ? (await fetchSheet(context, found.url)).table : found;
}

/** The questions as they are on this computer now; never asks the network. Throws `bad-sheet`. */
export function readKeptQuestions(context: Context, config: Config): readonly Question[] {
  const lists = sheetsOf(config).map((place) => {
    const found = locate(context, place);
    const sheet = "url" in found ? cachedCopy(context, found.url)?.sheet : questionsIn(found);
    return sheet?.questions ?? [];
  });
  return joinLists(lists);
}

/** The names of all lists' questions on this computer, by the questions' keys. */
export function keptNames(context: Context, config: Config): ReadonlyMap<string, string> {
  const list = distinctQuestions(readKeptQuestions(context, { ...config, list: "all" }));
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

/** A sheet on this computer, or the address of one that is online. Throws `bad-sheet`. */
function locate(context: Context, place: SheetPlace): QuestionTable | { readonly url: string } {
  if ("own" in place) return SHEET_FILE.test(place.own) ? readOwnTable(context, place.own) : { url: place.own };
  const text = readText(join(context.programDirectory, "site", place.bundled));
  if (text !== null) return readQuestionFile(new TextEncoder().encode(text), place.bundled);
  throw new DailyleetError("bad-sheet", "The bundled questions are missing; install dailyleet again.");
}

/** The questions of the file beside the configuration. Throws `bad-sheet`. */
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
    throw new DailyleetError("bad-sheet", `Can't read ${path} (${reason}); put it there or correct 'sheet'.`);
  }
}

/** Downloads the sheet and caches it if there is room. */
async function fetchSheet(context: Context, url: string): Promise<{ table: QuestionTable; sheet: Sheet }> {
  const table = readSpreadsheet(await download(context, url));
  const sheet = questionsIn(table);
  const copy = formatCopy(url, { downloaded: context.now(), sheet });
  cacheIfPossible(() => writePrivate(placesOf(context).sheetFile, copy));
  return { table, sheet };
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
  return orElse(null, () => readCopy(readText(placesOf(context).sheetFile) ?? "", url));
}

export function formatCopy(url: string, copy: SheetCopy): string {
  return `${JSON.stringify({ url, ...copy })}\n`;
}

/** Null for a copy of another address, and for a damaged one. */
export function readCopy(json: string, url: string): SheetCopy | null {
  const copy = parseJson(json);
  return isRecord(copy) && copy.url === url ? readSheetCopy(copy) : null;
}

/** How many questions of the list, as it is on this computer now, are due today. */
export function countDue(context: Context, config: Config, marks: Marks): number {
  const questions = readKeptQuestions(context, config);
  const today = todayOf(context, config);
  return practiceSummary(practiceOf(questions, cardStatesOf(marks, today, planOf(config)), today)).due;
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
