import { type CivilDate, type HeatmapDay, isSameDate } from "@dailyleet/core";
import type { KeyboardEvent, SyntheticEvent } from "react";
import { moveInYear } from "./moveInYear.ts";

/** Which part of the width is for the weeks before the tab stop. */
const SEEN_BEFORE = 0.8;

/** Brings the one cell that Tab reaches into view, with the weeks before it. */
export function showTabStop(frame: Element): void {
  const left = frame.querySelector<HTMLElement>(".cell[tabindex='0']")?.offsetLeft ?? 0;
  frame.scrollLeft = left - frame.clientWidth * SEEN_BEFORE;
}

/** The place among all days of the cell that an event of the grid is about; null beside the cells. */
export function placeAt({ currentTarget, target }: SyntheticEvent): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>(".cell") : null;
  return cell ? cellsOf(currentTarget).indexOf(cell) : null;
}

/** The cell to which a key leads from a day; null for a key that does not move. */
export function cellReached(event: KeyboardEvent, days: readonly HeatmapDay[], from: HeatmapDay): HTMLElement | null {
  const target = moveInYear(from.date, event.key, event.ctrlKey);
  return (target && cellsOf(event.currentTarget)[placeOf(days, target)]) ?? null;
}

export function placeOf(days: readonly HeatmapDay[], date: CivilDate): number {
  return days.findIndex((day) => isSameDate(day.date, date));
}

/** The cells of days, row by row. */
function cellsOf(grid: Element): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>(".cell")];
}
