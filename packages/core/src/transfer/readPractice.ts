import { isRecord } from "../firestore/value.ts";
import { isMarkable } from "../practice/markable.ts";
import { isMark, isMarkDate, type Mark, type Marks, type QuestionMarks } from "../practice/marks.ts";
import { clip, show } from "./reading.ts";

/** The marks of an export; a string says what is wrong with them, and where. A mark of 0 is none. */
export function readPractice(practice: unknown): Marks | string {
  if (!isRecord(practice)) return `'practice' is ${show(practice)}, but must be an object of questions`;
  const marks: Record<string, QuestionMarks> = Object.create(null);
  for (const [question, dates] of Object.entries(practice)) {
    if (!isMarkable(question)) return `'${clip(question)}' in 'practice' cannot be the key of a question`;
    if (!isRecord(dates)) return `'${clip(question)}' in 'practice' is ${show(dates)}, but must be an object of dates`;
    const read = readDates(question, dates);
    if (typeof read === "string") return read;
    marks[question] = read;
  }
  return marks;
}

function readDates(question: string, dates: Readonly<Record<string, unknown>>): QuestionMarks | string {
  const marks: Record<string, Mark> = {};
  for (const [date, mark] of Object.entries(dates)) {
    const place = `'${clip(question)}'`;
    if (!isMarkDate(date)) return `'${clip(date)}' of ${place} is not a date such as 2026-03-05`;
    if (!isMark(mark)) return `the mark of ${place} on ${date} is ${show(mark)}, but must be a number from 1 to 4`;
    if (mark !== 0) marks[date] = mark;
  }
  return marks;
}
