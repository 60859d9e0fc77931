import { isRecord, parseJson } from "../basics.ts";
import { decodeText, parseCsv, READ_AS_WINDOWS } from "../csv.ts";
import { shown } from "../untrusted.ts";
import { fieldOf, type Texts } from "./columns.ts";
import { arrange, badTable, type QuestionTable, type SourceTable, type TableRow } from "./table.ts";

/**
 * Reads a file of questions, `.csv` or `.json`: a table with headings or with the spreadsheet's columns, a list of
 * objects, a list of lists, or the output of `questions --json`. Errors call the file `name`. Throws `bad-sheet`,
 * naming the place.
 */
export function readQuestionFile(bytes: Uint8Array, name: string): QuestionTable {
  if (isZip(bytes)) throw badTable(name, "this is an Excel workbook or another packed file; save it as CSV");
  const { text, isWindows } = decodeText(bytes);
  const table = /\.json$/i.test(name) ? readJsonTable(text, name) : readCsvTable(text, name);
  return arrange({ file: name, ids: [], firstRow: 1, warnings: isWindows ? [READ_AS_WINDOWS] : [], ...table });
}

const isZip = (bytes: Uint8Array) => [0x50, 0x4b, 3, 4].every((byte, at) => bytes[at] === byte);

type Table = Pick<SourceTable, "headings" | "rows"> & { readonly ids?: Texts };

function readCsvTable(text: string, name: string): Table {
  const table = parseCsv(text);
  if ("fault" in table) throw badTable(`${name}: line ${table.line}`, table.fault);
  return { headings: null, rows: table.map(({ fields }) => fields) };
}

/** The most columns for unknown keys, which `checkTable` reports: every entry may have different keys. */
const MAX_UNREAD = 20;

function readJsonTable(text: string, name: string): Table {
  const value = parseJson(text);
  if (value === undefined) throw badTable(name, "it is not valid JSON");
  const list = isRecord(value) ? value.questions : value;
  if (!Array.isArray(list)) {
    throw badTable(name, `a list of questions was expected, but this is ${shown(list ?? value, 40)}`);
  }
  if (list.every(Array.isArray)) return { headings: null, rows: list.map((cells) => cellTexts(cells)) };
  const all = [...new Set(list.flatMap((entry) => (isRecord(entry) ? Object.keys(entry) : [])))];
  const unread = all.filter((key) => fieldOf(key) === undefined).slice(0, MAX_UNREAD);
  const keys = all.filter((key) => fieldOf(key) !== undefined).concat(unread);
  return { ids: keys, headings: keys, rows: list.map((entry) => objectRow(entry, keys)) };
}

function objectRow(entry: unknown, keys: Texts): TableRow {
  if (!isRecord(entry)) return { problem: `it is ${shown(entry, 40)}, but must be an object such as {"name", "link"}` };
  return cellTexts(
    keys.map((key) => (Object.hasOwn(entry, key) ? entry[key] : null)),
    keys,
  );
}

/** An unknown key may have any value. */
function cellTexts(cells: readonly unknown[], keys: Texts = []): TableRow {
  const texts: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const key = keys[index];
    const text = cellText(cell) ?? (key !== undefined && fieldOf(key) === undefined ? "" : null);
    if (text === null) {
      const place = (key ?? `cell ${index + 1}`).slice(0, 40);
      return { problem: `'${place}' is ${shown(cell, 40)}, but must be a text, a number or a list of texts` };
    }
    texts.push(text.trim());
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
