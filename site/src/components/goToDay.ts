import type { DayNumber } from "@dailyleet/core";
import { showToday } from "../stores/shortcuts.ts";
import { scrollToDay } from "./scrolling.ts";

/** Scrolls to a day of the calendar and puts the focus on its first tick, which says day, source and state. */
export function goToDay(day: DayNumber): void {
  const section = document.getElementById(`day-${day}`);
  section?.querySelector("button")?.focus({ preventScroll: true });
  scrollToDay(section);
}

/** On another screen than the calendar it does nothing. */
export function goToToday(): void {
  const day = showToday();
  if (day !== null) goToDay(day);
}
