import { isRecord } from "../firestore/value.ts";
import { unicodePattern } from "../text.ts";
import { webLink } from "../webLink.ts";
import { readTable, type SheetTable } from "./gviz.ts";
import { cellText } from "./sheetCell.ts";

/** Where the sheet keeps what; columns 0 and 5 are the curator's own. */
export const SHEET_COLUMNS = { name: 1, link: 2, tags: 3, text: 4, solution: 6, takeaways: 7, analysis: 8 } as const;

export const NO_CELLS_PROBLEM = "it has no cells";

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
