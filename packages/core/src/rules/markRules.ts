import { affectedKeys, listOf, own } from "../firestore/diff.ts";
import { type Fields, readInteger, readMap, type Value } from "../firestore/value.ts";
import { isMark } from "../practice/marks.ts";

/** So many questions may change in one write. Where it is more than one, the field `changed` names them. */
export const MAX_CHANGED_QUESTIONS = 20;

/** As in `firestore.rules`, which know no months: a reader passes over 31 February. */
const DATE = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/**
 * Why the document of marks must not change so, or null. Nothing vanishes, and what changes is marks of at most 20
 * questions, and the list that names them.
 */
export function refuseMarks(old: Fields, after: Fields): string | null {
  const affected = affectedKeys(old, after);
  const dropped = Object.keys(old).find((name) => !Object.hasOwn(after, name));
  if (dropped !== undefined) return `'${dropped}' would be dropped`;
  const unknown = [...affected].find((name) => name !== "marks" && name !== "changed");
  if (unknown !== undefined) return `'${unknown}' is neither 'marks' nor 'changed'`;
  const named = "changed" in after ? listOf(after.changed) : [];
  if (affected.has("changed") && (named === null || named.length > MAX_CHANGED_QUESTIONS)) {
    return `'changed' is not a list of at most ${MAX_CHANGED_QUESTIONS} questions`;
  }
  const now = "marks" in after ? readMap(after.marks) : {};
  return now === null ? "'marks' is not a map of questions" : refuseQuestions(readMap(old.marks) ?? {}, now, named);
}

function refuseQuestions(was: Fields, now: Fields, named: readonly Value[] | null): string | null {
  const dropped = Object.keys(was).find((name) => !Object.hasOwn(now, name));
  if (dropped !== undefined) return `the question '${dropped}' would be dropped`;
  const changed = [...affectedKeys(was, now)];
  const questions = changed.length > 1 ? textsOf(named?.slice(0, MAX_CHANGED_QUESTIONS)) : changed;
  if (questions === null || !changed.every((name) => questions.includes(name))) {
    return `'changed' does not name all questions that change, ${MAX_CHANGED_QUESTIONS} at most`;
  }
  for (const name of questions) {
    const reason = refuseQuestion(name, own(was, name), own(now, name));
    if (reason !== null) return reason;
  }
  return null;
}

/** Null when it is not a list of texts. */
function textsOf(list: readonly Value[] | undefined): string[] | null {
  const texts = list?.map((item) => ("stringValue" in item ? item.stringValue : null)) ?? [null];
  return texts.every((text) => typeof text === "string") ? texts : null;
}

/** A date that was there has to be there still: who takes a mark back writes 0. */
function refuseQuestion(name: string, was: Value | undefined, now: Value | undefined): string | null {
  const marks = now === undefined ? {} : readMap(now);
  const isRight =
    marks !== null && Object.entries(marks).every(([date, mark]) => DATE.test(date) && isMark(readInteger(mark)));
  if (!isRight) return `'${name}' is not a question whose dates have marks of 0 to 4`;
  const dropped = Object.keys(readMap(was) ?? {}).find((date) => !Object.hasOwn(marks, date));
  return dropped === undefined ? null : `the mark of '${name}' on ${dropped} would be dropped`;
}
