import { readTable, type SheetTable } from "./gviz.ts";
import { cellText } from "./sheetCell.ts";
import { isRecord } from "./wire/value.ts";

/** Where the sheet keeps what; columns 0 and 5 are the curator's own. */
export const SHEET_COLUMNS = { name: 1, link: 2, tags: 3, text: 4, solution: 6, takeaways: 7, analysis: 8 } as const;

export const NO_CELLS = "it has no cells";

/** The cells of an entry of a table's rows; null when it is no row. */
export function cellsOf(entry: unknown): readonly unknown[] | null {
  return isRecord(entry) && Array.isArray(entry.c) ? entry.c : null;
}

/** The table of an answer, its headings set apart even where the service did not recognise them. */
export function readSheetTable(text: string): SheetTable {
  const table = readTable(text);
  const first = cellsOf(table.rows[0]);
  const isUnrecognised = table.headerRows === 0 && first !== null && isHeading(first);
  return isUnrecognised ? { ...table, headerRows: 1, rows: table.rows.slice(1) } : table;
}

/** Words without anything that an address has, where the links should be. */
const HEADING = /^[\p{L}\p{M}][\p{L}\p{M}\s()_-]*$/u;

function isHeading(cells: readonly unknown[]): boolean {
  const texts = (["name", "link", "solution"] as const).map((name) => cellText(cells[SHEET_COLUMNS[name]], "string"));
  const [name = "", link = "", solution = ""] = texts;
  return name !== "" && HEADING.test(link) && (solution === "" || HEADING.test(solution));
}
