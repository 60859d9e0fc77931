import {
  type CivilDate,
  formatDate,
  type Mark,
  markOf,
  marksOf,
  nextDue,
  type Question,
  questionKey,
} from "@dailyleet/core";
import { followChange } from "../app/followChange.ts";
import { speak } from "../app/speech.ts";
import { $connection, submit } from "../replica/connection.ts";
import { comesBack, markText } from "./wording.ts";

/** Today's mark of a question, which shows before this returns. The last one of the day stands. */
export function markToday(question: Question, mark: Mark, today: CivilDate): void {
  const date = formatDate(today);
  setMark(question, date, mark);
  const marks = $connection.get()?.replica.marks().marks ?? {};
  const due = nextDue(marksOf(marks, questionKey(question)), date, mark);
  speak(`${markText(question.name, mark)}, comes back ${due && comesBack(due, today)}`);
}

export function removeMark(question: Question, date: string): void {
  setMark(question, date, 0);
  speak(markText(question.name, 0));
}

function setMark(question: Question, date: string, mark: Mark): void {
  const connection = $connection.get();
  if (connection === null) return;
  const cell = { question: questionKey(question), date };
  const was = markOf(connection.replica.marks().marks, cell);
  if (was === mark) return;
  void submit([{ ...cell, mark }]);
  followChange([{ ...cell, mark, was }], connection);
}
