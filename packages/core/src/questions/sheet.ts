import { isRecord } from "../basics.ts";

import { unicodePattern, webLink } from "../text.ts";
import { readTable, type SheetTable } from "./gviz.ts";
import { type Question, readDifficulty } from "./questions.ts";

export interface Sheet {
  readonly questions: readonly Question[];
  /** Rows that had to be left out. */
  readonly faults: readonly SheetFault[];
  /** `warning` when the spreadsheet service says that something is wrong with its answer. */
  readonly status: "ok" | "warning";
  /** Its reasons. */
  readonly warnings: readonly string[];
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

/** With more different cells of tags than this, looking for a known one costs more than it saves. */
const KNOWN_TAG_CELLS = 300;

/** Splits each cell of tags once: in most sheets they are few, and splitting takes a quarter of the reading. */
function tagSplitter(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    if (known.size === KNOWN_TAG_CELLS) return splitTags(text);
    const tags = known.get(text) ?? splitTags(text);
    known.set(text, tags);
    return tags;
  };
}

const TAG_SEPARATOR = /[,;\n]\s*/;
/** Up to here it is cheaper to compare each tag with those before it than to build a set. */
const USUAL_TAGS = 20;

/** Tags stand in one cell, separated by commas, semicolons or line breaks. */
function splitTags(text: string): string[] {
  const tags = text.split(TAG_SEPARATOR);
  return isTidy(tags) ? tags : [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

function isTidy(tags: readonly string[]): boolean {
  return (
    tags.length <= USUAL_TAGS && tags.every((tag, at) => tag !== "" && tag.trim() === tag && tags.indexOf(tag) === at)
  );
}

/** Whether there is at most a difficulty. */
function isEmpty({ difficulty: _, ...texts }: Question): boolean {
  return Object.values(texts).every((value) => value.length === 0);
}

/** Where the sheet keeps what; column 0 is the curator's own. */
export const SHEET_COLUMNS = { name: 1, link: 2, tags: 3, text: 4, solution: 6, takeaways: 7, analysis: 8 } as const;

/** The curator's own, too: only one of the three difficulties is taken from it. */
export const DIFFICULTY_COLUMN = 5;

/** A to Z, AA, AB …, as the spreadsheet names its columns. */
export function columnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetter(Math.floor(column / 26) - 1) + letter;
}

/** What is wrong with an entry that is no row; `sheetOfFile` says it of what it could not read. */
export function rowProblem(entry: unknown): string {
  return isRecord(entry) && typeof entry.problem === "string" ? entry.problem : "it has no cells";
}

/** The cells of an entry of a table's rows; null when it is no row. */
export function rowCells(entry: unknown): readonly unknown[] | null {
  return isRecord(entry) && Array.isArray(entry.c) ? entry.c : null;
}

/** A sheet's table, and whether its first row was set apart because it looks like headings. */
export interface ReadSheet extends SheetTable {
  readonly guessedHeading: { readonly name: string; readonly link: string } | null;
}

/**
 * The table of an answer. Where the service recognised no headings, the columns have no labels; then a first row that
 * has words in place of links, above a row that has a link, is taken for the headings.
 */
export function readSheetTable(text: string): ReadSheet {
  const table = readTable(text);
  const [first, second] = table.rows.map(rowCells);
  const isUnrecognised = table.headerRows === 0 && table.columns.every(({ label }) => label === "");
  if (!isUnrecognised || !first || !second || !isHeading(first) || !hasLink(second)) {
    return { ...table, guessedHeading: null };
  }
  const guessedHeading = { name: textIn(first, "name"), link: textIn(first, "link") };
  return { ...table, headerRows: 1, rows: table.rows.slice(1), guessedHeading };
}

/** Words as in 'Link/URL', without anything that only an address has. */
const heading = unicodePattern(String.raw`^[\p{L}\p{M}][\p{L}\p{M}\p{N}\s()/&,:_-]*$`, "u");

function isHeading(cells: readonly unknown[]): boolean {
  const [link, solution] = [textIn(cells, "link"), textIn(cells, "solution")];
  const areWords = heading().test(link) && (solution === "" || heading().test(solution));
  return textIn(cells, "name") !== "" && areWords && !`${link} ${solution}`.includes("//");
}

function hasLink(cells: readonly unknown[]): boolean {
  return webLink(textIn(cells, "link")) !== null;
}

function textIn(cells: readonly unknown[], name: keyof typeof SHEET_COLUMNS): string {
  return cellText(cells[SHEET_COLUMNS[name]], "string");
}

/**
 * The text that a cell shows in the sheet; empty for a cell that is null, missing or nothing a sheet holds.
 * `type` is the column's: only where it is not `string` can `Date(2026,5,1)` be a date.
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
  const [year, month, day, hour, ...rest] = match.slice(1).map((part) => (part === undefined ? null : Number(part)));
  const date = `${pad(year, 4)}-${pad((month ?? 0) + 1)}-${pad(day)}`;
  if (hour == null) return date;
  const time = timeText([hour, ...rest]);
  return date === "1899-12-30" ? time : `${date} ${time}`;
}

/** [hours, minutes, seconds, milliseconds] as 08:30:00. */
function timeText(parts: readonly unknown[]): string {
  return parts.length >= 3 && parts.every(Number.isInteger)
    ? parts
        .slice(0, 3)
        .map((part) => pad(part))
        .join(":")
    : "";
}

function pad(part: unknown, length = 2): string {
  return String(part ?? 0).padStart(length, "0");
}
