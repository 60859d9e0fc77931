import { formatDate, isTickYear, monthDay } from "../calendar/calendar.ts";
import type { Cell } from "../changes/changes.ts";
import { type Mark, type MarkChange, type Marks, markCell } from "../practice/marks.ts";
import { NO_SETTINGS, type PersonSettings, type SettingChange, settingCell } from "../settings/settings.ts";
import { doneCells } from "../ticks/allYears.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { NO_TICKS, type TickChange, type TicksByYear } from "../ticks/ticks.ts";

export interface PersonData {
  readonly ticks: TicksByYear;
  readonly marks: Marks;
  /** Absent for data without settings, such as an imported table. */
  readonly settings?: PersonSettings;
}

/** The person to whom data belongs. */
export interface Owner {
  readonly uid: string;
  /** The profile's name, or in cloud mode the e-mail address or the name of the account. */
  readonly name: string;
}

export interface OwnedData extends Owner, PersonData {}

/**
 * The JSON of `export`. The top level has the first person's data. `profiles` has every person in order, with the data
 * of all but the first. Equal data gives equal text.
 */
export interface ExportDocument extends DataDocument {
  readonly profiles: readonly [Owner, ...(Owner & DataDocument)[]];
}

export function exportDocument(first: OwnedData, ...others: readonly OwnedData[]): ExportDocument {
  const profiles = others.map(({ uid, name, ...data }) => ({ uid, name, ...dataDocument(data) }));
  return { ...dataDocument(first), profiles: [{ uid: first.uid, name: first.name }, ...profiles] };
}

export interface DataDocument {
  readonly version: 1;
  /** Year → day number → source → true, done cells only. */
  readonly years: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, true>>>>>>;
  /** Question → date → mark, without marks of 0; in the order of the keys. */
  readonly practice: Marks;
  /** Key → part → text, without empty texts; in the order of the keys. Absent where every setting is the default. */
  readonly settings?: PersonSettings;
}

export function dataDocument({ ticks, marks, settings = NO_SETTINGS }: PersonData): DataDocument {
  const years: Record<string, Record<string, Record<string, true>>> = {};
  for (const { table: year, row: day, column: source } of allDoneCells(ticks)) {
    years[year] ??= {};
    years[year][day] ??= {};
    years[year][day][source] = true;
  }
  const practice: Record<string, Record<string, Mark>> = Object.create(null);
  for (const { row: question, column: date, state } of allMarks(marks)) {
    practice[question] ??= {};
    practice[question][date] = state;
  }
  const own: Record<string, Record<string, string>> = {};
  for (const { row: key, column: part, state } of allSettings(settings)) {
    own[key] ??= {};
    own[key][part] = state;
  }
  return { version: 1, years, practice, ...(Object.keys(own).length > 0 && { settings: own }) };
}

export const CSV_HEADER = ["date", ...SOURCE_NUMBERS].join(",");

/**
 * A table for spreadsheet programs: a row for each day with a tick (1 March includes 29 February), a column for each
 * source, 1 for done and 0 for untried.
 */
export function exportCsv(years: TicksByYear): string {
  const days = Map.groupBy(allDoneCells(years), ({ table, row }) => formatDate({ year: table, ...monthDay(row) }));
  const lines = Array.from(days, ([date, cells]) => {
    const done = cells.map(({ column }) => column);
    return [date, ...SOURCE_NUMBERS.map((source) => Number(done.includes(source)))].join(",");
  });
  return [CSV_HEADER, ...lines, ""].join("\n");
}

export function allDoneCells(years: TicksByYear): TickChange[] {
  const known = Object.keys(years).map(Number).filter(isTickYear);
  return known.flatMap((year) =>
    doneCells(years[year] ?? NO_TICKS).map((cell) => ({ table: year, ...cell, state: true })),
  );
}

/** Sorted by question, then by date; without marks of 0. */
export function allMarks(marks: Marks): MarkChange[] {
  return Object.entries(marks)
    .flatMap(([question, dates]) =>
      Object.entries(dates).map(([date, state]) => ({ ...markCell(question, date), state })),
    )
    .filter(({ state }) => state !== 0)
    .sort(byCell);
}

/** Sorted by key, then by part; without empty texts. */
export function allSettings(settings: PersonSettings): SettingChange[] {
  return Object.entries(settings)
    .flatMap(([key, parts]) => Object.entries(parts).map(([part, state]) => ({ ...settingCell(key, part), state })))
    .filter(({ state }) => state !== "")
    .sort(byCell);
}

function byCell(a: Pick<Cell, "row" | "column">, b: Pick<Cell, "row" | "column">): number {
  if (a.row !== b.row) return a.row < b.row ? -1 : 1;
  return a.column < b.column ? -1 : 1;
}
