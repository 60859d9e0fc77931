import { isRecord } from "../basics.ts";
import { unicodePattern, webLink } from "../text.ts";
import { readAnswer, type SheetTable } from "./gviz.ts";
import { type Question, readDifficulty } from "./questions.ts";

export interface Sheet {
  readonly questions: readonly Question[];
  /** Rows that were left out. */
  readonly faults: readonly SheetFault[];
  /** What the spreadsheet service says is wrong with its answer; `status` is `warning` where it says anything. */
  readonly warnings: readonly string[];
  readonly status: "ok" | "warning";
}

export interface SheetFault {
  /** As numbered in the spreadsheet, from 1; null for what concerns the whole sheet. */
  readonly row: number | null;
  readonly problem: string;
}

/**
 * The questions in a sheet's answer. Throws `bad-sheet` when the answer is no sheet, and nothing else: a row that
 * cannot be read costs that row only.
 */
export function parseSheet(text: string): Sheet {
  const table = readSheetTable(text);
  const read = questionReader(table);
  const questions: Question[] = [];
  const faults: SheetFault[] = [];
  let row = table.headerRows;
  for (const entry of table.rows) {
    row++;
    const cells = rowCells(entry);
    const question = cells && read(cells);
    if (question === null) faults.push({ row, problem: rowProblem(entry) });
    else if (question.name !== "") questions.push(question);
    else if (!isEmpty(question)) faults.push({ row, problem: "it has no name" });
  }
  const status = table.warnings.length > 0 ? "warning" : "ok";
  return { questions, faults, status, warnings: table.warnings };
}

function questionReader({ columns }: SheetTable): (cells: readonly unknown[]) => Question {
  const types = columns.map((column) => column.type);
  const at = (cells: readonly unknown[], column: number) => cellText(cells[column], types[column] ?? "");
  const tagsOf = tagSplitter();
  return (cells) => {
    const difficulty = readDifficulty(at(cells, DIFFICULTY_COLUMN));
    return {
      name: at(cells, SHEET_COLUMNS.name),
      link: at(cells, SHEET_COLUMNS.link),
      tags: tagsOf(at(cells, SHEET_COLUMNS.tags)),
      text: at(cells, SHEET_COLUMNS.text),
      solution: at(cells, SHEET_COLUMNS.solution),
      takeaways: at(cells, SHEET_COLUMNS.takeaways),
      analysis: at(cells, SHEET_COLUMNS.analysis),
      ...(difficulty && { difficulty }),
    };
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

/** Whether the row holds nothing, or only a difficulty. */
function isEmpty({ difficulty: _, ...texts }: Question): boolean {
  return Object.values(texts).every((value) => value.length === 0);
}

/** Columns of the sheet, counted from 0; column 0 is the curator's own. */
export const SHEET_COLUMNS = { name: 1, link: 2, tags: 3, text: 4, solution: 6, takeaways: 7, analysis: 8 } as const;

/** Also the curator's own: it counts only where it holds one of the three difficulties. */
export const DIFFICULTY_COLUMN = 5;

/** A to Z, AA, AB …, as the spreadsheet names its columns. */
export function columnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetter(Math.floor(column / 26) - 1) + letter;
}

/** What is wrong with an entry that is no row: what `sheetOfFile` wrote there, else that it has no cells. */
export function rowProblem(entry: unknown): string {
  return isRecord(entry) && typeof entry.problem === "string" ? entry.problem : "it has no cells";
}

/** The cells of a row; null for an entry that is no row. */
export function rowCells(entry: unknown): readonly unknown[] | null {
  return isRecord(entry) && Array.isArray(entry.c) ? entry.c : null;
}

export interface ReadSheet extends SheetTable {
  /** The first row, where it was taken for headings although the service did not recognise it. */
  readonly guessedHeading: { readonly name: string; readonly link: string } | null;
}

/**
 * The table of an answer. Where the service recognised no headings, the columns have no labels; then a first row that
 * has words in place of links, above a row that has a link, is taken for the headings.
 */
export function readSheetTable(text: string): ReadSheet {
  const table = readAnswer(text);
  const [first, second] = table.rows.map(rowCells);
  const isUnrecognised = table.headerRows === 0 && table.columns.every(({ label }) => label === "");
  const hasHeading = isUnrecognised && first && second && isHeading(first) && webLink(textIn(second, "link"));
  if (!hasHeading) return { ...table, guessedHeading: null };
  const guessedHeading = { name: textIn(first, "name"), link: textIn(first, "link") };
  return { ...table, headerRows: 1, rows: table.rows.slice(1), guessedHeading };
}

/** Words such as 'Link/URL', without characters that only an address has. */
const heading = unicodePattern(String.raw`^[\p{L}\p{M}][\p{L}\p{M}\p{N}\s()/&,:_-]*$`, "u");

function isHeading(cells: readonly unknown[]): boolean {
  const isHeading = (text: string) => heading().test(text) && !text.includes("//");
  const [link, solution] = [textIn(cells, "link"), textIn(cells, "solution")];
  return textIn(cells, "name") !== "" && isHeading(link) && (solution === "" || isHeading(solution));
}

function textIn(cells: readonly unknown[], name: keyof typeof SHEET_COLUMNS): string {
  return cellText(cells[SHEET_COLUMNS[name]], "string");
}

/**
 * The text that a cell shows in the sheet; empty for anything that is no cell. `type` is the column's: in a column of the
 * type `string` the text `Date(2026,5,1)` is no date.
 */
export function cellText(cell: unknown, type: string): string {
  if (!isRecord(cell)) return "";
  const { f: formatted, v: value } = cell;
  if (typeof formatted === "string" && formatted !== "") return formatted.trim();
  if (typeof value === "string") return type === "string" ? value.trim() : (dateText(value) ?? value.trim());
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return Array.isArray(value) ? timeText(value) : "";
}

const DATE = /^Date\((\d{1,4}),(\d{1,2}),(\d{1,2})(?:,(\d{1,2}),(\d{1,2}),(\d{1,2})(?:,\d{1,3})?)?\)$/;

/** `Date(2026,5,1)`, whose month counts from 0, as 2026-06-01. A time of day comes as one on 30 December 1899. */
function dateText(value: string): string | null {
  const match = DATE.exec(value);
  if (!match) return null;
  const [year = "", month, day, ...time] = match.slice(1);
  const date = [year.padStart(4, "0"), pad(Number(month) + 1), pad(day)].join("-");
  if (time[0] === undefined) return date;
  return date === "1899-12-30" ? timeText(time.map(Number)) : `${date} ${timeText(time.map(Number))}`;
}

/** [hours, minutes, seconds, milliseconds] as 08:30:00. */
function timeText(time: readonly unknown[]): string {
  return time.length >= 3 && time.every(Number.isInteger) ? time.slice(0, 3).map(pad).join(":") : "";
}

const pad = (number: unknown) => String(number).padStart(2, "0");
