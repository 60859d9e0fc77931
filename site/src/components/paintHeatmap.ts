import {
  type CivilDate,
  countDone,
  dayTicks,
  describeDay,
  epochDay,
  type HeatmapDay,
  isSameDate,
  type Source,
  type Ticks,
} from "@dailyleet/core";

/** What the heatmap shows. */
export interface MapPicture {
  readonly ticks: Ticks;
  readonly today: CivilDate;
  readonly sources: readonly Source[];
}

/** Brings the cells of `days` from one picture to the next. Days that are the same in both are not touched. */
export function paintHeatmap(
  cells: readonly HTMLElement[],
  days: readonly HeatmapDay[],
  before: MapPicture | null,
  after: MapPicture,
): void {
  const isNew = before?.today !== after.today || before.sources !== after.sources;
  for (const [index, { date, day }] of days.entries()) {
    const cell = cells[index];
    const isSame = !isNew && dayTicks(before.ticks, day) === dayTicks(after.ticks, day);
    if (cell && !isSame) paintCell(cell, date, countDone(dayTicks(after.ticks, day)), after);
  }
}

/** A digit beside the tone, so that it reads without colour. Days to come are empty: they are not untried yet. */
function paintCell(cell: HTMLElement, date: CivilDate, level: number, { ticks, today, sources }: MapPicture): void {
  const isToCome = level === 0 && epochDay(date) > epochDay(today);
  cell.dataset.level = isToCome ? "" : String(level);
  cell.textContent = isToCome ? "" : level === 0 ? "·" : String(level);
  cell.ariaLabel = describeDay(date, ticks, sources);
  cell.ariaCurrent = isSameDate(date, today) ? "date" : null;
}

/** The cells of days, in their order. */
export function cellsOf(frame: Element): HTMLElement[] {
  return [...frame.querySelectorAll<HTMLElement>(".cell")];
}
