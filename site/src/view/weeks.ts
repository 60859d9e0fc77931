import { type CivilDate, firstWeekday, placeInWeek } from "@dailyleet/core";
import { readChoice, storeText } from "../ui/stored.ts";
import { whenQuiet } from "../ui/wait.ts";

/**
 * The answer of `firstWeekday` at the last visit, because loading a browser's locale data takes tens of milliseconds.
 * Asks again, for the next visit: the browser's settings may have changed.
 */
export function storedFirstWeekday(language: string): number {
  const name = `dailyleet/week/${language}`;
  const stored = readChoice(name, ["", ..."0123456"]);
  void whenQuiet().then(() => storeText(name, `${firstWeekday(language)}`));
  return stored === "" ? firstWeekday(language) : Number(stored);
}

export const FIRST_WEEKDAY = storedFirstWeekday(navigator.language);

export function weekColumn(date: CivilDate): number {
  return placeInWeek(date, FIRST_WEEKDAY);
}
