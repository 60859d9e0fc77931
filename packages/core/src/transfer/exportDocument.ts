import { formatDate, isTickYear, monthDay } from "../calendar/calendar.ts";
import { type Mark, type MarkChange, type Marks, markCell } from "../practice/marks.ts";
import { fold } from "../text.ts";
import { doneCells } from "../ticks/allYears.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { NO_TICKS, type TickChange, type TicksByYear } from "../ticks/ticks.ts";

export interface PersonData {
  readonly ticks: TicksByYear;
  readonly marks: Marks;
}

/** The JSON of `export`. Equal data gives equal text. */
export interface ExportDocument {
  readonly version: 1;
  /** Year → day number → source → true, done cells only. */
  readonly years: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, true>>>>>>;
  /** Question → date → mark, without marks of 0; in the order of the keys. */
  readonly practice: Marks;
}

export function exportDocument({ ticks, marks }: PersonData): ExportDocument {
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
  return { version: 1, years, practice };
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

/** By question, then by date; without marks of 0. */
export function allMarks(marks: Marks): MarkChange[] {
  return Object.entries(marks)
    .flatMap(([question, dates]) =>
      Object.entries(dates).map(([date, state]) => ({ ...markCell(question, date), state })),
    )
    .filter(({ state }) => state !== 0)
    .sort(byCell);
}

function byCell(a: MarkChange, b: MarkChange): number {
  if (a.row !== b.row) return a.row < b.row ? -1 : 1;
  return a.column < b.column ? -1 : 1;
}

export interface BackedUpProfile extends PersonData {
  readonly uid: string;
  readonly name: string;
}

/** An export of the first profile. `profiles` has the first profile without its data and the others with theirs. */
interface BackupDocument extends ExportDocument {
  readonly profiles: readonly (Pick<BackedUpProfile, "uid" | "name"> & Partial<ExportDocument>)[];
}

export function backupDocument([first, ...others]: readonly [BackedUpProfile, ...BackedUpProfile[]]): BackupDocument {
  const entries = others.map(({ uid, name, ...data }) => ({ uid, name, ...exportDocument(data) }));
  return { ...exportDocument(first), profiles: [{ uid: first.uid, name: first.name }, ...entries] };
}

/** A text for each tick and mark with its owner, the same in every backup. */
export function entriesOf(profiles: readonly BackedUpProfile[]): string[] {
  return profiles.flatMap(({ uid, ticks, marks }) =>
    [...allDoneCells(ticks), ...allMarks(marks)].map((cell) => JSON.stringify([uid, cell])),
  );
}

export interface ReadData extends PersonData {
  /** The profiles of a backup; the first has the data of the file itself. */
  readonly profiles?: readonly BackedUpProfile[];
}

/** A person's data in a file; in one with several profiles, `sameProfile`. */
export function profileIn(file: ReadData, person: Pick<BackedUpProfile, "uid" | "name">): PersonData | null {
  const { profiles = [] } = file;
  return profiles.length < 2 ? file : sameProfile(profiles, person);
}

/** The profile with the uid, else the one with the name; null for neither. */
export function sameProfile<Profile extends Pick<BackedUpProfile, "uid" | "name">>(
  profiles: readonly Profile[],
  { uid, name }: Pick<BackedUpProfile, "uid" | "name">,
): Profile | null {
  const named = profiles.find((profile) => fold(profile.name) === fold(name));
  return profiles.find((profile) => profile.uid === uid) ?? named ?? null;
}

const DAYS_KEPT = 7;
const MONTHS_KEPT = 12;

/**
 * The daily backups that today's backup replaces, by their dates `YYYY-MM-DD`. Keeps the last seven and the first of each of
 * the last twelve months with backups. Ignores backups from after today, which a wrong clock made, and older ones that an
 * earlier day kept for their contents.
 */
export function expiredBackups(dates: readonly string[], today: string): string[] {
  const past = [...new Set(dates.filter((date) => date <= today))].sort();
  const kept = keptDates(past);
  return keptDates(past.filter((date) => date < today)).filter((date) => !kept.includes(date));
}

function keptDates(dates: readonly string[]): string[] {
  const firsts = dates.filter((date, index) => date.slice(0, 7) !== dates[index - 1]?.slice(0, 7));
  return [...new Set([...dates.slice(-DAYS_KEPT), ...firsts.slice(-MONTHS_KEPT)])];
}
