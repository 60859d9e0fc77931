import { isRecord, parseJson } from "../basics.ts";
import { DailyleetError } from "../errors.ts";
import { stripControls } from "../text.ts";

/** A public spreadsheet answers `tqx=out:json` with JSON inside a call: 47 characters before it and 2 after it. */
export const SHEET_PREFIX = "/*O_o*/\ngoogle.visualization.Query.setResponse(";
export const SHEET_SUFFIX = ");";

/** A sheet as the spreadsheet service sends it, with unchecked cells. */
export interface SheetTable {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly unknown[];
  /** How many rows the service took for headings; they are not among `rows`. */
  readonly headerRows: number;
  /** Whether `sheetOfFile` made the table from a file, which need not have all columns. */
  readonly isFile: boolean;
  /** The service's warnings, such as that it cut off its answer. */
  readonly warnings: readonly string[];
}

interface SheetColumn {
  /** The column's letter; empty where the service does not name it. */
  readonly id: string;
  readonly label: string;
  /** `string`, `number`, `boolean`, `date`, `datetime` or `timeofday`. */
  readonly type: string;
}

/** Reads the answer of the spreadsheet service. Throws `bad-sheet` for any other text. */
export function readAnswer(text: string): SheetTable {
  const answer = unwrap(text);
  if (!isRecord(answer)) throw badSheet("JSON without a table");
  if (answer.status === "error") throw refusedSheet(messagesOf(answer.errors));
  const { table } = answer;
  if (!isRecord(table) || !Array.isArray(table.rows)) throw badSheet("JSON without a table");
  const columns = (Array.isArray(table.cols) ? table.cols : []).map(readColumn);
  const hasLabels = columns.some((column) => column.label !== "");
  const headers = table.parsedNumHeaders;
  const headerRows = Number.isInteger(headers) && (headers as number) >= 0 ? (headers as number) : Number(hasLabels);
  const isFile = table.isFile === true;
  return { columns, rows: table.rows, headerRows, isFile, warnings: messagesOf(answer.warnings) };
}

function unwrap(text: string): unknown {
  if (text.startsWith(SHEET_PREFIX) && text.endsWith(SHEET_SUFFIX)) {
    const found = parseJson(text.slice(SHEET_PREFIX.length, -SHEET_SUFFIX.length));
    if (found !== undefined) return found;
  }
  return unwrapOther(text);
}

/**
 * Less usual wrappers: a byte-order mark, a newline at the end, no comment before the call (errors), and `)]}'` before bare
 * JSON (answers to a request with the header X-DataSource-Auth).
 */
function unwrapOther(text: string): unknown {
  const body = text.trim().replace(/^\)\]\}'\s*/, "");
  const json = body.startsWith("{") ? body : body.slice(body.indexOf("(") + 1, body.lastIndexOf(")"));
  const found = parseJson(json);
  if (found === undefined) throw badSheet(describe(body));
  return found;
}

function describe(body: string): string {
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
  return new DailyleetError("bad-sheet", `${fault}; ${remedy}.`);
}

function refusedSheet(messages: readonly string[]): DailyleetError {
  const reason = messages.length === 0 ? "without a reason" : `with '${quote(messages.join("; "), 300)}'`;
  const remedy = "share it with anyone who has the link and check 'sheet' in dailyleet.json";
  return new DailyleetError("bad-sheet", `The spreadsheet of the questions answered an error ${reason}; ${remedy}.`);
}

function messagesOf(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).filter(isRecord).flatMap((entry) => {
    const texts = [entry.detailed_message, entry.message, entry.reason];
    return texts.find((text): text is string => typeof text === "string" && text !== "") ?? [];
  });
}

function readColumn(column: unknown): SheetColumn {
  const { id, label, type } = isRecord(column) ? column : {};
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  return { id: text(id), label: text(label), type: text(type) };
}

/** The id of a Google spreadsheet; a published one (`/d/e/…`) has no address that answers JSON. */
const SPREADSHEET = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]+)(\/.*)?$/;
/** Parameters with which `/gviz/tq` selects cells; in other addresses they mean something else, or nothing. */
const SELECTION = /^(sheet|headers|range|tq)=/;
const OUTPUT = /[?&]tqx=(?:[^&]*(?:;|%3B))?out(?::|%3A)(\w+)/i;

/**
 * The address at which a Google spreadsheet answers JSON, made from another address of the spreadsheet: that in the
 * browser's address bar, a shared link, an export. Null for an address that answers JSON already, and for any other.
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
