import {
  type DayNumber,
  dayOfYear,
  isDayNumber,
  isRecord,
  isTickYear,
  type SourceNumber,
  screenOf,
  type TickCell,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { flushSync } from "react-dom";
import { isMotionReduced, scrollToDay } from "../ui/scrolling.ts";
import { $goal, $today, $year } from "./today.ts";
import { $view, openView, places, QUESTIONS } from "./view.ts";

const GLOW_MS = 1_500;

/** Scrolls to a day of the calendar, which glows for a moment, and focuses one of its ticks. */
export function goToDay(day: DayNumber, source: SourceNumber = 1): void {
  // Render at once, so that the day's ticks exist.
  flushSync(() => $goal.set(day));
  const section = document.getElementById(`day-${day}`);
  pointOut(section, source);
  scrollToDay(section);
}

/** The number of the current history entry. The entry of a dialog has the number of the entry below it. */
let place = 0;
const placeOf = (state: unknown) => (isRecord(state) ? Number(state.place ?? 0) : 0);

/** Goes to a day with an entry of the history: Back leads to where the page was (`followBack`). */
export function visitDay(day: DayNumber): void {
  history.replaceState({ ...history.state, top: scrollY, place }, "");
  place++;
  history.pushState({ ...$view.get(), day, place }, "");
  goToDay(day);
}

/** Leads Back to the place where `visitDay` was called, and Forward to its day. Returns a function that ends this. */
export function followBack(comeBack: () => void): () => void {
  place = placeOf(history.state);
  const follow = ({ state }: PopStateEvent) => {
    if (!isCalendar() || !isRecord(state) || placeOf(state) === place) return;
    place = placeOf(state);
    if (isDayNumber(state.day)) goToDay(state.day);
    if (typeof state.top !== "number") return;
    scrollTo({ top: state.top, behavior: "instant" });
    comeBack();
  };
  addEventListener("popstate", follow);
  return () => removeEventListener("popstate", follow);
}

/** Focuses one of the day's ticks, without scrolling, and lets the day glow. */
export function pointOut(day: Element | null, source: SourceNumber = 1): void {
  day?.querySelector<HTMLElement>(`[value="${source}"]`)?.focus({ preventScroll: true });
  day?.animate(
    { outline: ["3px solid var(--accent)", "3px solid transparent"], outlineOffset: "2px" },
    { duration: GLOW_MS, easing: isMotionReduced() ? "steps(1)" : "ease-in" },
  );
}

/** From any screen. */
export function goToToday(): void {
  if (!isCalendar()) openCalendar();
  const today = showToday();
  if (today !== null) goToDay(today.day);
}

/** Opens the calendar at today, not where it was left. */
function openCalendar(): void {
  places.calendar = null;
  openView({ ...$view.get(), calendar: true });
}

/** Makes the calendar show the running year, and returns today's place in it; null on another screen. */
export function showToday(): { readonly year: number; readonly day: DayNumber } | null {
  const today = $today.get();
  if (today === null || !isCalendar()) return null;
  showYear(today.year);
  return { year: today.year, day: dayOfYear(today) };
}

/**
 * Shows the year of a changed tick if it is not the shown one, and goes to its day if the calendar is on the screen.
 */
export function showChanged({ table: year, row: day, column: source }: TickCell): void {
  if (year === $year.get()) return;
  showYear(year);
  if (isCalendar()) goToDay(day, source);
}

const isCalendar = () => screenOf($view.get()) === "calendar";

/** Years that can have ticks and have begun. */
export function isShowable(year: number): boolean {
  const today = $today.get();
  return today !== null && isTickYear(year) && year <= today.year;
}

export function showYear(year: number): void {
  if (isShowable(year)) $year.set(year);
}

/** Makes the search box take the focus when it shows. */
export const $isSearchWanted = atom(false);

/** From any screen. */
export function searchQuestions(): void {
  if (screenOf($view.get()) !== "questions") openView(QUESTIONS);
  $isSearchWanted.set(true);
}

export const PRACTICE_HASH = "#practise";

/** Shows the practice flow, from any screen, as an entry of the history. */
export function practise(): void {
  location.hash = PRACTICE_HASH;
}
