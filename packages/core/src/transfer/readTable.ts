import { dayOfYear } from "../calendar/calendar.ts";
import { type CsvRow, parseCsv } from "../csv.ts";
import { counted } from "../text.ts";
import { SOURCE_NUMBERS, type SourceNumber } from "../ticks/sources.ts";
import type { TickCell } from "../ticks/ticks.ts";
import { CSV_HEADER } from "./exportDocument.ts";
import { matchHabits } from "./habits.ts";
import { clip, type Fault, type FaultAt, type ImportGuide, isFault, type ParsedImport } from "./reading.ts";
import { readDates } from "./tableDates.ts";

/**
 * Reads a table with a column of dates, also after a spreadsheet program has saved it again: that of `export --csv`, with a
 * column for each source's number, or one with a column for each habit's name. Whole numbers are counts.
 *
 * Loop Habit Tracker's `Checkmarks.csv` is of the second kind: `Date,Meditate,Wake up early,`, the newest day first,
 * names without quotes, and an empty column at the end. A cell is 2 (done by hand), 1 (not done, and not due: counted by
 * Loop), 0 (not done), 3 (skipped; some versions wrote -3) or -1 (unknown); newer versions write YES_MANUAL, YES_AUTO, NO,
 * SKIP and UNKNOWN. A measured habit has its amount times 1,000; any amount counts as done. Source:
 * https://github.com/iSoron/uhabits, `HabitsCSVExporter.kt`, `Entry.kt` and `assets/test/csv_export`.
 */
export function readTable(text: string, guide: ImportGuide): ParsedImport {
  const table = parseCsv(text);
  if ("fault" in table) return table;
  const [heading, ...rows] = table.filter(({ fields }) => fields.some((field) => field !== ""));
  const columns = readHeading(heading, guide);
  if (isFault(columns)) return columns;
  const length = heading?.fields.length ?? 0;
  const uneven = rows.find(({ fields }) => fields.length !== length);
  if (uneven) {
    return { line: uneven.line, fault: `${counted(uneven.fields.length, "cell")}, but the heading has ${length}` };
  }
  return readRows(rows, columns, guide);
}

interface Columns {
  readonly date: number;
  readonly sources: readonly { readonly column: number; readonly source: SourceNumber; readonly title: string }[];
  readonly unknown: readonly string[] | null;
  /** 'Date' first, and an empty column at the end. */
  readonly hasLoopHeading: boolean;
}

function readHeading(heading: CsvRow | undefined, guide: ImportGuide): Columns | Fault {
  const { line, fields: titles } = heading ?? { line: 1, fields: [] };
  const lower = titles.map((title) => title.toLowerCase());
  const date = lower.indexOf("date");
  const isNumbered = titles.some(numberOf);
  const twice = firstTwice(lower.filter((title) => title !== ""));
  if (twice !== undefined && (isNumbered || twice === "date"))
    return { line, fault: `the heading has '${clip(twice)}' twice` };
  const names = titles.filter((title, column) => title !== "" && column !== date);
  if (date === -1 || names.length === 0)
    return { line, fault: `expected a heading such as ${CSV_HEADER}`, isForeign: true };
  const habits = isNumbered ? null : matchHabits(names, guide);
  if (isFault(habits)) return habits;
  const sourceOf = (title: string) => (habits ? habits.known.get(title) : numberOf(title));
  const sources = titles.flatMap((title, column) => {
    const source = column === date ? undefined : sourceOf(title);
    return source === undefined ? [] : [{ column, source, title: habits ? `'${clip(title)}'` : `source ${title}` }];
  });
  const hasLoopHeading = habits !== null && titles[0] === "Date" && titles.at(-1) === "";
  return { date, sources, unknown: habits?.unknown ?? null, hasLoopHeading };
}

function numberOf(title: string): SourceNumber | undefined {
  return SOURCE_NUMBERS.find((number) => String(number) === title);
}

function firstTwice(titles: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return titles.find((title) => seen.size === seen.add(title).size);
}

function readRows(rows: readonly CsvRow[], columns: Columns, guide: ImportGuide): ParsedImport {
  const { date, sources, unknown } = columns;
  const days = readDates(
    rows.map(({ line, fields }) => ({ line, text: fields[date] ?? "" })),
    guide.dates,
  );
  if (isFault(days)) return days;
  const vocabulary = vocabularyOf(rows, columns, guide);
  if (isFault(vocabulary)) return vocabulary;
  const cells: TickCell[] = [];
  for (const [index, day] of days.entries()) {
    const { line, fields } = rows[index] as CsvRow;
    for (const { column, source, title } of sources) {
      const done = vocabulary.read(fields[column] ?? "");
      if (done) cells.push({ year: day.year, day: dayOfYear(day), source });
      else if (done === null)
        return { line, fault: `'${clip(fields[column] ?? "")}' for ${title} must be ${vocabulary.allowed}` };
    }
  }
  return { cells, unknown };
}

function vocabularyOf(rows: readonly CsvRow[], columns: Columns, { numbers }: ImportGuide): Vocabulary | Fault {
  // Loop's headings are names, not numbers.
  if (columns.unknown === null) return COUNTS;
  const cells = rows.flatMap(({ line, fields }) =>
    columns.sources.map(({ column }) => ({ line, text: fields[column] ?? "" })),
  );
  // If the column without a heading has contents, it is the person's own.
  const isOfLoop = columns.hasLoopHeading && rows.every(({ fields }) => fields.at(-1) === "");
  return chooseVocabulary(cells, isOfLoop, numbers);
}

interface WrittenCell {
  readonly line: number;
  readonly text: string;
}

/** What the words and numbers of the cells mean. */
interface Vocabulary {
  /** Whether the cell is done; null for a text that is not in the vocabulary. */
  read(text: string): boolean | null;
  /** The end of the sentence that says what a cell must be. */
  readonly allowed: string;
}

const PLAIN_DONE = new Set(["true", "x", "yes", "done"]);
const PLAIN_UNTRIED = new Set(["", "false", "no", "untried"]);

/** A whole number says how many were done that day. */
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
  read: (text) => ((wholeNumber(text) ?? 0) > 3 ? true : readWord(text, LOOP_DONE, LOOP_UNTRIED)),
  allowed: "one of Loop's words or numbers, such as 2 or YES_MANUAL",
};

function readWord(text: string, done: ReadonlySet<string>, untried: ReadonlySet<string>): boolean | null {
  const word = text.toLowerCase();
  return done.has(word) ? true : untried.has(word) ? false : null;
}

function wholeNumber(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** In Loop's own spelling: people write 'skip' and 'unknown' too. */
const LOOP_WORDS = new Set(["YES_MANUAL", "YES_AUTO", "SKIP", "UNKNOWN"]);
/** Numbers that are no counts. */
const LOOP_NUMBERS = new Set(["-1", "-3"]);

/**
 * The vocabulary of a table with the names of habits. A fault where a 1 or a 3 is done as a count and not done in Loop, and
 * neither cells nor heading tell which of the two it is.
 */
function chooseVocabulary(
  cells: readonly WrittenCell[],
  hasLoopHeading: boolean,
  given: ImportGuide["numbers"],
): Vocabulary | Fault {
  if (given) return given === "loop" ? LOOP : COUNTS;
  if (cells.some(({ text }) => LOOP_NUMBERS.has(text))) return LOOP;
  // Loop writes 1 only near a 2: without a larger number a 1 is a tick, whatever the heading.
  if (hasLoopHeading && cells.some(({ text }) => (wholeNumber(text) ?? 0) > 1)) return LOOP;
  const hasLoopWord = cells.some(({ text }) => LOOP_WORDS.has(text));
  const open = findOpen(cells, hasLoopWord);
  return open ? questionOf(open) : hasLoopWord ? LOOP : COUNTS;
}

/** The first number with two possible meanings. Where Loop writes words, it does so for 1, 2 and 3. */
function findOpen(cells: readonly WrittenCell[], hasLoopWord: boolean): WrittenCell | undefined {
  const find = (isOpen: (value: number) => boolean) => cells.find(({ text }) => isOpen(wholeNumber(text) ?? 0));
  if (hasLoopWord) return find((value) => value >= 1 && value <= 3);
  return find((value) => value === 1) ? find((value) => value > 1) : find((value) => value === 3);
}

const LOOP_MEANINGS: Readonly<Record<number, string>> = {
  1: "Loop's sign for not done",
  2: "Loop's sign for done",
  3: "Loop's sign for skipped",
};

function questionOf({ line, text }: WrittenCell): FaultAt {
  const meaning = LOOP_MEANINGS[Number(text)] ?? "an amount from Loop";
  return { line, fault: `'${text}' could be a count or ${meaning}`, remedy: "numbers" };
}
