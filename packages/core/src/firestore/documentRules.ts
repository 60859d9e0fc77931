import { isDayNumber } from "../calendar/calendar.ts";
import { isSourceNumber } from "../ticks/sources.ts";
import { affectedKeys, numberOf, own } from "./diff.ts";
import { closedPath, openPath, parseTickPath } from "./paths.ts";
import { type Fields, readBoolean, readInteger, readMap, type Value } from "./value.ts";

/**
 * What one commit makes of a document, all its writes of that document taken together; `before` is null where
 * there was none. No two changes of a commit have the same path.
 */
export interface DocumentChange {
  readonly path: string;
  readonly before: Fields | null;
  readonly after: Fields;
}

/** The days that one commit may change lie within so many: `firestore.rules` looks at each of them. */
export const MAX_CHANGED_DAYS = 10;

/** How many questions one commit may change: `firestore.rules` looks at each of them. */
export const MAX_CHANGED_QUESTIONS = 20;

const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;

/**
 * The same decisions as `firestore.rules`, for the embedded server and as the oracle of the rules' tests: null when
 * `uid` may make all these changes in one commit, else the reason for refusing. `read` gives a document of the person
 * as it is before the commit, or null.
 */
export function refusal(
  uid: string,
  changes: readonly DocumentChange[],
  read: (path: string) => Fields | null,
): string | null {
  const changeOf = (path: string) => changes.find((change) => change.path === path);
  const after = (path: string) => changeOf(path)?.after ?? read(path);
  const openChange = changeOf(openPath(uid));
  const closing = openChange ? yearClosedBy(uid, openChange, read, after) : null;
  for (const change of changes) {
    const path = parseTickPath(change.path);
    if (path === null || path.uid !== uid) return "not a document of this person";
    const belongsToClosing = path.closedYear === null || path.closedYear === closing;
    if (closing !== null && belongsToClosing) continue;
    const reason = refuseContents(change, path.closedYear);
    if (reason !== null) return reason;
    if (path.closedYear === null || change.before !== null) continue;
    const openYear = numberOf(own(after(openPath(uid)) ?? {}, "year"));
    if ((openYear ?? 0) <= path.closedYear) return `the year ${path.closedYear} has not ended`;
  }
  return null;
}

/** All days may leave the open document when the archive holds everything of it after the same commit. */
function yearClosedBy(
  uid: string,
  open: DocumentChange,
  read: (path: string) => Fields | null,
  after: (path: string) => Fields | null,
): number | null {
  const from = readInteger(open.before?.year);
  if (!open.before || from === null || !isCivilYear(open.after.year)) return null;
  if (Number(readInteger(open.after.year)) <= from || !staysBehind(open.before, open.after)) return null;
  const path = closedPath(uid, from);
  const archive = after(path);
  return archive && merges(open.before, open.after, read(path) ?? {}, archive) ? from : null;
}

/** No day, and of the rest nothing that was not there before. */
function staysBehind(open: Fields, rest: Fields): boolean {
  const affected = affectedKeys(open, rest);
  return Object.keys(rest).every((name) => name === "year" || (!isDayName(name) && !affected.has(name)));
}

/**
 * The archive keeps all it holds, and everything of the open document is in it. What is no day and differs in the
 * two stays in the open document.
 */
function merges(open: Fields, rest: Fields, before: Fields, after: Fields): boolean {
  const different = affectedKeys(open, after);
  const isKept = Object.keys(open).every((name) => own(after, name) && (own(rest, name) || !different.has(name)));
  return isKept && [...affectedKeys(before, after)].every((name) => !own(before, name) && !different.has(name));
}

/** Nothing vanishes, and what changes is days of one window, and the year where there was none. */
function refuseContents({ before, after }: DocumentChange, closedYear: number | null): string | null {
  const old = before ?? {};
  const dropped = Object.keys(old).find((name) => !Object.hasOwn(after, name));
  if (dropped !== undefined) return `'${dropped}' would be dropped`;
  const changed = affectedKeys(old, after);
  const days = [...changed].filter((name) => name !== "year");
  const wrong = days.find((name) => !isDayName(name) || !isDay(after[name]));
  if (wrong !== undefined) return `'${wrong}' is not a day with sources 1 to 5 that are true or false`;
  const clearing = days.find((name) => losesCell(own(old, name), own(after, name)));
  if (clearing !== undefined) return `a cell of the day ${clearing} would be dropped`;
  const numbers = days.map(Number);
  if (Math.max(...numbers) - Math.min(...numbers) >= MAX_CHANGED_DAYS) {
    return `the days that would change are not within ${MAX_CHANGED_DAYS} days`;
  }
  return refuseYear(own(old, "year"), own(after, "year"), changed.has("year"), closedYear);
}

function refuseYear(
  old: Value | undefined,
  year: Value | undefined,
  isChanged: boolean,
  closedYear: number | null,
): string | null {
  if (old !== undefined || year === undefined) {
    // 2026 equals 2026.0 in the rules, but not for those who read the document.
    const isSame = !isChanged && isInteger(old) === isInteger(year);
    return isSame ? null : "the year changes only when the same commit archives the old one";
  }
  if (closedYear === null) return isCivilYear(year) ? null : `the year is not ${FIRST_YEAR} to ${LAST_YEAR}`;
  return readInteger(year) === closedYear ? null : `the year is not ${closedYear}`;
}

const isInteger = (value: Value | undefined): boolean => value !== undefined && "integerValue" in value;

const isCivilYear = (value: Value | undefined): boolean => {
  const year = readInteger(value);
  return year !== null && year >= FIRST_YEAR && year <= LAST_YEAR;
};

const isDayName = (name: string): boolean => isDayNumber(Number(name)) && String(Number(name)) === name;
const isSourceName = (name: string): boolean => isSourceNumber(Number(name)) && String(Number(name)) === name;

function isDay(value: Value | undefined): boolean {
  const cells = readMap(value);
  if (cells === null) return false;
  return Object.entries(cells).every(([source, done]) => isSourceName(source) && readBoolean(done) !== null);
}

/** A cell that was there, true or false, has to be there still: who unticks writes false. */
function losesCell(before: Value | undefined, after: Value | undefined): boolean {
  const cells = readMap(after) ?? {};
  return Object.keys(readMap(before) ?? {}).some((name) => !Object.hasOwn(cells, name));
}
