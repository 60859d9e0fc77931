import { isRecord, parseJson } from "../basics.ts";
import { type DailyleetError, sheetError } from "../errors.ts";
import { stripControls } from "../untrusted.ts";
import { arrange, type QuestionTable, type TableRow } from "./table.ts";

/** Reads an answer of a Google spreadsheet's `/gviz/tq`. Throws `bad-sheet` for any other text. */
export function readSpreadsheet(text: string): QuestionTable {
  const answer = unwrap(text);
  if (!isRecord(answer)) throw badSheet("JSON without a table");
  if (answer.status === "error") throw refusedSheet(messagesOf(answer.errors));
  const { table } = answer;
  if (!isRecord(table) || !Array.isArray(table.rows)) throw badSheet("JSON without a table");
  const columns = (Array.isArray(table.cols) ? table.cols : []).map(readColumn);
  const hasLabels = columns.some(({ label }) => label !== "");
  const headers = table.parsedNumHeaders;
  const headerRows = Number.isInteger(headers) && (headers as number) >= 0 ? (headers as number) : Number(hasLabels);
  return arrange({
    file: null,
    headings: headerRows > 0 || hasLabels ? columns.map(({ label }) => label) : null,
    ids: columns.map(({ id }) => id),
    rows: table.rows.map((entry) => readRow(entry, columns)),
    firstRow: headerRows + 1,
    warnings: messagesOf(answer.warnings),
  });
}

/**
 * Parses the JSON inside the call of the callback. Accepts as well a byte-order mark, a final newline, no comment
 * before the call (errors), and `)]}'` before bare JSON (answers to a request with the header X-DataSource-Auth).
 */
function unwrap(text: string): unknown {
  const body = text.trim().replace(/^\)\]\}'\s*/, "");
  const json = body.startsWith("{") ? body : body.slice(body.indexOf("(") + 1, body.lastIndexOf(")"));
  const found = parseJson(json);
  if (found === undefined) throw badSheet(describeAnswer(body));
  return found;
}

/** Describes an answer that is not a sheet, as a part of a sentence. */
export function describeAnswer(body: string): string {
  if (body === "") return "nothing";
  if (!body.startsWith("<")) return `something that begins with '${quote(body)}'`;
  const title = /<title[^>]*>([^<]*)/i.exec(body.slice(0, 20_000))?.[1]?.trim();
  return title ? `the web page '${quote(title)}'` : "a web page";
}

function quote(text: string, length = 60): string {
  return stripControls(text.slice(0, length)).replace(/\s+/g, " ").trim();
}

function badSheet(found: string): DailyleetError {
  const fault = `The address of the questions answered ${found}, not a spreadsheet in JSON form`;
  const remedy = "share the spreadsheet with anyone who has the link and check 'sheet' in dailyleet.json";
  return sheetError(`${fault}; ${remedy}.`);
}

function refusedSheet(messages: readonly string[]): DailyleetError {
  const reason = messages.length === 0 ? "without a reason" : `with '${quote(messages.join("; "), 300)}'`;
  const remedy = "share it with anyone who has the link and check 'sheet' in dailyleet.json";
  return sheetError(`The spreadsheet of the questions answered an error ${reason}; ${remedy}.`);
}

function messagesOf(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).filter(isRecord).flatMap((entry) => {
    const texts = [entry.detailed_message, entry.message, entry.reason];
    return texts.find((text): text is string => typeof text === "string" && text !== "") ?? [];
  });
}

interface Column {
  /** The column's letter; empty if the service gives none. */
  readonly id: string;
  readonly label: string;
  /** `string`, `number`, `boolean`, `date`, `datetime` or `timeofday`. */
  readonly type: string;
}

function readColumn(column: unknown): Column {
  const { id, label, type } = isRecord(column) ? column : {};
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  return { id: text(id), label: text(label), type: text(type) };
}

function readRow(entry: unknown, columns: readonly Column[]): TableRow {
  const cells = isRecord(entry) ? entry.c : undefined;
  if (!Array.isArray(cells)) return { problem: "it has no cells" };
  return cells.map((cell, column) => cellText(cell, columns[column]?.type));
}

/**
 * The text that a cell shows in the sheet; empty for a value that is no cell. `type` is the column's type: in a column
 * of type `string`, `Date(2026,5,1)` is a text, not a date.
 */
function cellText(cell: unknown, type = ""): string {
  if (!isRecord(cell)) return "";
  const { f: formatted, v: value } = cell;
  if (typeof formatted === "string" && formatted !== "") return formatted.trim();
  if (typeof value === "string") return type === "string" ? value.trim() : (dateText(value) ?? value.trim());
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return Array.isArray(value) ? timeText(value) : "";
}

const DATE = /^Date\((\d{1,4}),(\d{1,2}),(\d{1,2})(?:,(\d{1,2}),(\d{1,2}),(\d{1,2})(?:,\d{1,3})?)?\)$/;

/**
 * `Date(2026,5,1)` → 2026-06-01: its months count from 0. The service writes a time of day as a time on 30 December
 * 1899.
 */
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

/**
 * The path of a Google spreadsheet, with its id. A published spreadsheet (`/d/e/…`) has no address that answers JSON.
 */
const SPREADSHEET = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]+)(\/.*)?$/;
/** Parameters with which `/gviz/tq` selects cells; other addresses ignore them or mean something else by them. */
const SELECTION = /^(sheet|headers|range|tq)=/;
const OUTPUT = /[?&]tqx=(?:[^&]*(?:;|%3B))?out(?::|%3A)(\w+)/i;

/**
 * Converts another address of a Google spreadsheet (from the address bar, a shared link, an export) to the address that
 * answers JSON. Null for an address that answers JSON already, and for any other address.
 */
export function jsonSheetAddress(address: string): string | null {
  const url = URL.parse(address);
  const [, id, rest = ""] = (url?.host === "docs.google.com" && SPREADSHEET.exec(url.pathname)) || [];
  if (!url || id === undefined) return null;
  const format = OUTPUT.exec(url.search)?.[1] ?? "json";
  if (rest === "/gviz/tq" && format === "json") return null;
  const gid = [...address.matchAll(/[#?&]gid=(\d+)/g)].at(-1)?.[1];
  const tab = gid === undefined ? "" : `&gid=${gid}`;
  const parameters = rest === "/gviz/tq" ? url.search.slice(1).split("&") : [];
  const selection = parameters.filter((parameter) => SELECTION.test(parameter)).map((parameter) => `&${parameter}`);
  return `https://docs.google.com/spreadsheets/d/${id}/gviz/tq?tqx=out:json${tab}${selection.join("")}`;
}
