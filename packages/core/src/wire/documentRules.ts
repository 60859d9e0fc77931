import { isDayNumber } from "../calendar.ts";
import { isSourceNumber } from "../sources.ts";
import { closedPath, openPath, parseTickPath, type TickPath } from "./paths.ts";
import { type Fields, readBoolean, readInteger, readMap, type Value } from "./value.ts";

/** What one write of a commit makes of a document; `before` is null where there was none. */
export interface DocumentChange {
  readonly path: string;
  readonly before: Fields | null;
  readonly after: Fields;
}

/** How many days one commit may change: what `firestore.rules` can check within its 1,000 expressions. */
export const MAX_CHANGED_DAYS = 20;

/**
 * The same decisions as `firestore.rules`, for the embedded server and as the oracle of the rules' tests:
 * null when `uid` may make all these changes in one commit, else the reason for refusing.
 */
export function refusal(uid: string, changes: readonly DocumentChange[]): string | null {
  for (const change of changes) {
    const path = parseTickPath(change.path);
    if (path === null || path.uid !== uid) return "not a document of this person";
    const reason = path.closedYear === null ? refuseOpen(path, change, changes) : refuseClosed(path, change, changes);
    if (reason !== null) return reason;
  }
  return changedDays(changes) > MAX_CHANGED_DAYS ? `more than ${MAX_CHANGED_DAYS} changed days in one commit` : null;
}

function refuseOpen(path: TickPath, change: DocumentChange, changes: readonly DocumentChange[]): string | null {
  if (isClosing(path, change, changes)) return null;
  const was = change.before?.year;
  if (was !== undefined && !sameValue(was, change.after.year)) {
    return "the year changes only when the same commit archives the old one";
  }
  return refuseContents(change, null);
}

function refuseClosed(path: TickPath, change: DocumentChange, changes: readonly DocumentChange[]): string | null {
  if (change.before === null && archivesOpen(path, change, changes)) return null;
  return refuseContents(change, path.closedYear);
}

/** Days may leave the open document when the same commit creates the archive holding all that it held. */
function isClosing(path: TickPath, { before, after }: DocumentChange, changes: readonly DocumentChange[]): boolean {
  const from = readInteger(before?.year);
  const to = readInteger(after.year);
  if (before === null || from === null || to === null || to <= from || Object.keys(after).length !== 1) return false;
  const archive = changes.find((change) => change.path === closedPath(path.uid, from));
  return archive !== undefined && archive.before === null && sameFields(archive.after, before);
}

function archivesOpen(path: TickPath, { after }: DocumentChange, changes: readonly DocumentChange[]): boolean {
  const open = changes.find((change) => change.path === openPath(path.uid));
  const isOfThisYear = readInteger(open?.before?.year) === path.closedYear;
  return isOfThisYear && open?.before != null && sameFields(after, open.before);
}

/** Nothing vanishes; what is new or changed is a day or the year. */
function refuseContents({ before, after }: DocumentChange, closedYear: number | null): string | null {
  const old = before ?? {};
  for (const name of Object.keys(old)) if (!Object.hasOwn(after, name)) return `'${name}' would be dropped`;
  for (const [name, value] of Object.entries(after)) {
    if (Object.hasOwn(old, name) && sameValue(old[name], value)) continue;
    const isValid = name === "year" ? isYear(value, closedYear) : isDay(name, value);
    if (!isValid) return `'${name}' is not a day with sources 1 to 5 that are true or false`;
  }
  return null;
}

function isYear(value: Value, closedYear: number | null): boolean {
  const year = readInteger(value);
  return year !== null && (closedYear === null ? year >= 1970 && year <= 9999 : year === closedYear);
}

function isDay(name: string, value: Value): boolean {
  const cells = readMap(value);
  return (
    String(Number(name)) === name &&
    isDayNumber(Number(name)) &&
    cells !== null &&
    Object.entries(cells).every(
      ([source, done]) =>
        String(Number(source)) === source && isSourceNumber(Number(source)) && readBoolean(done) !== null,
    )
  );
}

function changedDays(changes: readonly DocumentChange[]): number {
  let count = 0;
  for (const { path, before, after } of changes) {
    const tickPath = parseTickPath(path);
    if (tickPath && (isArchiving(tickPath, changes) || after === before)) continue;
    const old = before ?? {};
    count += Object.keys(after).filter((name) => name !== "year" && !sameValue(old[name], after[name])).length;
  }
  return count;
}

function isArchiving(path: TickPath, changes: readonly DocumentChange[]): boolean {
  const open = changes.find((change) => change.path === openPath(path.uid));
  return open !== undefined && isClosing({ ...path, closedYear: null }, open, changes);
}

function sameFields(a: Fields, b: Fields): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
  );
}

/** Structural equality; an empty map equals a map whose `fields` are empty. */
function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const mapA = readMap(a);
  const mapB = readMap(b);
  if (mapA && mapB) return sameFields(mapA, mapB);
  return JSON.stringify(a) === JSON.stringify(b);
}
