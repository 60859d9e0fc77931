import { type DayNumber, dayOfYear, type SourceNumber, screenOf, type TickCell } from "@dailyleet/core";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useValue } from "../ui/react.tsx";
import { isMotionReduced, scrollToDay } from "../ui/scrolling.ts";
import { $goal, $today, $year, showYear } from "./today.ts";
import { $view, addressedDay, openCalendar, places } from "./view.ts";

const GLOW_MS = 1_500;

/**
 * Scrolls to a day of the calendar and puts the focus on one of its ticks, which says day, source and state. The day
 * glows for a moment, to be told from the others.
 */
export function goToDay(day: DayNumber, source: SourceNumber = 1): void {
  // It may not be drawn yet.
  flushSync(() => $goal.set(day));
  const section = document.getElementById(`day-${day}`);
  pointOut(section, source);
  scrollToDay(section);
}

function pointOut(day: Element | null, source: SourceNumber = 1): void {
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

/** Today's place in the calendar, which shows the running year from now on; null on another screen. */
export function showToday(): { readonly year: number; readonly day: DayNumber } | null {
  const today = $today.get();
  if (today === null || !isCalendar()) return null;
  showYear(today.year);
  return { year: today.year, day: dayOfYear(today) };
}

/** Shows a tick that was changed in another year than the shown one, and its day where the calendar is on the screen. */
export function showChanged({ year, day, source }: TickCell): void {
  if (year === $year.get()) return;
  showYear(year);
  if (isCalendar()) goToDay(day, source);
}

const isCalendar = () => screenOf($view.get()) === "calendar";

/** Loaded when idle: leads to today while it is out of the window or in another year. */
export default function TodayPill() {
  const isInView = useIsTodayInView();
  useEffect(followAddressedDay, []);
  if (isInView) return null;
  return (
    <button type="button" className="today-pill" aria-keyshortcuts="t" onClick={goToToday}>
      Today
    </button>
  );
}

/** The day that the address names is pointed out: the one that the calendar opened at, and each that is asked for later. */
function followAddressedDay(): () => void {
  pointOut(document.getElementById(`day-${addressedDay()}`));
  const follow = () => {
    const day = addressedDay();
    if (day !== null && places.calendar === null) goToDay(day);
  };
  window.addEventListener("hashchange", follow);
  return () => window.removeEventListener("hashchange", follow);
}

function useIsTodayInView(): boolean {
  const [isInView, setIsInView] = useState(true);
  const today = useValue($today);
  const year = useValue($year);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with one of them the card is another one, or none
  useEffect(() => {
    const card = document.querySelector(".day[aria-current]");
    setIsInView(card !== null);
    if (card === null) return;
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting === true));
    observer.observe(card);
    return () => observer.disconnect();
  }, [today, year]);
  return isInView;
}
