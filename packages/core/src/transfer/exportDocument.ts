import { formatDate, isTickYear } from "../calendar/calendar.ts";
import { monthDay } from "../calendar/dates.ts";
import type { Mark, MarkChange, Marks } from "../practice/marks.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { doneCells, NO_TICKS, type TickChange, type TicksByYear } from "../ticks/ticks.ts";

/** All that a person has entered. */
export interface PersonData {
  readonly ticks: TicksByYear;
  readonly marks: Marks;
}

/** What `export` writes as JSON. Equal data gives equal text. */
export interface ExportDocument {
  readonly version: 1;
  /** Year → day number → source → true, done cells only. */
  readonly years: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, true>>>>>>;
  /** Question → date → mark, without marks of 0; in the order of the keys. */
  readonly practice: Marks;
}

export function exportDocument({ ticks, marks }: PersonData): ExportDocument {
  const years: Record<string, Record<string, Record<string, true>>> = {};
  for (const { year, day, source } of allDoneCells(ticks)) {
    years[year] ??= {};
    years[year][day] ??= {};
    years[year][day][source] = true;
  }
  const practice: Record<string, Record<string, Mark>> = Object.create(null);
  for (const { question, date, mark } of allMarks(marks)) {
    practice[question] ??= {};
    practice[question][date] = mark;
  }
  return { version: 1, years, practice };
}

export const CSV_HEADER = ["date", ...SOURCE_NUMBERS].join(",");

/**
 * A table for spreadsheet programs: a row for each day with a tick (1 March also stands for 29 February), a column for each
 * source, 1 for done and 0 for untried.
 */
export function exportCsv(years: TicksByYear): string {
  const days = Map.groupBy(allDoneCells(years), ({ year, day }) => formatDate({ year, ...monthDay(day) }));
  const lines = Array.from(days, ([date, cells]) => {
    const done = cells.map(({ source }) => source);
    return [date, ...SOURCE_NUMBERS.map((source) => Number(done.includes(source)))].join(",");
  });
  return [CSV_HEADER, ...lines, ""].join("\n");
}

export function allDoneCells(years: TicksByYear): TickChange[] {
  const known = Object.keys(years).map(Number).filter(isTickYear);
  return known.flatMap((year) => doneCells(years[year] ?? NO_TICKS).map((cell) => ({ year, ...cell, done: true })));
}

/** By question, then by date; without marks of 0. */
export function allMarks(marks: Marks): MarkChange[] {
  return Object.entries(marks)
    .flatMap(([question, dates]) => Object.entries(dates).map(([date, mark]) => ({ question, date, mark })))
    .filter(({ mark }) => mark !== 0)
    .sort(byCell);
}

function byCell(a: MarkChange, b: MarkChange): number {
  if (a.question !== b.question) return a.question < b.question ? -1 : 1;
  return a.date < b.date ? -1 : 1;
}
