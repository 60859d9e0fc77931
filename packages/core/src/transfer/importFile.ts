import { own } from "../basics.ts";
import { type CivilDate, formatDate } from "../calendar/calendar.ts";
import { type Change, changesOf, type MadeChange } from "../changes/changes.ts";
import { decodeText } from "../csv.ts";
import { DailyleetError } from "../errors.ts";
import { type MarkChange, type Marks, markOf } from "../practice/marks.ts";
import { NO_SETTINGS, type PersonSettings, type SettingChange } from "../settings/settings.ts";
import { isDone, NO_TICKS, type TickChange } from "../ticks/ticks.ts";
import { amountText } from "../wording.ts";
import { allDoneCells, allMarks, allSettings, type PersonData } from "./exportDocument.ts";
import { isHarshLog, readHarshLog } from "./habits.ts";
import { ImportFault, type ImportFile, type ImportGuide, type Remedy } from "./reading.ts";
import { NOT_JSON, readJson } from "./readJson.ts";
import { readTickTable } from "./readTable.ts";

/** The remedy for each kind of fault, as the end of a sentence. */
export type Remedies = Readonly<Record<Remedy, string>>;

const REMEDIES: Remedies = {
  map: "name a habit in the file after one of your sites",
  dates: "write the dates as 2026-03-05",
  numbers: "write 1 for done and 0 for not done",
};

/**
 * Reads the output of `export`, JSON or table, also after a spreadsheet program has saved it again (UTF-16, semicolons
 * or tabs, quotes, other columns, TRUE for 1, dates with the year last or a time), Loop Habit Tracker's
 * `Checkmarks.csv` and the log of harsh. Reads the whole file or nothing, except that it leaves out habits without a
 * source. Throws `bad-import` or `not-an-export` with the first fault and its place; errors call the file `name`.
 */
export function parseImport(
  bytes: Uint8Array,
  name: string,
  guide: ImportGuide,
  remedies: Remedies = REMEDIES,
): ImportFile {
  try {
    if (isDatabase(bytes)) throw new ImportFault(DATABASE, { isForeign: true });
    const { text, isWindows } = decodeText(bytes);
    if (text.includes("\0")) throw new ImportFault(NO_TEXT, { isForeign: true });
    return { ...readAny(text, name, guide), ...(isWindows && { isWindows }) };
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    const { line, remedy, isForeign } = error.place;
    const place = line === undefined ? name : `${name}:${line}`;
    const way = remedy === undefined ? "" : `; ${remedies[remedy]}`;
    const code = isForeign ? "not-an-export" : "bad-import";
    throw new DailyleetError(code, `${place}: ${error.message}. Nothing imported${way}.`, { cause: error });
  }
}

/** The fault of an error that `parseImport` threw; else null. */
export function importFault(error: unknown): ImportFault | null {
  return error instanceof DailyleetError && error.cause instanceof ImportFault ? error.cause : null;
}

const DATABASE = "this is a database; import the output of 'dailyleet export', or of Loop's 'Export as CSV'";
const NO_TEXT = "this is no text file; import a JSON or CSV file";
const DATABASE_BEGINNING = "SQLite format 3";

function isDatabase(bytes: Uint8Array): boolean {
  return Array.from(DATABASE_BEGINNING).every((character, at) => bytes[at] === character.charCodeAt(0));
}

function readAny(content: string, name: string, guide: ImportGuide): ImportFile {
  if (content.trim() === "") throw new ImportFault("it is empty", { isForeign: true });
  if (/^\s*[{[]/.test(content)) return readJson(content);
  if (isHarshLog(content)) return readHarshLog(content, guide);
  try {
    return readTickTable(content, guide);
  } catch (error) {
    const isNoTable = error instanceof ImportFault && error.place.isForeign;
    if (isNoTable && /\.json$/i.test(name)) throw new ImportFault(NOT_JSON, { isForeign: true });
    throw error;
  }
}

/** `changes` are the ticks that only the imported data has, in the order of the calendar: an import never unticks. */
export interface ImportPlan extends TablePlan<TickChange> {
  readonly practice: MarkPlan;
  /** The imported settings that the person has not set. */
  readonly settings: readonly MadeChange<SettingChange>[];
}

/** By question, then by date. The lower of two marks of one question and day stays. */
export type MarkPlan = TablePlan<MarkChange>;

/** The numbers count done cells or marks. */
interface TablePlan<C extends TickChange | MarkChange> {
  readonly changes: readonly MadeChange<C>[];
  readonly here: number;
  /** In the imported data. */
  readonly there: number;
  readonly together: number;
  /** How many changes are left out: ticks of a future year, which no document can hold, and marks of future days. */
  readonly ahead: number;
}

export function planImport(current: PersonData, incoming: PersonData, today: CivilDate): ImportPlan {
  const ticks = allDoneCells(incoming.ticks).map((change) => {
    return { change, was: isDone(current.ticks[change.table] ?? NO_TICKS, change) };
  });
  const marks = allMarks(incoming.marks).map((change) => ({ change, was: markOf(current.marks, change) }));
  return {
    ...planTable(allDoneCells(current.ticks).length, ticks, today),
    practice: planTable(countMarks(current.marks), marks, today),
    settings: planSettings(current.settings ?? NO_SETTINGS, incoming.settings ?? NO_SETTINGS),
  };
}

/** Imports a setting with all its parts or not at all, so that one source's name never meets another's address. */
function planSettings(current: PersonSettings, incoming: PersonSettings): MadeChange<SettingChange>[] {
  const isFree = ({ row }: SettingChange) => Object.values(own(current, row) ?? {}).every((text) => text === "");
  return allSettings(incoming)
    .filter(isFree)
    .map((change) => ({ change, was: "" }));
}

function planTable<C extends TickChange | MarkChange>(
  here: number,
  incoming: readonly MadeChange<C>[],
  today: CivilDate,
): TablePlan<C> {
  // Keep the lower of two marks; equal ticks change nothing.
  const better = incoming.filter(({ change, was }) => !was || change.state < was);
  const changes = better.filter(({ change }) => hasBegun(change, today));
  const together = here + changes.filter(({ was }) => !was).length;
  return { changes, here, there: incoming.length, together, ahead: better.length - changes.length };
}

/** '3 ticks, 2 marks and 1 setting', lowered marks included. */
export function plannedText({ changes, practice, settings }: ImportPlan): string {
  return amountText(changes.length, practice.changes.length, countSettings(changesOf(settings)));
}

/** Counts settings, not changes: a setting may have several parts. */
export function countSettings(changes: readonly SettingChange[]): number {
  return new Set(changes.map(({ row }) => row)).size;
}

export function withoutAccounts(data: PersonData): PersonData {
  const kept = Object.entries(data.settings ?? {}).filter(([row]) => !row.startsWith("account."));
  return { ...data, settings: Object.fromEntries(kept) };
}

export function plannedChanges({ changes, practice, settings }: ImportPlan): readonly Change[] {
  return [...changesOf(changes), ...changesOf(practice.changes), ...changesOf(settings)];
}

function hasBegun(change: TickChange | MarkChange, today: CivilDate): boolean {
  return change.table === "marks" ? change.column <= formatDate(today) : change.table <= today.year;
}

export function countMarks(marks: Marks): number {
  return allMarks(marks).length;
}
