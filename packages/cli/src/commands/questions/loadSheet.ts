import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHttp, downloadSheet } from "@dailyleet/client";
import {
  type Config,
  civilDateAt,
  DailyleetError,
  formatDate,
  hasCode,
  jsonSheetAddress,
  type Question,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { placesOf } from "../../files/directories.ts";
import { makePrivateDirectory, readText, writePrivate } from "../../files/files.ts";
import { keepIfPossible } from "../../files/keepIfPossible.ts";
import { note } from "../../terminal/print.ts";
import {
  type Copy,
  copyText,
  type NamedQuestion,
  type QuestionSheet,
  readCopiedList,
  readCopy,
  readSheet,
} from "./keptSheet.ts";

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

/** Downloads the sheet, and keeps it if there is room. */
async function fetchSheet(context: Context, url: string): Promise<{ text: string; sheet: QuestionSheet<Question> }> {
  const text = await download(context, url);
  const sheet = readSheet(text);
  const { sheetFile } = placesOf(context);
  keepIfPossible(() => {
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
