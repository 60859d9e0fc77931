import { type CivilDate, type HeatmapDay, isSameDate } from "@dailyleet/core";
import { moveInYear } from "../lib/moveInYear.ts";
import { goToDay } from "./goToDay.ts";
import { cellsOf } from "./paintHeatmap.ts";

/** Which part of the width is for the weeks before today. */
const SEEN_BEFORE = 0.8;

/** The one cell that Tab reaches. */
export const tabStop = (frame: Element): HTMLElement | null => frame.querySelector(".cell[tabindex='0']");

/** Makes the day the tab stop, and brings it into view; the first day where it is not in the year. */
export function startAt(frame: Element, days: readonly HeatmapDay[], date: CivilDate): void {
  const cells = cellsOf(frame);
  for (const cell of cells) cell.tabIndex = -1;
  const first = cells[placeOf(days, date)] ?? cells[0];
  if (!first) return;
  first.tabIndex = 0;
  showTabStop(frame);
}

/** With the weeks before it. */
function showTabStop(frame: Element): void {
  const left = tabStop(frame)?.offsetLeft ?? 0;
  frame.scrollLeft = left - frame.clientWidth * SEEN_BEFORE;
}

/**
 * Keys move from day to day, a click or Enter goes to the day in the calendar. `tell` hears what is to be said of the
 * day that the pointer or the focus is on. Answers how to end it.
 */
export function followMoves(frame: HTMLElement, days: readonly HeatmapDay[], tell: (label: string) => void) {
  const over = new AbortController();
  const { signal } = over;
  const choose = (event: Event) => {
    const day = dayAt(frame, days, event);
    if (day) goToDay(day.day);
  };
  const point = (event: Event) => tell((cellAt(event) ?? tabStop(frame))?.ariaLabel ?? "");
  const settle = (event: Event) => {
    const cell = cellAt(event);
    const before = tabStop(frame);
    if (!cell || !before) return;
    before.tabIndex = -1;
    cell.tabIndex = 0;
    point(event);
  };
  const press = (event: KeyboardEvent) => {
    const day = dayAt(frame, days, event);
    if (!day || event.altKey || event.metaKey) return;
    const target = moveInYear(day.date, event.key, event.ctrlKey);
    if (target) cellsOf(frame)[placeOf(days, target)]?.focus();
    else if (event.key === "Enter" || event.key === " ") goToDay(day.day);
    else return;
    event.preventDefault();
  };
  frame.addEventListener("click", choose, { signal });
  frame.addEventListener("pointerover", point, { signal });
  frame.addEventListener("focusin", settle, { signal });
  frame.addEventListener("keydown", press, { signal });
  // A phone that is turned.
  addEventListener("resize", () => showTabStop(frame), { signal });
  return () => over.abort();
}

function cellAt({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(".cell") : null;
}

function dayAt(frame: Element, days: readonly HeatmapDay[], event: Event): HeatmapDay | undefined {
  return days[cellsOf(frame).indexOf(cellAt(event) as HTMLElement)];
}

function placeOf(days: readonly HeatmapDay[], date: CivilDate): number {
  return days.findIndex((day) => isSameDate(day.date, date));
}
