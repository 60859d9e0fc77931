import { dirname, join } from "node:path";
import { createHttp, downloadSheet } from "@dailyleet/client";
import {
  type Config,
  civilDateAt,
  DailyleetError,
  formatDate,
  hasCode,
  isRecord,
  jsonSheetAddress,
  parseSheet,
  type Question,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { placesOf } from "../../files/directories.ts";
import { makePrivateDirectory, readText, writePrivate } from "../../files/files.ts";
import { note } from "../../terminal/print.ts";

/** A download younger than this is used again without asking. */
const FRESH_MS = 3_600_000;
/** How long a download may take without a word. */
const QUIET_MS = 1_000;
const BUNDLED = "questions.gviz.txt";

/** The last good download. */
interface Copy {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly downloaded: number;
  readonly text: string;
}

/**
 * The sheet's text as it came: the configured spreadsheet, else the bundled sheet. Where the spreadsheet cannot be
 * had, the last copy, with a note that gives its date. Throws `bad-sheet` and `unavailable`.
 */
export async function loadSheet(context: Context, { sheet }: Config, options: { fresh: boolean }): Promise<string> {
  if (sheet === undefined) return readBundled(context);
  const { sheetFile } = placesOf(context);
  const copy = readCopy(sheetFile, sheet);
  if (copy && !options.fresh && Math.abs(context.now() - copy.downloaded) < FRESH_MS) return copy.text;
  try {
    const text = await download(context, sheet);
    parseSheet(text);
    makePrivateDirectory(dirname(sheetFile));
    writePrivate(sheetFile, JSON.stringify({ url: sheet, downloaded: context.now(), text } satisfies Copy));
    return text;
  } catch (error) {
    if (copy === null || options.fresh || !hasCode(error, "unavailable", "bad-sheet")) throw error;
    const date = formatDate(civilDateAt(copy.downloaded));
    note(context, `${error.message} Until then these are the questions as they were on ${date}.`);
    return copy.text;
  }
}

/** The questions as they are on this computer now, without a word to the network. Throws `bad-sheet`. */
export function readKeptQuestions(context: Context, { sheet }: Config): readonly Question[] {
  const text = sheet === undefined ? readBundled(context) : readCopy(placesOf(context).sheetFile, sheet)?.text;
  return text === undefined ? [] : parseSheet(text).questions;
}

async function download(context: Context, url: string): Promise<string> {
  const right = jsonSheetAddress(url);
  if (right !== null) {
    throw new DailyleetError(
      "bad-sheet",
      `The address of the questions opens the spreadsheet for people; set 'sheet' in dailyleet.json to ${right}, and share the spreadsheet with anyone who has the link.`,
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
  throw new DailyleetError("bad-sheet", "The bundled questions are missing; install the program again.");
}

/** Null where there is none of this address, or none that can be read. */
function readCopy(file: string, url: string): Copy | null {
  try {
    const copy: unknown = JSON.parse(readText(file) ?? "null");
    const isCopy =
      isRecord(copy) && copy.url === url && typeof copy.text === "string" && Number.isFinite(copy.downloaded);
    return isCopy ? (copy as unknown as Copy) : null;
  } catch {
    return null;
  }
}
