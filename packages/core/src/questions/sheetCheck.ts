import { fold, webLink } from "../text.ts";
import type { SheetTable } from "./gviz.ts";
import { DIFFICULTIES, questionKey, readDifficulty } from "./questions.ts";
import type { SheetFault } from "./sheet.ts";
import {
  cellText,
  columnLetter,
  DIFFICULTY_COLUMN,
  type ReadSheet,
  readSheetTable,
  rowCells,
  rowProblem,
  SHEET_COLUMNS,
} from "./sheet.ts";

/** For the curator of a sheet. */
export interface SheetReport {
  /** How many rows were checked; headings and empty rows do not count. */
  readonly rows: number;
  /** What to correct: first in the whole sheet, then by row. */
  readonly findings: readonly SheetFault[];
}

type ColumnName = keyof typeof SHEET_COLUMNS;
type RowTexts = Readonly<Record<ColumnName, string>>;

const COLUMN_NAMES = Object.keys(SHEET_COLUMNS) as ColumnName[];
const NEEDED = ["name", "link"] as const;
const LINK_COLUMNS = ["link", "solution"] as const;
/** The columns A to I. */
const KNOWN_COLUMNS = 9;

/**
 * Finds empty cells, links that are not https addresses, questions that are listed twice and columns that the program
 * does not read. Throws `bad-sheet` when the answer is no sheet.
 */
export function checkSheet(text: string): SheetReport {
  const table = readSheetTable(text);
  const wholeSheet = [...table.warnings, ...headingFaults(table)];
  const findings: SheetFault[] = [...wholeSheet.map((problem) => ({ row: null, problem })), ...guessedHeading(table)];
  const problemsOf = rowChecker(table);
  let rows = 0;
  for (const [index, entry] of table.rows.entries()) {
    const row = table.headerRows + index + 1;
    const problems = problemsOf(entry, row);
    if (problems !== null) rows++;
    for (const problem of problems ?? []) findings.push({ row, problem });
  }
  return { rows, findings };
}

/** Returns what is wrong with a row, which may be to repeat an earlier one; null for an empty row. */
function rowChecker(table: SheetTable): (entry: unknown, row: number) => string[] | null {
  const seen = new Map<string, number>();
  const unread = new Set<number>();
  return (entry, row) => {
    const cells = rowCells(entry);
    if (cells === null) return [`${rowProblem(entry)}, so the row is left out`];
    const extra = newlyUsed(cells, unread).map((column) => unreadColumn(table, column));
    const texts = textsOf(cells, table);
    if (COLUMN_NAMES.every((name) => texts[name] === "")) return extra.length > 0 ? extra : null;
    const faults = [...emptyCells(texts, table), ...badLinks(texts), ...badDifficulty(cells, table)];
    return [...faults, ...duplicate(texts, row, seen), ...extra];
  };
}

function headingFaults({ headerRows }: SheetTable): string[] {
  return headerRows > 1
    ? [`the first ${headerRows} rows were taken for headings; add 'headers=1' to the sheet's address`]
    : [];
}

/** Reports a first row that was taken for headings: it might be a question. */
function guessedHeading({ guessedHeading }: ReadSheet): SheetFault[] {
  if (guessedHeading === null) return [];
  const { name, link } = guessedHeading;
  const problem = `'${name.slice(0, 80)}' is taken for a heading and left out, because its link '${link.slice(0, 80)}' is words; a question needs a web address there`;
  return [{ row: 1, problem }];
}

function textsOf(cells: readonly unknown[], { columns }: SheetTable): RowTexts {
  const texts = COLUMN_NAMES.map((name) => {
    const column = SHEET_COLUMNS[name];
    return [name, cellText(cells[column], columns[column]?.type ?? "")];
  });
  return Object.fromEntries(texts);
}

function emptyCells(texts: RowTexts, table: SheetTable): string[] {
  const names = table.isFile ? NEEDED : COLUMN_NAMES;
  return names.flatMap((name) => {
    if (texts[name] !== "") return [];
    const problem = `the ${name} is missing${columnIn(table, SHEET_COLUMNS[name])}`;
    return name === "name" ? `${problem}, so the row is left out` : problem;
  });
}

function badLinks(texts: RowTexts): string[] {
  return LINK_COLUMNS.filter((name) => texts[name] !== "").flatMap((name) => {
    const link = webLink(texts[name]);
    if (link === null) return `the ${name} '${texts[name].slice(0, 80)}' is not a web address`;
    return link.href.startsWith("https:") ? [] : `the ${name} '${texts[name].slice(0, 80)}' does not begin with https`;
  });
}

/** Only in a column with that heading; without it the column may hold anything. */
function badDifficulty(cells: readonly unknown[], { columns }: SheetTable): string[] {
  const { label = "", type = "" } = columns[DIFFICULTY_COLUMN] ?? {};
  const text = cellText(cells[DIFFICULTY_COLUMN], type);
  if (text === "" || fold(label) !== "difficulty" || readDifficulty(text)) return [];
  return [`the difficulty '${text.slice(0, 80)}' must be ${DIFFICULTIES.join(", ")} or empty`];
}

function duplicate(texts: RowTexts, row: number, seen: Map<string, number>): string[] {
  if (texts.link === "") return [];
  const key = questionKey(texts);
  const first = seen.get(key);
  if (first === undefined) seen.set(key, row);
  return first === undefined ? [] : [`the link is the same as in row ${first}`];
}

/** Columns after the known ones that have content for the first time in this row. */
function newlyUsed(cells: readonly unknown[], unread: Set<number>): number[] {
  const used: number[] = [];
  for (let column = KNOWN_COLUMNS; column < cells.length; column++) {
    if (unread.has(column) || cellText(cells[column], "string") === "") continue;
    unread.add(column);
    used.push(column);
  }
  return used;
}

function unreadColumn({ columns }: SheetTable, column: number): string {
  const { id, label } = columns[column] ?? { id: "", label: "" };
  const name = label === "" || label === id ? "" : ` ('${label.slice(0, 80)}')`;
  return `column ${id.slice(0, 80) || columnLetter(column)}${name} is not read by anything`;
}

/** ' (column C)', or the file's own name for it; empty where the file has no such column. */
function columnIn({ columns, isFile }: SheetTable, column: number): string {
  const { id } = columns[column] ?? { id: columnLetter(column) };
  return isFile && id === "" ? "" : ` (column ${id.slice(0, 80) || columnLetter(column)})`;
}
