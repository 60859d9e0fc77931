import type { CivilDate } from "../calendar/calendar.ts";
import { MONTH_NAMES, WEEKDAY_NAMES } from "../calendar/dateText.ts";
import { type Heatmap, type HeatmapDay, isEmptyAhead } from "../statistics/heatmap.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";

/** From one day to the next, across and down. */
export const STEP = 15;
export const LABELS_WIDTH = 34;
const CELL = 13;
/** A tone alone would say nothing without colour: the square in a day grows with what was done. */
const SIDES = [CELL, 6.5, 8, 9.5, 11, CELL];
const NAME_LENGTH = 3;

/** The days of a year, a column for each week, with its upper left corner in the origin. */
export function daysPicture(map: Heatmap, today: CivilDate): string {
  const days = map.weeks.flatMap((week, column) =>
    week.flatMap((day, row) => (day === null ? [] : [{ ...day, x: LABELS_WIDTH + column * STEP, y: row * STEP }])),
  );
  const isAhead = (day: HeatmapDay) => isEmptyAhead(day, today);
  const past = days.filter((day) => !isAhead(day));
  return [
    path(
      "ahead",
      days.filter(isAhead).map(({ x, y }) => square(x + 0.5, y + 0.5, CELL - 1)),
    ),
    path(
      "l0",
      past.map(({ x, y }) => side(x, y, 0)),
    ),
    ...SOURCE_NUMBERS.map((level) => {
      return path(
        `l${level}`,
        past.filter((day) => day.level === level).map(({ x, y }) => side(x, y, level)),
      );
    }),
    ...weekdays(),
    ...months(map),
  ].join("");
}

/** 'Less ▢▢▢▢▢▢ More', ending at `right`. */
export function legend(right: number): string {
  const left = right - 32 - 6 * STEP;
  const cells = [0, ...SOURCE_NUMBERS].map((level) => {
    const x = left + level * STEP;
    return path("l0", [side(x, 0, 0)]) + (level === 0 ? "" : path(`l${level}`, [side(x, 0, level)]));
  });
  const word = (text: string, x: number) => `<text class="small soft" x="${x}" y="11" text-anchor="end">${text}</text>`;
  return word("Less", left - 6) + cells.join("") + word("More", right);
}

function path(name: string, squares: readonly string[]): string {
  return squares.length === 0 ? "" : `<path class="${name}" d="${squares.join("")}"/>`;
}

/** The square of a level in the middle of the day whose corner is given; its stroke of 2 rounds the corners. */
function side(x: number, y: number, level: number): string {
  const length = SIDES[level] ?? CELL;
  const inset = (CELL - length) / 2 + 1;
  return square(x + inset, y + inset, length - 2);
}

function square(x: number, y: number, length: number): string {
  return `M${x} ${y}h${length}v${length}h-${length}z`;
}

/** Every other one, so that they do not crowd. */
function weekdays(): string[] {
  return WEEKDAY_NAMES.flatMap((name, row) => (row % 2 === 1 ? [label(name, 0, row * STEP + 11)] : []));
}

function months({ months }: Heatmap): string[] {
  return months.map(({ month, column }) => label(MONTH_NAMES[month - 1] ?? "", LABELS_WIDTH + column * STEP, -8));
}

function label(name: string, x: number, y: number): string {
  return `<text class="small soft" x="${x}" y="${y}">${name.slice(0, NAME_LENGTH)}</text>`;
}
