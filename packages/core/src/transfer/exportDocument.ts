import { DAYS_PER_YEAR, formatDate, isTickYear } from "../calendar/calendar.ts";
import { monthDay } from "../calendar/dates.ts";
import { type Mark, type Marks, marksOf, type QuestionMarks } from "../practice/marks.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import {
  countDone,
  dayTicks,
  doneCells,
  NO_TICKS,
  type TickChange,
  type Ticks,
  type TicksByYear,
} from "../ticks/ticks.ts";

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
  const years: Record<string, ExportDocument["years"][string]> = {};
  for (const year of tickYears(ticks)) {
    const days = doneDays(ticks[year] ?? NO_TICKS);
    if (Object.keys(days).length > 0) years[year] = days;
  }
  const practice = Object.keys(marks).map((question) => [question, standing(marksOf(marks, question))] as const);
  const marked = practice.filter(([, own]) => Object.keys(own).length > 0);
  return { version: 1, years, practice: Object.fromEntries(marked.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function doneDays(ticks: Ticks): ExportDocument["years"][string] {
  const days: Record<string, Record<string, true>> = {};
  for (let day = 1; day <= DAYS_PER_YEAR; day++) {
    const cells = ticks[day];
    if (cells === undefined) continue;
    const done: Record<string, true> = {};
    for (const source of SOURCE_NUMBERS) if (cells[source]) done[source] = true;
    if (countDone(cells) > 0) days[day] = done;
  }
  return days;
}

function standing(marks: QuestionMarks): QuestionMarks {
  const sorted: Record<string, Mark> = {};
  for (const date of Object.keys(marks).sort()) if (marks[date]) sorted[date] = marks[date];
  return sorted;
}

export const CSV_HEADER = ["date", ...SOURCE_NUMBERS].join(",");

/**
 * A table for spreadsheet programs: a row for each day with a tick (1 March also stands for 29 February), a column for each
 * source, 1 for done and 0 for untried.
 */
export function exportCsv(years: TicksByYear): string {
  const lines = tickYears(years).flatMap((year) => {
    const ticks = years[year] ?? NO_TICKS;
    const days = [...new Set(doneCells(ticks).map(({ day }) => day))];
    return days.map((day) => {
      const cells = SOURCE_NUMBERS.map((source) => Number(dayTicks(ticks, day)[source] === true));
      return [formatDate({ year, ...monthDay(day) }), ...cells].join(",");
    });
  });
  return [CSV_HEADER, ...lines, ""].join("\n");
}

export function allDoneCells(years: TicksByYear): TickChange[] {
  return tickYears(years).flatMap((year) =>
    doneCells(years[year] ?? NO_TICKS).map((cell) => ({ year, ...cell, done: true })),
  );
}

function tickYears(years: TicksByYear): number[] {
  return Object.keys(years).map(Number).filter(isTickYear);
}
