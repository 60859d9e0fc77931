import { type CivilDate, firstWeekday, placeInWeek } from "@dailyleet/core";
import { atom } from "nanostores";
import { readChoice, storeText } from "../ui/stored.ts";
import { whenQuiet } from "../ui/wait.ts";

/**
 * The answer of `firstWeekday` at the last visit, because loading a browser's locale data takes tens of milliseconds.
 * Asks again, for the next visit: the browser's settings may have changed.
 */
export function storedFirstWeekday(language: string): number {
  const name = `dailyleet/week/${language}`;
  const stored = readChoice<string>(name, WEEK_CHOICES);
  void whenQuiet().then(() => storeText(name, `${firstWeekday(language)}`));
  return stored === "" ? firstWeekday(language) : Number(stored);
}

const CHOICE_NAME = "dailyleet/week";
const WEEK_CHOICES = ["", ..."0123456"] as const;

/** The first weekday that the person has chosen in this browser, 0 for Sunday; empty for the language's. */
export const $weekChoice = atom(readChoice<string>(CHOICE_NAME, WEEK_CHOICES));

/** Follows `$weekChoice`, on whose change `Tracker` mounts everything that has weeks anew. */
export let FIRST_WEEKDAY = chosenWeekday();

export function chooseFirstWeekday(choice: string): void {
  storeText(CHOICE_NAME, choice);
  $weekChoice.set(choice);
  FIRST_WEEKDAY = chosenWeekday();
}

function chosenWeekday(): number {
  const choice = $weekChoice.get();
  return choice === "" ? storedFirstWeekday(navigator.language) : Number(choice);
}

export function weekColumn(date: CivilDate): number {
  return placeInWeek(date, FIRST_WEEKDAY);
}
