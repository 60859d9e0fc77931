import { affectedKeys, numberOf, own } from "../firestore/diff.ts";
import { closedPath, closedYearsPath, openPath, parseDataPath } from "../firestore/paths.ts";
import { type Fields, readInteger } from "../firestore/value.ts";
import { refuseMarks } from "./markRules.ts";
import { isCivilYear, isDayName, refuseTicks } from "./tickRules.ts";

export { MAX_CHANGED_QUESTIONS } from "./markRules.ts";
export { MAX_CHANGED_DAYS } from "./tickRules.ts";

/**
 * What one commit makes of a document, all its writes of that document taken together; `before` is null where
 * there was none. No two changes of a commit have the same path.
 */
export interface DocumentChange {
  readonly path: string;
  readonly before: Fields | null;
  readonly after: Fields;
}

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
  for (const { path: name, before, after: made } of changes) {
    const path = parseDataPath(name);
    if (path === null || path.uid !== uid) return "not a document of this person";
    const old = before ?? {};
    const closedYear = path.kind === "closed" ? path.year : null;
    const belongsToClosing = path.kind === "open" || closedYear === closing;
    if (closing !== null && belongsToClosing) continue;
    const reason = path.kind === "marks" ? refuseMarks(old, made) : refuseTicks(old, made, closedYear);
    if (reason !== null) return reason;
    if (closedYear === null || before !== null) continue;
    const openYear = numberOf(own(after(openPath(uid)) ?? {}, "year"));
    if ((openYear ?? 0) <= closedYear) return `the year ${closedYear} has not ended`;
  }
  return null;
}

/** More documents than this are not listed. So many full years, as the database sends them, take 7 MB. */
export const MAX_LISTED = 50;

/** Whether `uid` may list the first `limit` documents of a collection; null for no limit. */
export function mayList(uid: string, collection: string, limit: number | null): boolean {
  return collection === closedYearsPath(uid) && limit !== null && limit <= MAX_LISTED;
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
