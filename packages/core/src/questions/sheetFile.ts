import { isRecord, parseJson } from "../basics.ts";
import { decodeText, parseCsv } from "../csv.ts";
import { DailyleetError } from "../errors.ts";
import { fold, shown, webLink } from "../text.ts";
import { SHEET_PREFIX, SHEET_SUFFIX } from "./gviz.ts";
import { columnLetter, DIFFICULTY_COLUMN, SHEET_COLUMNS } from "./sheet.ts";

/** Headings that a file may have, by the column of the spreadsheet for which they stand. */
const HEADINGS: readonly (readonly [column: number, names: readonly string[]])[] = [
  [0, ["number", "no", "no.", "#", "id"]],
  [SHEET_COLUMNS.name, ["name", "question", "title"]],
  [SHEET_COLUMNS.link, ["link", "url"]],
  [SHEET_COLUMNS.tags, ["tags", "tag", "topics", "topic", "pattern"]],
  [SHEET_COLUMNS.text, ["text", "description"]],
  [DIFFICULTY_COLUMN, ["difficulty", "level"]],
  [SHEET_COLUMNS.solution, ["solution"]],
  [SHEET_COLUMNS.takeaways, ["takeaways"]],
  [SHEET_COLUMNS.analysis, ["analysis", "analysis + comments"]],
];
const KNOWN_COLUMNS = HEADINGS.length;

const columnOf = new Map(HEADINGS.flatMap(([column, names]) => names.map((name) => [name, column] as const)));

/** A row of the file: its cells, or what is wrong with it. */
type Row = readonly string[] | string;

interface Table {
  /** Null where the file has the spreadsheet's columns, without headings; of a list of objects their keys. */
  readonly heading: readonly string[] | null;
  /** How many rows of the file come before the first of `rows`: none, where the headings are keys of objects. */
  readonly skipped: number;
  readonly rows: readonly Row[];
}

/**
 * A file of questions, `.csv` or `.json`, in the form in which the spreadsheet service would answer. The file is a table
 * with headings or with the spreadsheet's columns, a list of objects, a list of lists, or the output of
 * `questions --json`. A row that cannot be read is left out. `name` is how the error calls the file. Throws `bad-sheet`,
 * naming the place.
 */
export function sheetOfFile(bytes: Uint8Array, name: string): string {
  const text = decodeText(bytes);
  const table = /\.json$/i.test(name) ? readJsonTable(text, name) : readCsvTable(text, name);
  return `${SHEET_PREFIX}${JSON.stringify({ status: "ok", table: toSheet(table, name) })}${SHEET_SUFFIX}`;
}

function readCsvTable(text: string, name: string): Table {
  const table = parseCsv(text);
  if ("fault" in table) throw badFile(`${name}: line ${table.line}`, table.fault);
  return withHeading(table.map(({ fields }) => fields));
}

function withHeading(rows: readonly Row[]): Table {
  const first = rows.findIndex((row) => typeof row === "string" || row.some((field) => field !== ""));
  const heading = rows[first];
  if (typeof heading !== "object" || !isHeading(heading)) return { heading: null, skipped: 0, rows };
  return { heading, skipped: first + 1, rows: rows.slice(first + 1) };
}

/** A row that names the column of the names, and has no link. */
function isHeading(fields: readonly string[]): boolean {
  const columns = fields.map((field) => columnOf.get(fold(field)));
  return columns.includes(SHEET_COLUMNS.name) && !fields.some((field) => webLink(field));
}

/** At most so many unknown keys become columns, for `checkSheet` to report; each entry may have keys of its own. */
const MAX_UNREAD = 20;

function readJsonTable(text: string, name: string): Table {
  const value = parseJson(text);
  if (value === undefined) throw badFile(name, "it is not valid JSON");
  const list = isRecord(value) ? value.questions : value;
  if (!Array.isArray(list)) {
    throw badFile(name, `a list of questions was expected, but this is ${shown(list ?? value, 40)}`);
  }
  if (list.every(Array.isArray)) return withHeading(list.map((cells) => cellTexts(cells)));
  const keys = new Set(list.flatMap((entry) => (isRecord(entry) ? Object.keys(entry) : [])));
  const unread = [...keys].filter((key) => !columnOf.has(fold(key)));
  const heading = [...keys].filter((key) => columnOf.has(fold(key))).concat(unread.slice(0, MAX_UNREAD));
  return { heading, skipped: 0, rows: list.map((entry) => objectRow(entry, heading)) };
}

function objectRow(entry: unknown, heading: readonly string[]): Row {
  if (!isRecord(entry)) return `it is ${shown(entry, 40)}, but must be an object such as {"name", "link"}`;
  return cellTexts(
    heading.map((key) => (Object.hasOwn(entry, key) ? entry[key] : null)),
    heading,
  );
}

function cellTexts(cells: readonly unknown[], names: readonly string[] = []): Row {
  const texts: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const text = cellText(cell);
    const place = names[index] ?? `cell ${index + 1}`;
    if (text === null)
      return `'${place.slice(0, 40)}' is ${shown(cell, 40)}, but must be a text, a number or a list of texts`;
    texts.push(text);
  }
  return texts;
}

function cellText(cell: unknown): string | null {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return cell;
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  const isList = Array.isArray(cell) && cell.every((item) => typeof item === "string");
  return isList ? cell.join(", ") : null;
}

/** Moves each column to its place in the spreadsheet; unknown columns come after the known ones. */
function toSheet({ heading, skipped, rows }: Table, name: string): object {
  const places = heading && placesOf(heading, `${name}: row ${skipped}`);
  const cols = Array.from({ length: places ? KNOWN_COLUMNS : 0 }, () => ({ id: "", label: "", type: "string" }));
  for (const [index, place] of places?.entries() ?? []) {
    const label = heading?.[index] ?? "";
    cols[place] = { id: skipped === 0 ? label : columnLetter(index), label, type: "string" };
  }
  return { isFile: true, cols, rows: rows.map((row) => entryOf(row, places)), parsedNumHeaders: skipped };
}

/** For each column of the file, its column in the sheet. */
function placesOf(heading: readonly string[], place: string): number[] {
  let unread = 0;
  const taken = new Map<number, string>();
  return heading.map((title) => {
    const column = columnOf.get(fold(title));
    if (column === undefined) return KNOWN_COLUMNS + unread++;
    const before = taken.get(column);
    if (before !== undefined) throw badFile(place, `'${title}' and '${before}' are the same column`);
    taken.set(column, title);
    return column;
  });
}

function entryOf(row: Row, places: readonly number[] | null): { c: ({ v: string } | null)[] } | { problem: string } {
  if (typeof row === "string") return { problem: row };
  const used = row.findLastIndex((text) => text !== "") + 1;
  if (places && used > places.length) return { problem: `it has ${used} cells, but the heading has ${places.length}` };
  const cells: { v: string }[] = [];
  for (const [index, v] of row.entries()) if (v !== "") cells[places?.[index] ?? index] = { v };
  return { c: Array.from(cells, (cell) => cell ?? null) };
}

function badFile(place: string, fault: string): DailyleetError {
  return new DailyleetError("bad-sheet", `${place}: ${fault}; correct it, or change 'sheet' in dailyleet.json.`);
}
