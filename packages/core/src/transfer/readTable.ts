import { dayOfYear } from "../calendar/calendar.ts";
import { isSourceNumber, type SourceNumber } from "../ticks/sources.ts";
import type { TickCell } from "../ticks/ticks.ts";
import { counted } from "../words.ts";
import { type CsvRow, parseCsv } from "./csv.ts";
import { CSV_HEADER } from "./exportDocument.ts";
import { matchHabits } from "./habits.ts";
import { clip, type Fault, type ImportGuide, isFault, type ParsedImport } from "./reading.ts";
import { isPlainNumber } from "./readJson.ts";
import { readDates } from "./tableDates.ts";

/**
 * Reads a table with a column of dates: what `export --csv` wrote, with a column for each source's number, or one with a
 * column for each habit's name, also after a spreadsheet program has saved it again.
 *
 * Loop Habit Tracker's `Checkmarks.csv` is of the second kind: `Date,Meditate,Wake up early,`, the newest day first,
 * names without quotes, and an empty column at the end. A cell is 2 (done by hand), 1 (not done, and not due: counted by
 * Loop), 0 (not done), 3 (skipped; -3 for a while) or -1 (nothing known); newer versions write YES_MANUAL, YES_AUTO, NO,
 * SKIP and UNKNOWN. A habit that is measured has its amount times 1,000, of which anything counts as done. Source:
 * https://github.com/iSoron/uhabits, `HabitsCSVExporter.kt`, `Entry.kt` and `assets/test/csv_export`.
 */
export function readTable(text: string, guide: ImportGuide): ParsedImport {
  const table = parseCsv(text);
  if (typeof table === "string") return table;
  const [heading, ...rows] = table.filter(({ fields }) => fields.some((field) => field !== ""));
  const columns = readHeading(heading, guide);
  if (isFault(columns)) return columns;
  const length = heading?.fields.length ?? 0;
  const uneven = rows.find(({ fields }) => fields.length !== length);
  if (uneven) {
    return `line ${uneven.line}: it has ${counted(uneven.fields.length, "cell")}, but the heading has ${length}`;
  }
  return readRows(rows, columns, guide);
}

interface Columns {
  readonly date: number;
  readonly sources: readonly { readonly column: number; readonly source: SourceNumber; readonly title: string }[];
  readonly unknown: readonly string[] | null;
}

function readHeading(heading: CsvRow | undefined, guide: ImportGuide): Columns | Fault {
  const titles = heading?.fields ?? [];
  const lower = titles.map((title) => title.toLowerCase());
  const date = lower.indexOf("date");
  const isNumbered = titles.some((title) => isPlainNumber(title, isSourceNumber));
  const twice = firstTwice(lower.filter((title) => title !== ""));
  if (twice !== undefined && (isNumbered || twice === "date")) return `the heading has '${clip(twice)}' twice`;
  const names = titles.filter((title, column) => title !== "" && column !== date);
  if (date === -1 || names.length === 0) return `line ${heading?.line ?? 1} is not the heading '${CSV_HEADER}'`;
  return isNumbered ? numbered(titles, date) : named(titles, names, date, guide);
}

function firstTwice(titles: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return titles.find((title) => seen.size === seen.add(title).size);
}

function numbered(titles: readonly string[], date: number): Columns {
  const sources = titles.flatMap((title, column) =>
    isPlainNumber(title, isSourceNumber)
      ? [{ column, source: Number(title) as SourceNumber, title: `source ${title}` }]
      : [],
  );
  return { date, sources, unknown: null };
}

function named(titles: readonly string[], names: readonly string[], date: number, guide: ImportGuide): Columns | Fault {
  const habits = matchHabits(names, guide);
  if (isFault(habits)) return habits;
  const sources = titles.flatMap((title, column) => {
    const source = column === date ? undefined : habits.known.get(title);
    return source === undefined ? [] : [{ column, source, title: `'${clip(title)}'` }];
  });
  return { date, sources, unknown: habits.unknown };
}

function readRows(rows: readonly CsvRow[], { date, sources, unknown }: Columns, { dates }: ImportGuide): ParsedImport {
  const days = readDates(
    rows.map(({ line, fields }) => ({ line, text: fields[date] ?? "" })),
    dates,
  );
  if (isFault(days)) return days;
  const vocabulary = isOfLoop(rows, sources) ? LOOP : PLAIN;
  const cells: TickCell[] = [];
  for (const [index, day] of days.entries()) {
    const { line, fields } = rows[index] as CsvRow;
    for (const { column, source, title } of sources) {
      const done = vocabulary.read((fields[column] ?? "").toLowerCase());
      if (done) cells.push({ year: day.year, day: dayOfYear(day), source });
      else if (done === null)
        return `line ${line}: '${clip(fields[column] ?? "")}' for ${title} must be ${vocabulary.allowed}`;
    }
  }
  return { cells, unknown };
}

/** What the words of the cells mean, in small letters; null for none of them. */
interface Vocabulary {
  read(word: string): boolean | null;
  readonly allowed: string;
}

const PLAIN_DONE = new Set(["1", "true", "x", "yes", "done"]);
const PLAIN_UNTRIED = new Set(["", "0", "false", "no", "untried"]);

const PLAIN: Vocabulary = {
  read: (word) => (PLAIN_DONE.has(word) ? true : PLAIN_UNTRIED.has(word) ? false : null),
  allowed: "1 for done or 0 for untried",
};

const LOOP_DONE = new Set(["2", "yes_manual"]);
const LOOP_UNTRIED = new Set(["", "0", "1", "3", "-1", "-3", "no", "yes_auto", "skip", "unknown"]);
/** Words that no other table has. A 1 alone means no Loop: it counts a day only near one that was done by hand. */
const LOOP_ONLY = new Set(["2", "3", "-1", "-3", "yes_manual", "yes_auto", "skip", "unknown"]);

const LOOP: Vocabulary = {
  read: (word) => (LOOP_DONE.has(word) || isAmount(word) ? true : LOOP_UNTRIED.has(word) ? false : null),
  allowed: "one of Loop's words or numbers, such as 2 or YES_MANUAL",
};

function isAmount(word: string): boolean {
  return /^\d{1,12}$/.test(word) && Number(word) > 3;
}

function isOfLoop(rows: readonly CsvRow[], sources: Columns["sources"]): boolean {
  const isLoopWord = (word: string) => LOOP_ONLY.has(word) || isAmount(word);
  return rows.some(({ fields }) => sources.some(({ column }) => isLoopWord((fields[column] ?? "").toLowerCase())));
}
