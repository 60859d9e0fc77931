import type { DayNumber } from "@dailyleet/core";
import { flushSync } from "react-dom";
import { showToday } from "../app/shortcuts.ts";
import { $goal } from "../app/today.ts";
import { scrollToDay } from "./scrolling.ts";

/** Scrolls to a day of the calendar and puts the focus on its first tick, which says day, source and state. */
export function goToDay(day: DayNumber): void {
  // It may not be drawn yet.
  flushSync(() => $goal.set(day));
  const section = document.getElementById(`day-${day}`);
  section?.querySelector("button")?.focus({ preventScroll: true });
  scrollToDay(section);
}

/** On another screen than the calendar it does nothing. */
export function goToToday(): void {
  const day = showToday();
  if (day !== null) goToDay(day);
}
