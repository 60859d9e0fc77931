import { fold, webLink } from "../text.ts";
import type { SheetFault, SheetRow, SheetTable } from "./gviz.ts";
import { DIFFICULTIES, questionKey, readDifficulty } from "./questions.ts";
import {
  COLUMN_NAMES,
  columnLetter,
  DIFFICULTY_COLUMN,
  isEmpty,
  type ReadSheet,
  readSheetTable,
  SHEET_COLUMNS,
  textIn,
} from "./sheet.ts";

/** For the curator of a sheet. */
export interface SheetReport {
  /** How many rows were checked; headings and empty rows do not count. */
  readonly rows: number;
  /** What to correct: first in the whole sheet, then by row. */
  readonly findings: readonly SheetFault[];
}

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
  const problemsOf = rowChecker(table);
  const checked = table.rows.map((entry) => {
    const problems = "problem" in entry ? [`${entry.problem}, so the row is left out`] : problemsOf(entry);
    return problems?.map((problem) => ({ row: entry.row, problem }));
  });
  const rows = checked.filter((findings) => findings !== undefined);
  return { rows: rows.length, findings: [...sheetFaults(table), ...rows.flat()] };
}

/** Returns what is wrong with a row, which may be to repeat an earlier one; nothing for an empty row. */
function rowChecker(table: SheetTable): (entry: SheetRow) => string[] | undefined {
  const seen = new Map<string, number>();
  const unread = new Set<number>();
  return (entry) => {
    const extra = newlyUsed(entry, unread).map((column) => unreadColumn(table, column));
    if (isEmpty(entry)) return extra.length > 0 ? extra : undefined;
    const faults = [...emptyCells(entry, table), ...badLinks(entry), ...badDifficulty(entry, table)];
    return [...faults, ...duplicate(entry, seen), ...extra];
  };
}

/** What is wrong with the whole sheet, and a first row that was taken for headings: it might be a question. */
function sheetFaults({ warnings, headerRows, guessedHeading }: ReadSheet): SheetFault[] {
  const faults: SheetFault[] = warnings.map((problem) => ({ row: null, problem }));
  if (headerRows > 1) {
    const problem = `the first ${headerRows} rows were taken for headings; add 'headers=1' to the sheet's address`;
    faults.push({ row: null, problem });
  }
  if (guessedHeading) {
    const [name, link] = [textIn(guessedHeading, "name"), textIn(guessedHeading, "link")];
    const taken = `'${name.slice(0, 80)}' is taken for a heading and left out`;
    const why = `because its link '${link.slice(0, 80)}' is words; a question needs a web address there`;
    faults.push({ row: guessedHeading.row, problem: `${taken}, ${why}` });
  }
  return faults;
}

function emptyCells(row: SheetRow, table: SheetTable): string[] {
  const names = (table.isFile ? NEEDED : COLUMN_NAMES).filter((name) => textIn(row, name) === "");
  return names.map((name) => {
    const problem = `the ${name} is missing${columnIn(table, SHEET_COLUMNS[name])}`;
    return name === "name" ? `${problem}, so the row is left out` : problem;
  });
}

function badLinks(row: SheetRow): string[] {
  return LINK_COLUMNS.flatMap((name) => {
    const text = textIn(row, name);
    const link = webLink(text);
    if (text === "" || link?.href.startsWith("https:")) return [];
    return `the ${name} '${text.slice(0, 80)}' ${link ? "does not begin with https" : "is not a web address"}`;
  });
}

/** Only in a column with that heading; without it the column may hold anything. */
function badDifficulty({ texts }: SheetRow, { columns }: SheetTable): string[] {
  const text = texts[DIFFICULTY_COLUMN] ?? "";
  if (text === "" || fold(columns[DIFFICULTY_COLUMN]?.label ?? "") !== "difficulty" || readDifficulty(text)) return [];
  return [`the difficulty '${text.slice(0, 80)}' must be ${DIFFICULTIES.join(", ")} or empty`];
}

function duplicate(row: SheetRow, seen: Map<string, number>): string[] {
  const link = textIn(row, "link");
  if (link === "") return [];
  const key = questionKey({ link, name: "" });
  const first = seen.get(key);
  if (first !== undefined) return [`the link is the same as in row ${first}`];
  seen.set(key, row.row);
  return [];
}

/** Columns after the known ones that have content for the first time in this row. */
function newlyUsed({ texts }: SheetRow, unread: Set<number>): number[] {
  const filled = Array.from(texts.keys()).filter((column) => column >= KNOWN_COLUMNS && texts[column] !== "");
  const used = filled.filter((column) => !unread.has(column));
  for (const column of used) unread.add(column);
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
