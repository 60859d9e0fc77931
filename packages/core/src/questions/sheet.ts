import { fold, unicodePattern, webLink } from "../text.ts";
import { readAnswer, type SheetFault, type SheetRow, type SheetTable } from "./gviz.ts";
import { DIFFICULTIES, type Question, questionKey, readDifficulty } from "./questions.ts";

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
    name: textIn(row, "name"),
    link: textIn(row, "link"),
    tags: tagsOf(textIn(row, "tags")),
    text: textIn(row, "text"),
    solution: textIn(row, "solution"),
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

/** Columns of the sheet, counted from 0; column 0 is the curator's own. */
export const SHEET_COLUMNS = { name: 1, link: 2, tags: 3, text: 4, solution: 6, takeaways: 7, analysis: 8 } as const;
type ColumnName = keyof typeof SHEET_COLUMNS;
const COLUMN_NAMES = Object.keys(SHEET_COLUMNS) as ColumnName[];

/** Also the curator's own: it counts only where it holds one of the three difficulties. */
export const DIFFICULTY_COLUMN = 5;

/** A to Z, AA, AB …, as the spreadsheet names its columns. */
export function columnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetter(Math.floor(column / 26) - 1) + letter;
}

function textIn({ texts }: SheetRow, name: ColumnName): string {
  return texts[SHEET_COLUMNS[name]] ?? "";
}

/** Whether the row holds nothing, or nothing but the curator's own. */
function isEmpty(row: SheetRow): boolean {
  return COLUMN_NAMES.every((name) => textIn(row, name) === "");
}

interface ReadSheet extends SheetTable {
  /** The first row, where it was taken for headings although the service did not recognise it. */
  readonly guessedHeading: SheetRow | null;
}

/**
 * The table of an answer. Where the service recognised no headings, the columns have no labels; then a first row that
 * has words in place of links, above a row that has a link, is taken for the headings.
 */
function readSheetTable(text: string): ReadSheet {
  const table = readAnswer(text);
  const [first, second] = table.rows;
  const isRecognised = table.headerRows > 0 || table.columns.some(({ label }) => label !== "");
  if (isRecognised || !first || !("texts" in first) || !isHeading(first)) return { ...table, guessedHeading: null };
  const hasLink = second && "texts" in second && webLink(textIn(second, "link"));
  return hasLink ? { ...table, rows: table.rows.slice(1), guessedHeading: first } : { ...table, guessedHeading: null };
}

/** Words such as 'Link/URL', without characters that only an address has. */
const heading = unicodePattern(String.raw`^[\p{L}\p{M}][\p{L}\p{M}\p{N}\s()/&,:_-]*$`, "u");

function isHeading(row: SheetRow): boolean {
  const isWords = (text: string) => heading().test(text) && !text.includes("//");
  const solution = textIn(row, "solution");
  return textIn(row, "name") !== "" && isWords(textIn(row, "link")) && (solution === "" || isWords(solution));
}

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
