import { own } from "../basics.ts";
import { isDayNumber } from "../calendar/calendar.ts";
import {
  closedPath,
  closedYearsPath,
  type DataPath,
  type NamedTable,
  openPath,
  parseDataPath,
} from "../firestore/paths.ts";
import {
  affectedKeys,
  type Fields,
  numberOf,
  readBoolean,
  readInteger,
  readList,
  readMap,
  readString,
  type Value,
} from "../firestore/values.ts";
import { isMark } from "../practice/marks.ts";
import { isSettingCell, isSettingText, MAX_SETTING_LENGTH, SETTING_PARTS } from "../settings/settings.ts";
import { isSourceNumber } from "../ticks/sources.ts";

/** A document before (null for none) and after a commit. A commit changes each path once. */
export interface DocumentChange {
  readonly path: string;
  readonly before: Fields | null;
  readonly after: Fields;
}

/**
 * Decides as `firestore.rules` do, for the embedded server and the rules' tests. Returns null if `uid` may make all
 * these changes in one commit, else the fault. `read` returns a document as it is before the commit.
 */
export function validationError(
  uid: string,
  changes: readonly DocumentChange[],
  read: (path: string) => Fields | null,
): string | null {
  const changeOf = (path: string) => changes.find((change) => change.path === path);
  const after = (path: string) => changeOf(path)?.after ?? read(path);
  const openChange = changeOf(openPath(uid));
  const closing = openChange ? yearClosedBy(uid, openChange, read, after) : null;
  for (const { path: name, before, after: made } of changes) {
    const path = parseDataPath(name);
    if (path === null || path.uid !== uid) return "not a document of this person";
    const old = before ?? {};
    const closedYear = path.kind === "closed" ? path.year : null;
    if (closing !== null && (path.kind === "open" || closedYear === closing)) continue;
    const reason = errorOf(path.kind, old, made, closedYear);
    if (reason !== null) return reason;
    if (closedYear === null || before !== null) continue;
    const openYear = numberOf(own(after(openPath(uid)) ?? {}, "year"));
    if ((openYear ?? 0) <= closedYear) return `the year ${closedYear} has not ended`;
  }
  return null;
}

function errorOf(kind: DataPath["kind"], old: Fields, after: Fields, closedYear: number | null): string | null {
  if (kind === "marks") return rowsError(old, after, "marks", questionsError);
  return kind === "settings" ? rowsError(old, after, "settings", settingsError) : ticksError(old, after, closedYear);
}

/** The maximum number of documents in a list. That many full years take 7 MB. */
export const MAX_LISTED = 50;

/** Whether `uid` may list the collection, `limit` documents at a time. A null `limit` stands for no limit. */
export function mayList(uid: string, collection: string, limit: number | null): boolean {
  return collection === closedYearsPath(uid) && limit !== null && limit <= MAX_LISTED;
}

/** The year that the commit closes by moving all its days from the open document to the archive; null for none. */
function yearClosedBy(
  uid: string,
  open: DocumentChange,
  read: (path: string) => Fields | null,
  after: (path: string) => Fields | null,
): number | null {
  const from = readInteger(open.before?.year);
  if (!open.before || from === null || Number(readInteger(open.after.year)) <= from) return null;
  if (!isCivilYear(open.after.year) || !staysBehind(open.before, open.after)) return null;
  const path = closedPath(uid, from);
  const archive = after(path);
  return archive && merges(open.before, open.after, read(path) ?? {}, archive) ? from : null;
}

/** Whether the new open document has no day, and no added or changed field but the year. */
function staysBehind(open: Fields, rest: Fields): boolean {
  const affected = affectedKeys(open, rest);
  return Object.keys(rest).every((name) => name === "year" || (!isDayName(name) && !affected.has(name)));
}

/**
 * Whether the archive keeps its own fields, and gets all other fields of the open document. A field that differs in
 * both must stay in the open document.
 */
function merges(open: Fields, rest: Fields, before: Fields, after: Fields): boolean {
  const different = affectedKeys(open, after);
  const isKept = Object.keys(open).every((name) => own(after, name) && (own(rest, name) || !different.has(name)));
  return isKept && [...affectedKeys(before, after)].every((name) => !own(before, name) && !different.has(name));
}

/** The longest span of days in a commit. `firestore.rules` check each day of the span. */
export const MAX_CHANGED_DAYS = 10;

const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;

/**
 * The fault of a change of ticks, or null. No name may be dropped. The changed days must lie within `MAX_CHANGED_DAYS`.
 * A missing year may be added. `closedYear` is null for the open document.
 */
function ticksError(old: Fields, after: Fields, closedYear: number | null): string | null {
  const dropped = droppedName(old, after);
  if (dropped !== undefined) return `'${dropped}' would be dropped`;
  const changed = affectedKeys(old, after);
  const days = [...changed].filter((name) => name !== "year");
  const wrong = days.find((name) => !isDayName(name) || !isDay(after[name]));
  if (wrong !== undefined) return `'${wrong}' is not a day with sources 1 to 5 that are true or false`;
  const clearing = days.find((name) => droppedName(readMap(own(old, name)), readMap(after[name])) !== undefined);
  if (clearing !== undefined) return `a cell of the day ${clearing} would be dropped`;
  const numbers = days.map(Number);
  if (Math.max(...numbers) - Math.min(...numbers) >= MAX_CHANGED_DAYS) {
    return `the days that would change are not within ${MAX_CHANGED_DAYS} days`;
  }
  return yearError(own(old, "year"), own(after, "year"), changed.has("year"), closedYear);
}

function yearError(
  old: Value | undefined,
  year: Value | undefined,
  isChanged: boolean,
  closedYear: number | null,
): string | null {
  if (old !== undefined || year === undefined) {
    // 2026 equals 2026.0 in the rules, but `readInteger` reads only the former.
    const [wasInteger, isInteger] = [old, year].map((value) => value !== undefined && "integerValue" in value);
    const isSame = !isChanged && wasInteger === isInteger;
    return isSame ? null : "the year changes only when the same commit archives the old one";
  }
  if (closedYear === null) return isCivilYear(year) ? null : `the year is not ${FIRST_YEAR} to ${LAST_YEAR}`;
  return readInteger(year) === closedYear ? null : `the year is not ${closedYear}`;
}

const isCivilYear = (value: Value | undefined): boolean => {
  const year = readInteger(value);
  return year !== null && year >= FIRST_YEAR && year <= LAST_YEAR;
};

export const isDayName = (name: string): boolean => isDayNumber(Number(name)) && String(Number(name)) === name;

function isDay(value: Value | undefined): boolean {
  const cells = readMap(value);
  if (cells === null) return false;
  return Object.entries(cells).every(([name, done]) => {
    const source = Number(name);
    return isSourceNumber(source) && String(source) === name && readBoolean(done) !== null;
  });
}

/** A name that the map would lose. That is a fault: unticking writes false, and removing a mark writes 0. */
function droppedName(before: Fields | null, after: Fields | null): string | undefined {
  return Object.keys(before ?? {}).find((name) => !Object.hasOwn(after ?? {}, name));
}

/** The maximum number of questions or settings that a write changes. If there are several, `changed` names them. */
export const MAX_CHANGED_ROWS = 20;

/** The pattern of `firestore.rules`. It allows 31 February, which readers skip. */
const DATE = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** `changed` holds null for a name that is not a text. */
type RowsError = (was: Fields, now: Fields, changed: readonly (string | null)[]) => string | null;

/**
 * The fault of a change of marks or settings, or null. No name may be dropped, and at most `MAX_CHANGED_ROWS` rows may
 * change. `rowsFault` checks the rows of the field `name`.
 */
function rowsError(old: Fields, after: Fields, name: NamedTable, rowsFault: RowsError): string | null {
  const affected = affectedKeys(old, after);
  const dropped = droppedName(old, after);
  if (dropped !== undefined) return `'${dropped}' would be dropped`;
  const unknown = [...affected].find((key) => key !== name && key !== "changed");
  if (unknown !== undefined) return `'${unknown}' is neither '${name}' nor 'changed'`;
  const named = "changed" in after ? readList(after.changed) : [];
  if (affected.has("changed") && (named === null || named.length > MAX_CHANGED_ROWS)) {
    return `'changed' is not a list of at most ${MAX_CHANGED_ROWS} names`;
  }
  const was = readMap(own(old, name)) ?? {};
  const now = name in after ? readMap(after[name]) : {};
  if (now === null) return `'${name}' is not a map`;
  const droppedRow = droppedName(was, now);
  if (droppedRow !== undefined) return `'${droppedRow}' would be dropped from '${name}'`;
  const changed = [...affectedKeys(was, now)];
  const rows = changed.length > 1 ? (named ?? []).slice(0, MAX_CHANGED_ROWS).map(readString) : changed;
  if (!changed.every((row) => rows.includes(row))) {
    return `'changed' does not name all rows that change, ${MAX_CHANGED_ROWS} at most`;
  }
  return rowsFault(was, now, rows);
}

function questionsError(was: Fields, now: Fields, questions: readonly (string | null)[]): string | null {
  for (const name of questions) {
    if (name === null) return "a name in 'changed' is no text";
    const reason = questionError(name, own(was, name), own(now, name));
    if (reason !== null) return reason;
  }
  return null;
}

/** Checks only the settings that change. */
function settingsError(was: Fields, now: Fields): string | null {
  for (const name of affectedKeys(was, now)) {
    const parts = own(SETTING_PARTS, name) ? readMap(own(now, name)) : null;
    const isRight =
      parts !== null &&
      Object.entries(parts).every(([part, text]) => isSettingCell(name, part) && isSettingText(readString(text)));
    if (!isRight)
      return `'${name}' is not a setting whose parts have texts of one line, of at most ${MAX_SETTING_LENGTH} characters`;
    const dropped = droppedName(readMap(own(was, name)), parts);
    if (dropped !== undefined) return `the part '${dropped}' of '${name}' would be dropped`;
  }
  return null;
}

/** The fault of a question's marks, or null. */
function questionError(name: string, was: Value | undefined, now: Value | undefined): string | null {
  const marks = now === undefined ? {} : readMap(now);
  const isRight =
    marks !== null && Object.entries(marks).every(([date, mark]) => DATE.test(date) && isMark(readInteger(mark)));
  if (!isRight) return `'${name}' is not a question whose dates have marks of 0 to 4`;
  const dropped = droppedName(readMap(was), marks);
  return dropped === undefined ? null : `the mark of '${name}' on ${dropped} would be dropped`;
}
