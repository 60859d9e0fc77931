import { isDone, type SourceNumber, screenOf } from "@dailyleet/core";
import { atom } from "nanostores";
import { goToDay, showToday } from "../calendar/goToDay.ts";
import { toggleCell } from "../calendar/toggleCell.ts";
import { $ticks } from "../replica/ticks.ts";
import { speak, tickText } from "./speech.ts";
import { $year } from "./today.ts";
import { $view, openView, QUESTIONS } from "./view.ts";

/** Whether the search box takes the focus as soon as it shows. */
export const $isSearchWanted = atom(false);

/** From any screen. */
export function searchQuestions(): void {
  if (screenOf($view.get()) !== "questions") openView(QUESTIONS);
  $isSearchWanted.set(true);
}

/** Ticks or unticks a source of today, where the calendar shows it. */
export function tickToday(source: SourceNumber): void {
  const before = $year.get();
  const cell = showToday();
  if (cell === null) return;
  // At the place of another year's calendar is some other day of this one.
  if (before !== cell.year) goToDay(cell.day, source);
  toggleCell(cell.day, source);
  speak(tickText({ ...cell, source, done: isDone($ticks.get(), { day: cell.day, source }) }));
}
