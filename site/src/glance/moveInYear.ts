import {
  addDays,
  type CivilDate,
  type HeatmapDay,
  isLeapYear,
  isSameDate,
  MONTH_LENGTHS,
  weekday,
} from "@dailyleet/core";
import type { KeyboardEvent, SyntheticEvent } from "react";

const DAYS = new Map([
  ["ArrowUp", -1],
  ["ArrowDown", 1],
  ["ArrowLeft", -7],
  ["ArrowRight", 7],
]);
const MONTHS = new Map([
  ["PageUp", -1],
  ["PageDown", 1],
]);

/**
 * Where a key leads in the year's grid, whose rows are weekdays and whose columns are weeks; the day itself where the
 * year ends, null for a key that does not move. `isWhole` (Ctrl) makes Home and End go to the ends of the year instead
 * of the row. Source: https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function moveInYear(date: CivilDate, key: string, isWhole: boolean): CivilDate | null {
  const target = targetOf(date, key, isWhole);
  return target && target.year !== date.year ? date : target;
}

function targetOf(date: CivilDate, key: string, isWhole: boolean): CivilDate | null {
  const days = DAYS.get(key);
  if (days !== undefined) return addDays(date, days);
  const months = MONTHS.get(key);
  if (months !== undefined) return sameDayOf(date, date.month + months);
  if (key === "Home") return firstOf(date, isWhole);
  return key === "End" ? lastOf(date, isWhole) : null;
}

/** The same day of another month, or its last. */
function sameDayOf({ year, month, day }: CivilDate, wanted: number): CivilDate {
  const length = MONTH_LENGTHS[wanted - 1];
  if (length === undefined) return { year, month, day };
  return { year, month: wanted, day: Math.min(day, wanted === 2 && isLeapYear(year) ? 29 : length) };
}

function firstOf(date: CivilDate, isWhole: boolean): CivilDate {
  const first = { year: date.year, month: 1, day: 1 };
  return isWhole ? first : addDays(first, (weekday(date) - weekday(first) + 7) % 7);
}

function lastOf(date: CivilDate, isWhole: boolean): CivilDate {
  const last = { year: date.year, month: 12, day: 31 };
  return isWhole ? last : addDays(last, -((weekday(last) - weekday(date) + 7) % 7));
}

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
