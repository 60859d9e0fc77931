import { unicodePattern, webLink } from "../text.ts";
import { readAnswer, type SheetFault, type SheetRow, type SheetTable } from "./gviz.ts";
import { type Question, readDifficulty } from "./questions.ts";

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
export const COLUMN_NAMES = Object.keys(SHEET_COLUMNS) as ColumnName[];

/** Also the curator's own: it counts only where it holds one of the three difficulties. */
export const DIFFICULTY_COLUMN = 5;

/** A to Z, AA, AB …, as the spreadsheet names its columns. */
export function columnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetter(Math.floor(column / 26) - 1) + letter;
}

export function textIn({ texts }: SheetRow, name: ColumnName): string {
  return texts[SHEET_COLUMNS[name]] ?? "";
}

/** Whether the row holds nothing, or nothing but the curator's own. */
export function isEmpty(row: SheetRow): boolean {
  return COLUMN_NAMES.every((name) => textIn(row, name) === "");
}

export interface ReadSheet extends SheetTable {
  /** The first row, where it was taken for headings although the service did not recognise it. */
  readonly guessedHeading: SheetRow | null;
}

/**
 * The table of an answer. Where the service recognised no headings, the columns have no labels; then a first row that
 * has words in place of links, above a row that has a link, is taken for the headings.
 */
export function readSheetTable(text: string): ReadSheet {
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
