import { type CivilDate, dayOfYear, isCivilDate, isTickYear } from "../calendar/calendar.ts";
import { type CsvRow, isTotal, parseCsv } from "../csv.ts";
import { NO_MARKS } from "../practice/marks.ts";
import { counted, fold } from "../text.ts";
import { SOURCE_NUMBERS, type SourceNumber } from "../ticks/sources.ts";
import { tickCell } from "../ticks/ticks.ts";
import { CSV_HEADER } from "./exportDocument.ts";
import { matchHabits } from "./habits.ts";
import { readLoopTable } from "./loopTable.ts";
import { type DateOrder, excerpt, ImportFault, type ImportFile, type ImportGuide, ticksOf } from "./reading.ts";

/**
 * Reads a table with a column of dates, also after a spreadsheet program has saved it again: the table of `export
 * --csv`, with a column for each source's number, or a table with a column for each habit's name. Whole numbers are
 * counts. Skips titles above the heading and a total below the days.
 *
 * Loop Habit Tracker's `Checkmarks.csv` has habits' names; see `readLoopTable`. A cell is 2 (done by hand), 1 (not
 * done, and not due: counted by Loop), 0 (not done), 3 (skipped; some versions wrote -3) or -1 (unknown); newer
 * versions write YES_MANUAL, YES_AUTO, NO, SKIP and UNKNOWN. A measured habit has its amount times 1,000; any amount
 * counts as done. Source: https://github.com/iSoron/uhabits, `HabitsCSVExporter.kt`, `Entry.kt` and
 * `assets/test/csv_export`.
 */
export function readTickTable(text: string, guide: ImportGuide): ImportFile {
  const loop = readLoopTable(text, guide);
  const table = loop?.rows ?? parseCsv(text);
  if ("fault" in table) throw new ImportFault(table.fault, table);
  const { heading, rows } = partsOf(table);
  const columns = readHeading(heading, guide);
  const { length } = heading.fields;
  for (const { line, fields } of rows) {
    if (fields.length === length) continue;
    throw new ImportFault(`${counted(fields.length, "cell")}, but the heading has ${length}`, { line });
  }
  const cells = cellsOf(rows, columns, guide.dates);
  const meaning = guide.numbers ?? (loop?.isCertain ? "loop" : undefined);
  const vocabulary = columns.isNumbered ? COUNTS : chooseVocabulary(cells, isOfLoop(heading, rows), meaning);
  const done = cells.filter(({ line, text, title }) => {
    const isDone = vocabulary.read(text);
    if (isDone === null)
      throw new ImportFault(`'${excerpt(text)}' for ${title} must be ${vocabulary.allowed}`, { line });
    return isDone;
  });
  const ticks = done.map(({ date, source }) => tickCell(date.year, dayOfYear(date), source));
  return { ticks: ticksOf(ticks), marks: NO_MARKS, unknown: columns.unknown };
}

/** The most rows of titles above the heading. */
const MAX_ABOVE = 10;

/** Takes the first row with a column 'date' as the heading. Leaves out empty rows and the total at the end. */
function partsOf(table: readonly CsvRow[]): { readonly heading: CsvRow; readonly rows: readonly CsvRow[] } {
  const filled = table.filter(({ fields }) => fields.some((field) => field !== ""));
  const at = Math.max(
    0,
    filled.slice(0, MAX_ABOVE).findIndex(({ fields }) => fields.some(isDateTitle)),
  );
  const { [at]: heading = { line: 1, fields: [] } } = filled;
  const end = filled.findLastIndex(({ fields }) => !isTotal(fields)) + 1;
  return { heading, rows: filled.slice(at + 1, Math.max(at + 1, end)) };
}

const isDateTitle = (title: string) => fold(title) === "date";

interface SourceColumn {
  readonly column: number;
  readonly source: SourceNumber;
  /** The column's name in faults. */
  readonly title: string;
}

interface Columns {
  readonly date: number;
  readonly sources: readonly SourceColumn[];
  /** Whether sources' numbers head the columns. */
  readonly isNumbered: boolean;
  readonly unknown: readonly string[] | null;
}

function readHeading({ line, fields: titles }: CsvRow, guide: ImportGuide): Columns {
  const lower = titles.map((title) => title.toLowerCase());
  const date = titles.findIndex(isDateTitle);
  const isNumbered = titles.some(numberOf);
  const seen = new Set<string>();
  const twice = lower.find((title) => title !== "" && seen.size === seen.add(title).size);
  if (twice !== undefined && (isNumbered || twice === "date")) {
    throw new ImportFault(`the heading has '${excerpt(twice)}' twice`, { line });
  }
  const names = titles.filter((title, column) => title !== "" && column !== date);
  if (date === -1 || names.length === 0) {
    throw new ImportFault(`expected a heading such as ${CSV_HEADER}`, { line, isForeign: true });
  }
  const { known, unknown } = matchHabits(names, guide);
  const sources = titles.flatMap((title, column) => {
    const source = column === date ? undefined : known.get(title);
    return source ? [{ column, source, title: numberOf(title) ? `source ${title}` : `'${excerpt(title)}'` }] : [];
  });
  return { date, sources, isNumbered, unknown: isNumbered && unknown.length === 0 ? null : unknown };
}

function numberOf(title: string): SourceNumber | undefined {
  return SOURCE_NUMBERS.find((number) => String(number) === title);
}

/** Whether 'Date' is the first column and the last one is empty in all rows. */
function isOfLoop({ fields }: CsvRow, rows: readonly CsvRow[]): boolean {
  return fields[0] === "Date" && [{ fields }, ...rows].every((row) => row.fields.at(-1) === "");
}

interface Written {
  readonly line: number;
  readonly text: string;
}

interface WrittenCell extends Written, SourceColumn {
  readonly date: CivilDate;
}

/** The cells of the sources, row by row. */
function cellsOf(rows: readonly CsvRow[], { date, sources }: Columns, given?: DateOrder): WrittenCell[] {
  const dates = rows.map(({ line, fields }) => ({ line, text: fields[date] ?? "" }));
  const order = given ?? orderOf(dates);
  const days = dates.map((written) => readDate(written, order));
  return days.flatMap((date, row) => {
    const { line, fields } = rows[row] as CsvRow;
    return sources.map((source) => ({ ...source, date, line, text: fields[source.column] ?? "" }));
  });
}

/** A time after the date. It is ignored: spreadsheet programs and pandas write midnight. */
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?$/i;
const YEAR_FIRST = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})$/;
/** A date with a short year. It is refused: any of the three numbers may be the year. */
const SHORT_YEAR = /^\d{1,2}([-/.]) ?\d{1,2}\1 ?\d{2}$/;

/**
 * The order of day and month in dates with the year last, which a number above 12 reveals. Throws `ImportFault` if two
 * such numbers contradict each other, or if there is none and a date is ambiguous.
 */
function orderOf(dates: readonly Written[]): DateOrder {
  const find = (has: (first: number, second: number) => boolean) =>
    dates.find(({ text }) => {
      const match = YEAR_LAST.exec(text.replace(TIME, ""));
      return match && has(Number(match[1]), Number(match[3]));
    });
  const [dayFirst, monthFirst] = [find((first) => first > 12), find((_, second) => second > 12)];
  if (dayFirst && monthFirst && dayFirst !== monthFirst) {
    const other = `'${monthFirst.text}' on line ${monthFirst.line}`;
    const fault = `'${dayFirst.text}' has the day first, but ${other} has the month first; correct one of them`;
    throw new ImportFault(fault, { line: dayFirst.line });
  }
  const open = dayFirst || monthFirst ? undefined : find((first, second) => first !== second);
  if (!open) return monthFirst ? "mdy" : "dmy";
  const fault = `'${open.text}' is ambiguous: the day or the month may come first`;
  throw new ImportFault(fault, { line: open.line, remedy: "dates" });
}

function readDate({ line, text }: Written, order: DateOrder): CivilDate {
  const day = text.replace(TIME, "");
  const [first, last] = [YEAR_FIRST.exec(day), YEAR_LAST.exec(day)];
  const numbers = first
    ? [first[1], first[3], first[4]]
    : [last?.[4], ...(order === "dmy" ? [last?.[3], last?.[1]] : [last?.[1], last?.[3]])];
  const [year = 0, month = 0, dayOfMonth = 0] = numbers.map(Number);
  const date = { year, month, day: dayOfMonth };
  if (isTickYear(year) && isCivilDate(date)) return date;
  const must = SHORT_YEAR.test(day) ? "must have a year of four digits," : "is not a date";
  throw new ImportFault(`'${excerpt(text)}' ${must} such as 2026-03-05`, { line });
}

/** The meaning of the cells' words and numbers. */
interface Vocabulary {
  /** Whether the cell is done; null for a text that is not in the vocabulary. */
  read(text: string): boolean | null;
  /** The allowed texts, for the end of a sentence. */
  readonly allowed: string;
}

const PLAIN_DONE = new Set(["true", "t", "x", "yes", "y", "done", "✓", "✔", "✅", "☑", "√"]);
const PLAIN_UNTRIED = new Set(["", "false", "f", "no", "n", "untried", "-", "–", "—", "✗", "✘", "❌", "☐"]);

/** Reads a whole number as the count of a day's questions. */
const COUNTS: Vocabulary = {
  read: (text) => {
    const count = wholeNumber(text);
    return count === null ? readWord(text, PLAIN_DONE, PLAIN_UNTRIED) : count > 0;
  },
  allowed: "1 for done or 0 for untried, or a count such as 3",
};

const LOOP_DONE = new Set(["2", "yes_manual"]);
const LOOP_UNTRIED = new Set(["", "0", "1", "3", "-1", "-3", "no", "yes_auto", "skip", "unknown"]);

const LOOP: Vocabulary = {
  read: (text) => {
    const number = wholeNumber(text);
    return (number ?? 0) > 3 ? true : readWord(number === null ? text : String(number), LOOP_DONE, LOOP_UNTRIED);
  },
  allowed: "one of Loop's words or numbers, such as 2 or YES_MANUAL",
};

function readWord(text: string, done: ReadonlySet<string>, untried: ReadonlySet<string>): boolean | null {
  // Drop the variation selector, which makes a sign an emoji.
  const word = text.toLowerCase().replace("\ufe0f", "");
  return done.has(word) ? true : untried.has(word) ? false : null;
}

/** Accepts also 1.0 and 1,0, as pandas and German spreadsheets write it. */
function wholeNumber(text: string): number | null {
  const [, digits] = /^(\d{1,12})(?:[.,]0{1,6})?$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Matched in Loop's own spelling, because people also write 'skip' and 'unknown'. */
const LOOP_WORDS = new Set(["YES_MANUAL", "YES_AUTO", "SKIP", "UNKNOWN"]);
/** Numbers that only Loop writes: no count is negative. */
const LOOP_NUMBERS = new Set(["-1", "-3"]);

/**
 * The vocabulary of a table whose columns are named after habits. Throws `ImportFault` if neither cells nor heading
 * decide between counts and Loop's numbers, and the difference matters: 1 and 3 are done as counts, and not done in
 * Loop.
 */
function chooseVocabulary(
  cells: readonly Written[],
  hasLoopHeading: boolean,
  given: ImportGuide["numbers"],
): Vocabulary {
  if (given) return given === "loop" ? LOOP : COUNTS;
  if (cells.some(({ text }) => LOOP_NUMBERS.has(text))) return LOOP;
  // Loop writes a 1 only near a 2: without a larger number, a 1 is a tick under any heading.
  if (hasLoopHeading && cells.some(({ text }) => (wholeNumber(text) ?? 0) > 1)) return LOOP;
  const hasLoopWord = cells.some(({ text }) => LOOP_WORDS.has(text));
  const open = findOpen(cells, hasLoopWord);
  if (!open) return hasLoopWord ? LOOP : COUNTS;
  const meaning = LOOP_MEANINGS[Number(open.text)] ?? "an amount from Loop";
  throw new ImportFault(`'${open.text}' could be a count or ${meaning}`, { line: open.line, remedy: "numbers" });
}

/** The first number with two possible meanings. A version of Loop that writes words never writes 1, 2 or 3. */
function findOpen(cells: readonly Written[], hasLoopWord: boolean): Written | undefined {
  const find = (isOpen: (value: number) => boolean) => cells.find(({ text }) => isOpen(wholeNumber(text) ?? 0));
  if (hasLoopWord) return find((value) => value >= 1 && value <= 3);
  return find((value) => value === 1) ? find((value) => value > 1) : find((value) => value === 3);
}

const LOOP_MEANINGS: Readonly<Record<number, string>> = {
  1: "Loop's sign for not done",
  2: "Loop's sign for done",
  3: "Loop's sign for skipped",
};
