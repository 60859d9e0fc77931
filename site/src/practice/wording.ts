import {
  type CivilDate,
  epochDayOf,
  fromEpochDay,
  type PracticeState,
  type Progress,
  shortDate,
} from "@dailyleet/core";
import type { ListState } from "../list/filter.ts";

/** The state of a question that its sign shows: due, or how well it is known. */
export type QuestionState = PracticeState | "due";

export const STATE_NAMES: Readonly<Record<QuestionState, string>> = {
  new: "New",
  learning: "Learning",
  known: "Known",
  due: "Due",
};

export const LOADING = "Loading your progress to see what is due…";

export function questionStateOf({ isDue, state }: Progress): QuestionState {
  return isDue ? "due" : state;
}

/** 'November 30'; with its year if that is not today's. */
export function dayName(date: string, today: CivilDate): string {
  const civil = fromEpochDay(epochDayOf(date));
  return civil.year === today.year ? shortDate(civil) : `${shortDate(civil)}, ${civil.year}`;
}

export function isIn(list: ListState, state: QuestionState | null): boolean {
  return list === "practised" ? state !== null && state !== "new" : state === list;
}
