import {
  addDays,
  type CivilDate,
  type DayNumber,
  dayOfYear,
  epochDay,
  longDate,
  MONTH_LENGTHS,
  placeInWeek,
  weekdayNames,
} from "../calendar/calendar.ts";
import { SOURCE_NUMBERS, type Source, sourceName } from "../ticks/sources.ts";
import { countDone, dayTicks, type Ticks } from "../ticks/ticks.ts";
import { TO_COME } from "./firstView.ts";
import type { YearSummary } from "./statistics.ts";

export interface HeatmapDay {
  readonly date: CivilDate;
  /** The key of the day's ticks; 29 February shares that of 1 March. */
  readonly day: DayNumber;
  /** How many sources are done, 0 to 5. */
  readonly level: number;
  /** Whether the day was missed without ending a streak. */
  readonly isRest: boolean;
}

export interface Heatmap {
  readonly year: number;
  /** The weekday in the first row, 0 for Sunday. */
  readonly firstWeekday: number;
  /** 53 or 54 columns of seven days; null stands for a day of another year. */
  readonly weeks: readonly (readonly (HeatmapDay | null)[])[];
  /** The column in which the first day of each month stands. */
  readonly months: readonly { readonly month: number; readonly column: number }[];
}

const DAYS_PER_WEEK = 7;
const NO_DAYS: ReadonlySet<DayNumber> = new Set();

/** A year as weeks × weekdays; `rested` are the keys of its rest days. */
export function heatmap(year: number, ticks: Ticks, firstWeekday: number, rested = NO_DAYS): Heatmap {
  const first = { year, month: 1, day: 1 };
  const empty = placeInWeek(first, firstWeekday);
  const placeOf = (date: CivilDate) => empty + epochDay(date) - epochDay(first);
  const dayAt = (place: number): HeatmapDay | null => {
    const date = addDays(first, place - empty);
    const day = dayOfYear(date);
    return date.year === year ? { date, day, level: countDone(dayTicks(ticks, day)), isRest: rested.has(day) } : null;
  };
  const columns = Math.ceil(placeOf({ ...first, year: year + 1 }) / DAYS_PER_WEEK);
  const weeks = Array.from({ length: columns }, (_, column) =>
    Array.from({ length: DAYS_PER_WEEK }, (_, row) => dayAt(column * DAYS_PER_WEEK + row)),
  );
  const months = MONTH_LENGTHS.map((_, index) => {
    const month = index + 1;
    return { month, column: Math.floor(placeOf({ year, month, day: 1 }) / DAYS_PER_WEEK) };
  });
  return { year, firstWeekday, weeks, months };
}

/** Part of a map; a month that began before the part has a negative column. */
export function weeksFrom(map: Heatmap, first: number, count: number): Heatmap {
  return {
    ...map,
    weeks: map.weeks.slice(first, first + count),
    months: map.months.map(({ month, column }) => ({ month, column: column - first })),
  };
}

export function hasRestDay({ weeks }: Heatmap): boolean {
  return weeks.flat().some((day) => day?.isRest);
}

/** Whether the day is after today and unticked: such a day stays blank, because it is not yet untried. */
export function isEmptyAhead({ date, level }: Pick<HeatmapDay, "date" | "level">, today: CivilDate): boolean {
  return level === 0 && epochDay(date) > epochDay(today);
}

/** 'Thursday, March 5, 2026: 2 of 5 done, LeetCode and CodeChef.', 'Sunday, March 8, 2026: rest day.', '…: to come.' */
export function describeDay(
  { date, isRest }: Pick<HeatmapDay, "date" | "isRest">,
  ticks: Ticks,
  sources: readonly Source[],
  today: CivilDate,
): string {
  const cells = dayTicks(ticks, dayOfYear(date));
  const names = SOURCE_NUMBERS.filter((source) => cells[source]).map((source) => sourceName(sources, source));
  const shared = date.month === 2 && date.day === 29 ? ", one tick with March 1" : "";
  const state = isEmptyAhead({ date, level: names.length }, today) ? TO_COME : isRest ? "rest day" : doneInWords(names);
  // `join` makes a flat string. V8 keeps the result of a template as a tree, and a page has 365 of them.
  return [longDate(date), shared, ": ", state, "."].join("");
}

function doneInWords(names: readonly string[]): string {
  if (names.length === 0) return "nothing done";
  if (names.length === SOURCE_NUMBERS.length) return `all ${SOURCE_NUMBERS.length} done`;
  const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `${names.length} of ${SOURCE_NUMBERS.length} done, ${list}`;
}

export interface YearView {
  readonly map: Heatmap;
  readonly summary: YearSummary;
  readonly today: CivilDate;
}

const LABELLED: readonly string[] = ["Monday", "Wednesday", "Friday"];

/** The weekday's name for some rows; empty for the others, so that labels do not crowd the marks. */
export function weekdayLabels({ firstWeekday }: Heatmap): readonly string[] {
  return weekdayNames(firstWeekday).map((name) => (LABELLED.includes(name) ? name.slice(0, 3) : ""));
}
