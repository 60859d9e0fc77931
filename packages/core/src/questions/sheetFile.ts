import { isRecord, parseJson } from "../basics.ts";
import { decodeText, parseCsv, READ_AS_WINDOWS } from "../csv.ts";
import { DailyleetError } from "../errors.ts";
import { shown } from "../text.ts";
import { SHEET_PREFIX, SHEET_SUFFIX } from "./gviz.ts";
import { columnLetter, columnOf } from "./layout.ts";

/** A row of the file: its cells, or what is wrong with it. */
type Row = readonly string[] | string;

interface Table {
  /** The keys of a list of objects; of any other file the headings stand in a row. */
  readonly keys: readonly string[] | null;
  readonly rows: readonly Row[];
}

/**
 * A file of questions, `.csv` or `.json`, in the form in which the spreadsheet service would answer. The file is a table
 * with headings or with the spreadsheet's columns, a list of objects, a list of lists, or the output of
 * `questions --json`. A row that cannot be read is left out. `name` is how errors call the file. Throws `bad-sheet`,
 * naming the place; `parseSheet` throws where the columns cannot be told.
 */
export function sheetOfFile(bytes: Uint8Array, name: string): string {
  if (isZip(bytes)) throw badFile(name, "this is an Excel workbook or another packed file; save it as CSV");
  const { text, isWindows } = decodeText(bytes);
  const table = /\.json$/i.test(name) ? readJsonTable(text, name) : readCsvTable(text, name);
  const warnings = isWindows ? [{ message: READ_AS_WINDOWS }] : [];
  const answer = { status: isWindows ? "warning" : "ok", warnings, table: toSheet(table, name) };
  return `${SHEET_PREFIX}${JSON.stringify(answer)}${SHEET_SUFFIX}`;
}

const isZip = (bytes: Uint8Array) => [0x50, 0x4b, 3, 4].every((byte, at) => bytes[at] === byte);

function readCsvTable(text: string, name: string): Table {
  const table = parseCsv(text);
  if ("fault" in table) throw badFile(`${name}: line ${table.line}`, table.fault);
  return { keys: null, rows: table.map(({ fields }) => fields) };
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
  if (list.every(Array.isArray)) return { keys: null, rows: list.map((cells) => cellTexts(cells)) };
  const all = new Set(list.flatMap((entry) => (isRecord(entry) ? Object.keys(entry) : [])));
  const isKnown = (key: string) => columnOf(key) !== undefined;
  const unread = [...all].filter((key) => !isKnown(key));
  const keys = [...all].filter(isKnown).concat(unread.slice(0, MAX_UNREAD));
  return { keys, rows: list.map((entry) => objectRow(entry, keys)) };
}

function objectRow(entry: unknown, keys: readonly string[]): Row {
  if (!isRecord(entry)) return `it is ${shown(entry, 40)}, but must be an object such as {"name", "link"}`;
  return cellTexts(
    keys.map((key) => (Object.hasOwn(entry, key) ? entry[key] : null)),
    keys,
  );
}

/** The cell of an unknown key may hold anything. */
function cellTexts(cells: readonly unknown[], names: readonly string[] = []): Row {
  const texts: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = names[index];
    const isUnknown = name !== undefined && columnOf(name) === undefined;
    const text = cellText(cell) ?? (isUnknown ? "" : null);
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

function toSheet({ keys, rows }: Table, file: string): object {
  const width = rows.reduce((most, row) => Math.max(most, typeof row === "string" ? 0 : row.length), keys?.length ?? 0);
  const cols = Array.from({ length: width }, (_, index) => {
    return { id: keys?.[index] ?? columnLetter(index), label: keys?.[index] ?? "", type: "string" };
  });
  return { file, cols, rows: rows.map(entryOf), parsedNumHeaders: 0 };
}

function entryOf(row: Row): { c: ({ v: string } | null)[] } | { problem: string } {
  return typeof row === "string" ? { problem: row } : { c: row.map((v) => (v === "" ? null : { v })) };
}

function badFile(place: string, fault: string): DailyleetError {
  return new DailyleetError("bad-sheet", `${place}: ${fault}; correct it, or change 'sheet' in dailyleet.json.`);
}
