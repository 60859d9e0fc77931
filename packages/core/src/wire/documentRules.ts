import { isDayNumber } from "../calendar.ts";
import { isSourceNumber } from "../sources.ts";
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

/** How many days of a document one commit may change: as many as `firestore.rules` looks at. */
export const MAX_CHANGED_DAYS = 20;

const NOT_A_NUMBER = /"doubleValue":"NaN"/;
const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;

/**
 * The same decisions as `firestore.rules`, for the embedded server and as the oracle of the rules' tests:
 * null when `uid` may make all these changes in one commit, else the reason for refusing.
 */
export function refusal(uid: string, changes: readonly DocumentChange[]): string | null {
  const closing = yearClosedBy(uid, changes);
  for (const change of changes) {
    const path = parseTickPath(change.path);
    if (path === null || path.uid !== uid) return "not a document of this person";
    const belongsToClosing = path.closedYear === null || path.closedYear === closing;
    if (closing !== null && belongsToClosing) continue;
    const reason = refuseContents(change, path.closedYear);
    if (reason !== null) return reason;
  }
  return null;
}

/** All days may leave the open document when the same commit creates an archive of everything it held. */
function yearClosedBy(uid: string, changes: readonly DocumentChange[]): number | null {
  const open = changes.find((change) => change.path === openPath(uid));
  const from = readInteger(open?.before?.year);
  if (!open?.before || from === null || Object.keys(open.after).length !== 1) return null;
  if (!isCivilYear(open.after.year) || Number(readInteger(open.after.year)) <= from) return null;
  const archive = changes.find((change) => change.path === closedPath(uid, from));
  return archive?.before === null && sameFields(archive.after, open.before) ? from : null;
}

/** Nothing vanishes, and what changes is at most twenty days, and the year where there was none. */
function refuseContents({ before, after }: DocumentChange, closedYear: number | null): string | null {
  const old = before ?? {};
  const dropped = Object.keys(old).find((name) => !Object.hasOwn(after, name));
  if (dropped !== undefined) return `'${dropped}' would be dropped`;
  const changed = Object.keys(after).filter((name) => !sameValue(own(old, name), after[name]));
  const days = changed.filter((name) => name !== "year");
  const wrong = days.find((name) => !isDayName(name) || !(isDay(after[name]) || stoodIn(old, after[name])));
  if (wrong !== undefined) return `'${wrong}' is not a day with sources 1 to 5 that are true or false`;
  if (days.length > MAX_CHANGED_DAYS) return `more than ${MAX_CHANGED_DAYS} days of a document would change`;
  return refuseYear(old, after, days, closedYear);
}

function refuseYear(old: Fields, after: Fields, days: readonly string[], closedYear: number | null): string | null {
  const stamps = Object.hasOwn(after, "year") && !Object.hasOwn(old, "year");
  if (!stamps && !sameValue(own(old, "year"), own(after, "year"))) {
    return "the year changes only when the same commit archives the old one";
  }
  if (stamps && !(closedYear === null ? isCivilYear(after.year) : readInteger(after.year) === closedYear)) {
    return closedYear === null ? `the year is not ${FIRST_YEAR} to ${LAST_YEAR}` : `the year is not ${closedYear}`;
  }
  const year = own(after, "year") ?? { nullValue: null };
  const like = (fields: Fields) => days.filter((name) => sameValue(own(fields, name), year)).length;
  return like(after) > like(old) ? "a day has the value of the year" : null;
}

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

/**
 * The rules see the new values without their names, so they take a value that the document held before for an
 * unchanged one. Only documents from before the rules hold any that is not a day.
 */
function stoodIn(old: Fields, value: Value | undefined): boolean {
  return Object.values(old).some((held) => sameValue(held, value));
}

function own(fields: Fields, name: string): Value | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function sameFields(a: Fields, b: Fields): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameValue(a[name], own(b, name)));
}

/** Structural equality; an empty map equals a map whose `fields` are empty. Not a number equals nothing. */
function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a === b) return equalsItself(a);
  const mapA = readMap(a);
  const mapB = readMap(b);
  if (mapA || mapB) return mapA !== null && mapB !== null && sameFields(mapA, mapB);
  const done = readBoolean(a);
  if (done !== null) return done === readBoolean(b);
  const text = JSON.stringify(a);
  return text === JSON.stringify(b) && !NOT_A_NUMBER.test(text);
}

/** Maps that were found to equal themselves: a day that nobody changed is the same object from commit to commit. */
const sound = new WeakSet<Value>();

/** False for what holds a value that is not a number. */
function equalsItself(value: Value): boolean {
  if (sound.has(value) || readBoolean(value) !== null) return true;
  const map = readMap(value);
  if (map === null) return !NOT_A_NUMBER.test(JSON.stringify(value));
  for (const name in map) if (!equalsItself(map[name] as Value)) return false;
  sound.add(value);
  return true;
}
