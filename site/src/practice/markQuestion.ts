import {
  type CivilDate,
  formatDate,
  type Mark,
  type MarkCell,
  marksOf,
  nextDue,
  type Question,
  questionKey,
} from "@dailyleet/core";
import { followChange } from "../app/followChange.ts";
import { speak } from "../app/speech.ts";
import { $connection, submit } from "../replica/connection.ts";
import { comesBack, dayName, MARK_NAMES } from "./wording.ts";

/** Today's mark of a question, which shows before this returns. The last one of the day stands. */
export function markToday(question: Question, mark: Mark, today: CivilDate): void {
  const cell = { question: questionKey(question), date: formatDate(today) };
  setMark(cell, mark);
  const marks = $connection.get()?.replica.marks().marks ?? {};
  const due = nextDue(marksOf(marks, cell.question), cell.date, mark);
  speak(`${question.name}: ${MARK_NAMES[mark]}, comes back ${due && comesBack(due, today)}`);
}

export function takeBack(question: Question, date: string, today: CivilDate): void {
  setMark({ question: questionKey(question), date }, 0);
  speak(`${question.name}: taken back what was marked on ${dayName(date, today)}`);
}

function setMark(cell: MarkCell, mark: Mark): void {
  const connection = $connection.get();
  if (connection === null) return;
  const { marks } = connection.replica.marks();
  const was = marksOf(marks, cell.question)[cell.date] ?? 0;
  if (was === mark) return;
  void submit([{ ...cell, mark }]);
  followChange([{ ...cell, mark, was }], connection);
}
