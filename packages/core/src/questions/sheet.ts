import { fold, webLink } from "../text.ts";
import type { SheetFault, SheetRow, SheetTable } from "./gviz.ts";
import {
  addressIn,
  columnLetter,
  DIFFICULTY_COLUMN,
  KNOWN_COLUMNS,
  linkText,
  SHEET_COLUMNS,
  shownText,
} from "./layout.ts";
import { DIFFICULTIES, type Question, questionKey, readDifficulty } from "./questions.ts";
import { type ReadTable, readSheetTable } from "./table.ts";

interface Sheet {
  readonly questions: readonly Question[];
  /** Rows that were left out. */
  readonly faults: readonly SheetFault[];
  /** What the spreadsheet service says is wrong with its answer; `status` is `warning` where it says anything. */
  readonly warnings: readonly string[];
  readonly status: "ok" | "warning";
}

/**
 * The questions in a sheet's answer. Throws `bad-sheet` when the answer is no sheet, and nothing else: a row that
 * cannot be read costs that row only.
 */
export function parseSheet(text: string): Sheet {
  const { rows, warnings } = readSheetTable(text);
  const questions: Question[] = [];
  const faults: SheetFault[] = [];
  const tagsOf = tagSplitter();
  for (const entry of rows) {
    if ("problem" in entry) faults.push(entry);
    else if (textIn(entry, "name") !== "") questions.push(questionOf(entry, tagsOf));
    else if (!isEmpty(entry)) faults.push({ row: entry.row, problem: "it has no name" });
  }
  return { questions, faults, warnings, status: warnings.length > 0 ? "warning" : "ok" };
}

function questionOf(row: SheetRow, tagsOf: (text: string) => readonly string[]): Question {
  const difficulty = readDifficulty(row.texts[DIFFICULTY_COLUMN] ?? "");
  return {
    name: shownText(textIn(row, "name")),
    link: linkOf(row),
    tags: tagsOf(textIn(row, "tags")),
    text: textIn(row, "text"),
    solution: addressIn(textIn(row, "solution")),
    takeaways: textIn(row, "takeaways"),
    analysis: textIn(row, "analysis"),
    ...(difficulty && { difficulty }),
  };
}

/** Splits equal cells of tags once: in most sheets few differ, and splitting takes a quarter of the reading. */
function tagSplitter(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    const tags = known.get(text) ?? splitTags(text);
    known.set(text, tags);
    return tags;
  };
}

/** Tags stand in one cell, separated by commas, semicolons or line breaks. */
function splitTags(text: string): string[] {
  const tags = new Set(text.split(/[,;\n]/).map((tag) => tag.trim()));
  tags.delete("");
  return [...tags];
}

type ColumnName = keyof typeof SHEET_COLUMNS;
const COLUMN_NAMES = Object.keys(SHEET_COLUMNS) as ColumnName[];

function textIn({ texts }: SheetRow, name: ColumnName): string {
  return texts[SHEET_COLUMNS[name]] ?? "";
}

/** The question's address, which may stand behind its name; else the text in place of it. */
function linkOf(row: SheetRow): string {
  const link = addressIn(textIn(row, "link"));
  const name = textIn(row, "name");
  return link === "" && shownText(name) !== name ? addressIn(name) : link;
}

/** Whether the row holds nothing, or nothing but the curator's own. */
function isEmpty(row: SheetRow): boolean {
  return COLUMN_NAMES.every((name) => textIn(row, name) === "");
}

/** For the curator of a sheet. */
export interface SheetReport {
  /** How many rows were checked; headings and empty rows do not count. */
  readonly rows: number;
  /** What to correct: first in the whole sheet, then by row. */
  readonly findings: readonly SheetFault[];
}

const LINK_COLUMNS = ["link", "solution"] as const;

/**
 * Finds empty cells in columns that are in use, links that are not https addresses, questions that are listed twice and
 * columns that the program does not read. Throws `bad-sheet` when the answer is no sheet.
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
function rowChecker(table: ReadTable): (entry: SheetRow) => string[] | undefined {
  const seen = new Map<string, number>();
  const unread = new Set<number>();
  const needed = neededCells(table);
  return (entry) => {
    const extra = newlyUsed(entry, unread).map((column) => ignoredColumn(table, column));
    if (isEmpty(entry)) return extra.length > 0 ? extra : undefined;
    const missing = needed.filter((name) => (name === "link" ? linkOf(entry) : textIn(entry, name)) === "");
    const faults = [
      ...missing.map((name) => missingCell(name, table)),
      ...badLinks(entry),
      ...badDifficulty(entry, table),
    ];
    return [...faults, ...duplicate(entry, seen), ...extra];
  };
}

/** A file need not have all columns, and no row is asked for a cell of a column that nobody fills. */
function neededCells({ rows, file }: ReadTable): ColumnName[] {
  const names: readonly ColumnName[] = file === null ? COLUMN_NAMES : ["name", "link"];
  const isUsed = (name: ColumnName) =>
    rows.some((row) => "texts" in row && (name === "link" ? linkOf(row) : textIn(row, name)) !== "");
  return names.filter((name) => name === "name" || isUsed(name));
}

/** What is wrong with the whole sheet, and which of its rows are no questions: they might be meant as such. */
function sheetFaults(table: ReadTable): SheetFault[] {
  const { warnings, headerRows, file, rows, notes } = table;
  const faults: SheetFault[] = warnings.map((problem) => ({ row: null, problem }));
  if (headerRows > 1 && file === null) {
    const problem = `the first ${headerRows} rows were taken for headings; add 'headers=1' to the sheet's address`;
    faults.push({ row: null, problem });
  }
  if (rows.length > 0 && !neededCells(table).includes("link")) {
    faults.push({ row: null, problem: "no question has a link, so marks belong to the questions' names" });
  }
  return [...faults, ...notes];
}

const PLURALS: readonly ColumnName[] = ["tags", "takeaways"];

function missingCell(name: ColumnName, table: ReadTable): string {
  const problem = `the ${name} ${PLURALS.includes(name) ? "are" : "is"} missing${columnIn(table, SHEET_COLUMNS[name])}`;
  return name === "name" ? `${problem}, so the row is left out` : problem;
}

function badLinks(row: SheetRow): string[] {
  return LINK_COLUMNS.flatMap((name) => {
    const text = textIn(row, name);
    if (text === "" || webLink(linkText(text))?.href.startsWith("https:")) return [];
    return `the ${name} '${text.slice(0, 80)}' ${webLink(addressIn(text)) ? "does not begin with https" : "is not a web address"}`;
  });
}

/** Only in a column with that heading; without it the column may hold anything. */
function badDifficulty({ texts }: SheetRow, { columns }: SheetTable): string[] {
  const text = texts[DIFFICULTY_COLUMN] ?? "";
  if (text === "" || fold(columns[DIFFICULTY_COLUMN]?.label ?? "") !== "difficulty" || readDifficulty(text)) return [];
  return [`the difficulty '${text.slice(0, 80)}' must be ${DIFFICULTIES.join(", ")} or empty`];
}

function duplicate(row: SheetRow, seen: Map<string, number>): string[] {
  const [name, link] = [shownText(textIn(row, "name")), linkOf(row)];
  if (name === "" && !webLink(link)) return [];
  const key = questionKey({ link, name });
  const first = seen.get(key);
  if (first !== undefined) return [`the ${webLink(link) ? "link" : "name"} is the same as in row ${first}`];
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

function ignoredColumn({ columns }: ReadTable, column: number): string {
  const { id, label } = columns[column] ?? { id: "", label: "" };
  const name = label === "" || label === id ? "" : ` ('${label.slice(0, 80)}')`;
  return `column ${id.slice(0, 80) || columnLetter(column)}${name} is ignored`;
}

/** ' (column C)', or the file's own name for it; empty where the file has no such column. */
function columnIn({ columns, file }: ReadTable, column: number): string {
  const { id } = columns[column] ?? { id: file === null ? columnLetter(column) : "" };
  return file !== null && id === "" ? "" : ` (column ${id.slice(0, 80) || columnLetter(column)})`;
}
