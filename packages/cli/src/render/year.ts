import { formatDate, type HeatmapDay, type YearView, yearText } from "@dailyleet/core";
import type { TonedLook } from "../terminal/look.ts";
import { paragraphWidth, wrap } from "../terminal/width.ts";

/** The picture of a year, in the width of the terminal. */
export function renderYear(view: YearView, look: TonedLook): string {
  return yearText(view, { ...look, wrap: (text) => wrap(text, paragraphWidth(look.columns), look.measure) });
}

export function yearJson({ map, summary }: YearView): object {
  const days = map.weeks.flat().filter((day) => day !== null && day.level > 0 && !isLeapDay(day)) as HeatmapDay[];
  return {
    version: 1,
    year: map.year,
    days: days.map(({ date, day, level }) => ({ date: formatDate(date), day, done: level })),
    done: summary.done,
    activeDays: summary.activeDays,
    fullDays: summary.fullDays,
  };
}

/** 29 February shares its ticks with 1 March, which stands for both, as in an exported table. */
function isLeapDay({ date }: HeatmapDay): boolean {
  return date.month === 2 && date.day === 29;
}
