import { own } from "../basics.ts";
import { isTickYear, readDate } from "../calendar/calendar.ts";
import { usageError } from "../errors.ts";
import { readInteger, readMap } from "../firestore/values.ts";
import { fold, utf8Length } from "../text.ts";

/** How practising a question went; 0 for a removed mark. */
export type Mark = 0 | 1 | 2 | 3 | 4;

/** Indexed by the mark. */
export const MARK_WORDS = ["none", "solution", "hint", "solved", "easy"] as const;

/** The marks of one question: `YYYY-MM-DD` → mark. An absent date and 0 mean no mark. */
export type QuestionMarks = Readonly<Record<string, Mark>>;

/** All marks of a person: question key (`questionKey`) → its marks. */
export type Marks = Readonly<Record<string, QuestionMarks>>;

/** A mark's cell: `row` is the question, as `questionKey` returns it, `column` the date, `YYYY-MM-DD`. */
export interface MarkCell {
  readonly table: "marks";
  readonly row: string;
  readonly column: string;
}

export interface MarkChange extends MarkCell {
  readonly state: Mark;
}

export function markCell(question: string, date: string): MarkCell {
  return { table: "marks", row: question, column: date };
}

export const NO_MARKS: Marks = {};
const NO_QUESTION_MARKS: QuestionMarks = {};

/** Reads own properties only: a question's key may be `constructor`. */
export function marksOf(marks: Marks, question: string): QuestionMarks {
  return own(marks, question) ?? NO_QUESTION_MARKS;
}

export function markOf(marks: Marks, { row, column }: MarkCell): Mark {
  return marksOf(marks, row)[column] ?? 0;
}

export function isMark(value: unknown): value is Mark {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < MARK_WORDS.length;
}

/** Reads a mark's word, ignoring case, or its number. Throws `usage`. */
export function parseMark(text: string): Mark {
  const mark = MARK_WORDS.findIndex((word, number) => [word, String(number)].includes(fold(text)));
  if (isMark(mark)) return mark;
  throw usageError(`'${text}' is not a mark; use solution, hint, solved, easy or none.`);
}

/** Whether the text is a valid date `YYYY-MM-DD` of the years 1970 to 9999. */
export function isMarkDate(text: string): boolean {
  return isTickYear(readDate(text)?.year ?? 0);
}

/** Reads the marks of a document. Never throws: it skips invalid values, which masked writes leave in the document. */
export function marksIn(fields: unknown): Marks {
  const questions = readMap((fields as Record<string, unknown> | null | undefined)?.marks) ?? {};
  const marks: Record<string, QuestionMarks> = Object.create(null);
  for (const [question, dates] of Object.entries(questions)) {
    const read: Record<string, Mark> = {};
    for (const [date, value] of Object.entries(readMap(dates) ?? {})) {
      const mark = readInteger(value);
      if (isMark(mark) && isMarkDate(date)) read[date] = mark;
    }
    if (Object.keys(read).length > 0) marks[question] = read;
  }
  return marks;
}

/**
 * The longest key of a question: a field path in a mask has fewer than 1,500 bytes
 * (https://firebase.google.com/docs/firestore/quotas).
 */
const MAX_NAME_BYTES = 1499 - "marks..YYYY-MM-DD".length;

/** Whether a question can have marks: its key must be a field name that Firestore allows. */
export function isMarkable(question: string): boolean {
  if (question === "" || !question.isWellFormed() || /^__.*__$/s.test(question)) return false;
  return utf8Length(question) <= MAX_NAME_BYTES;
}
