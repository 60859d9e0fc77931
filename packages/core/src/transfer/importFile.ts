import { decodeText } from "../csv.ts";
import { DailyleetError } from "../errors.ts";
import { isHarshLog, readHarshLog } from "./habits.ts";
import { ImportFault, type ImportFile, type ImportGuide, type Remedy } from "./reading.ts";
import { readJson } from "./readJson.ts";
import { readTable } from "./readTable.ts";

/** What a person can do about a fault, as the end of a sentence. */
export type Remedies = Readonly<Record<Remedy, string>>;

const REMEDIES: Remedies = {
  map: "name a habit in the file after one of your sites",
  dates: "write the dates as 2026-03-05",
  numbers: "write 1 for done and 0 for not done",
};

/**
 * Reads the output of `export`, JSON or table, also after a spreadsheet program has saved it again (UTF-16, semicolons or
 * tabs, quotes, other columns, TRUE for 1, dates with the year last or a time), Loop Habit Tracker's `Checkmarks.csv` and
 * the log of harsh. Takes a file whole or not at all, apart from habits that stand for no source. `name` is how the error
 * calls the file. Throws `bad-import` or `not-an-export`, naming the first fault and its place.
 */
export function parseImport(
  bytes: Uint8Array,
  name: string,
  guide: ImportGuide,
  remedies: Remedies = REMEDIES,
): ImportFile {
  try {
    return readAny(decodeText(bytes), guide);
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    const { line, remedy, isForeign } = error.place;
    const place = line === undefined ? name : `${name}:${line}`;
    const way = remedy === undefined ? "" : `; ${remedies[remedy]}`;
    const code = isForeign ? "not-an-export" : "bad-import";
    throw new DailyleetError(code, `${place}: ${error.message}. Nothing imported${way}.`);
  }
}

function readAny(content: string, guide: ImportGuide): ImportFile {
  if (/^\s*[{[]/.test(content)) return readJson(content);
  return isHarshLog(content) ? readHarshLog(content, guide) : readTable(content, guide);
}
