import { dayOfYear, isSourceNumber } from "@dailyleet/core";
import { toggleCell } from "../stores/actions.ts";
import { $look } from "../stores/setup.ts";
import { $ticks } from "../stores/ticks.ts";
import { $today, $year } from "../stores/today.ts";
import { calendarPainter } from "./calendarPainter.ts";

/**
 * Brings the static calendar to life: what it shows follows the stores, and its clicks are heard. Past React, so that a
 * click costs no more than its own button. Answers how to end it.
 */
export function runCalendar(calendar: Element): () => void {
  const over = new AbortController();
  const paint = calendarPainter(calendar);
  const repaint = () => {
    const date = $today.get();
    const today = date && date.year === $year.get() ? dayOfYear(date) : null;
    paint({ ticks: $ticks.get(), today, look: $look.get() });
  };
  repaint();
  const ends = [$ticks, $today, $year, $look].map((store) => store.listen(repaint));
  calendar.addEventListener("click", toggleClicked, { signal: over.signal });
  return () => {
    over.abort();
    for (const end of ends) end();
  };
}

/** One listener for all 1,825 buttons. */
function toggleClicked({ target }: Event): void {
  const button = target instanceof Element ? target.closest("button") : null;
  const day = button?.closest<HTMLElement>("[data-day]")?.dataset.day;
  const source = Number(button?.value);
  if (day !== undefined && isSourceNumber(source)) void toggleCell(Number(day), source);
}
