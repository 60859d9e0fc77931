import { decodeText } from "../csv.ts";
import { DailyleetError } from "../errors.ts";
import { NO_MARKS } from "../practice/marks.ts";
import type { ReadData } from "./backups.ts";
import type { PersonData } from "./exportDocument.ts";
import { isHarshLog, readHarshLog } from "./habits.ts";
import {
  type FaultAt,
  type FoundData,
  type ImportGuide,
  isFault,
  type ParsedImport,
  type Remedy,
  ticksOf,
} from "./reading.ts";
import { readJson } from "./readJson.ts";
import { readTable } from "./readTable.ts";

export interface ImportFile extends ReadData {
  /** Habits that stand for no source and are left out; null where sources have numbers, not names. */
  readonly unknown: readonly string[] | null;
}

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
  const reading = readAny(decodeText(bytes), guide);
  if (isFault(reading)) {
    const { fault, line, remedy, isForeign }: FaultAt = typeof reading === "string" ? { fault: reading } : reading;
    const place = line === undefined ? name : `${name}:${line}`;
    const way = remedy === undefined ? "" : `; ${remedies[remedy]}`;
    const code = isForeign ? "not-an-export" : "bad-import";
    throw new DailyleetError(code, `${place}: ${fault}. Nothing imported${way}.`);
  }
  const profiles = reading.profiles?.map(({ uid, name, ...data }) => ({ uid, name, ...dataOf(data) }));
  return { ...dataOf(reading), unknown: reading.unknown, ...(profiles && { profiles }) };
}

function dataOf({ cells, marks = NO_MARKS }: FoundData): PersonData {
  return { ticks: ticksOf(cells), marks };
}

function readAny(content: string, guide: ImportGuide): ParsedImport {
  if (/^\s*[{[]/.test(content)) return readJson(content);
  return isHarshLog(content) ? readHarshLog(content, guide) : readTable(content, guide);
}
