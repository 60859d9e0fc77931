import { type CivilDate, type DayNumber, isSameDate, todayAt } from "@dailyleet/core";
import { atom } from "nanostores";
import { $config } from "../session/setup.ts";

/** The current time, at most ten seconds old (milliseconds since the epoch). */
export const $now = atom(0);
/** Today in the browser's time zone, by the person's end of the day; null until the page runs in a browser. */
export const $today = atom<CivilDate | null>(null);
export const $year = atom<number | null>(null);
/** The day that the person went to last. */
export const $goal = atom<DayNumber | null>(null);

const CHECK_MS = 10_000;

/** Keeps `$now` and `$today` right across the end of the day, New Year, travel and clock changes. */
export function watchToday(): void {
  check();
  setInterval(check, CHECK_MS);
  window.addEventListener("focus", check);
  document.addEventListener("visibilitychange", check);
  $config.listen(check);
}

/** At New Year, a calendar of the current year moves on to the next year. */
function check(): void {
  $now.set(Date.now());
  const before = $today.get();
  const today = currentDay();
  if (before && isSameDate(before, today)) return;
  $today.set(today);
  if (before === null || $year.get() === before.year) $year.set(today.year);
}

export function currentDay(): CivilDate {
  return todayAt(Date.now(), $config.get().dayEndsAt);
}
