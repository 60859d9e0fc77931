export interface CsvRow {
  /** The line in which the row begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

interface CsvFault {
  readonly line: number;
  readonly fault: string;
}

const SEPARATORS = [",", ";", "\t"];

/**
 * Reads a table as spreadsheet programs save it: RFC 4180, with the separator of the heading. Drops the spaces around a
 * field. Returns the first fault of a table that it cannot read.
 */
export function parseCsv(text: string): CsvRow[] | CsvFault {
  const separator = separatorOf(text);
  const readField = fieldReader(text, separator);
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  let row = { line, fields: [] as string[] };
  for (;;) {
    const field = readField(at);
    if (field === null) return { line: row.line, fault: "a quotation mark is not closed" };
    row.fields.push(field.value);
    line += text.slice(at, field.end).match(/\r\n|\r|\n/g)?.length ?? 0;
    at = field.end;
    if (field.mark === separator) continue;
    rows.push(row);
    if (field.mark === "") return rows;
    row = { line, fields: [] };
  }
}

function separatorOf(text: string): string {
  const heading = /^.*\S.*/m.exec(text.replace(/"[^"]*"/g, '""'))?.[0] ?? "";
  return SEPARATORS.find((mark) => heading.includes(mark)) ?? ",";
}

interface Field {
  readonly value: string;
  /** The separator or line end after it; empty at the end of the text. */
  readonly mark: string;
  /** Where that ends. */
  readonly end: number;
}

/** The function returned reads the field at `start`; null for one whose quotation marks are wrong. */
function fieldReader(text: string, separator: string): (start: number) => Field | null {
  const spaces = / */y;
  const plain = new RegExp(`[^${separator}\\r\\n]*`, "y");
  const mark = new RegExp(`${separator}|\\r\\n|\\r|\\n|$`, "y");
  const skip = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
  return (start) => {
    const begin = skip(spaces, start);
    const isQuoted = text[begin] === '"';
    const close = isQuoted ? endOfQuoted(text, begin) : skip(plain, start);
    const after = close === -1 || !isQuoted ? close : skip(spaces, close);
    const end = after === -1 ? -1 : skip(mark, after);
    if (end === -1) return null;
    const value = isQuoted ? text.slice(begin + 1, close - 1).replaceAll('""', '"') : text.slice(start, close);
    return { value: value.trim(), mark: text.slice(after, end), end };
  };
}

/** The end of the quoted field, or -1. Without a pattern, whose memory would grow with each quotation mark. */
function endOfQuoted(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return -1;
}

/** UTF-8, or UTF-16 with a byte-order mark, as Excel saves 'Unicode Text'. */
export function decodeText(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === "255 254" ? "utf-16le" : mark === "254 255" ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
