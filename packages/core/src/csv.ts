export interface CsvRow {
  /** The number of the row's first line, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

interface CsvFault {
  readonly line: number;
  readonly fault: string;
}

const SEPARATORS = [",", ";", "\t", "|"];
/** `sep=;` as the first line, a convention of Excel. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[ \t]*(?:\r\n|\r|\n|$)/i;

/**
 * Reads CSV as spreadsheet programs save it (RFC 4180), or a Markdown table. The separator is guessed from the text,
 * unless a first line such as `sep=;` names it. Trims the fields. Returns the first fault of an unreadable table.
 */
export function parseCsv(text: string): CsvRow[] | CsvFault {
  const [told = "", named] = SEPARATOR_LINE.exec(text) ?? [];
  const separator = named ?? separatorOf(text);
  const readField = fieldReader(text, separator);
  const rows: CsvRow[] = [];
  let at = told.length;
  let line = told === "" ? 1 : 2;
  let row = { line, fields: [] as string[] };
  for (;;) {
    const field = readField(at);
    if (field === null) return { line: row.line, fault: "a quotation mark is not closed" };
    row.fields.push(field.value);
    line += text.slice(at, field.end).match(/\r\n|\r|\n/g)?.length ?? 0;
    at = field.end;
    if (field.mark === separator) continue;
    if (!row.fields.every((text) => RULE.test(text)) || row.fields.join("") === "") rows.push(row);
    if (field.mark === "") return rows;
    row = { line, fields: [] };
  }
}

/** An empty cell, or a cell of the line below the heading of a Markdown table. */
const RULE = /^(?::?-{3,}:?)?$/;

const SAMPLE_CHARACTERS = 50_000;
const SAMPLE_LINES = 50;

/**
 * The separator with the same count outside quotation marks in the most lines; on a tie, the one with the higher count.
 */
function separatorOf(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS).replace(/"[^"]*"/g, '""');
  const lines = sample.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const score = (separator: string): readonly [lines: number, count: number] => {
    const counts = lines.slice(0, SAMPLE_LINES).map((line) => line.split(separator).length - 1);
    const groups = [...Map.groupBy(counts, (count) => count)].filter(([count]) => count > 0);
    return groups.reduce(
      ([most, best], [count, own]) => (own.length > most ? [own.length, count] : [most, best]),
      [0, 0],
    );
  };
  const scored = SEPARATORS.map((separator) => ({ separator, score: score(separator) }));
  const [best] = scored.sort((a, b) => b.score[0] - a.score[0] || b.score[1] - a.score[1]);
  return best?.separator ?? ",";
}

interface Field {
  readonly value: string;
  /** The separator or line end after the field; empty at the end of the text. */
  readonly mark: string;
  /** The position after `mark`. */
  readonly end: number;
}

/** Returns a function that reads the field at `start`. That function returns null for misplaced quotation marks. */
function fieldReader(text: string, separator: string): (start: number) => Field | null {
  const spaces = / */y;
  const plain = new RegExp(`[^${separator}\\r\\n]*`, "y");
  const mark = new RegExp(`[${separator}]|\\r\\n|\\r|\\n|$`, "y");
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

/** The end of the quoted field, or -1. No regular expression: its memory would grow with each quotation mark. */
function endOfQuoted(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return -1;
}

/** The bytes 80 to 9F of Windows-1252. Node's decoder wrongly reads them as control characters of Latin-1. */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const TOTAL = /^(?:(?:grand )?total|sum)\b(?: (?:questions|problems)\b.*|[:\s\d]*$)/i;

/** Whether a row is a spreadsheet's total row: its first filled field begins with 'total', 'grand total' or 'sum'. */
export function isTotal(fields: readonly string[]): boolean {
  return TOTAL.test(fields.find((field) => field !== "") ?? "");
}

interface DecodedText {
  readonly text: string;
  /** Whether the bytes were read as Windows-1252, because they are not UTF-8. */
  readonly isWindows: boolean;
}

export const READ_AS_WINDOWS = "not UTF-8, read as Windows-1252";

/**
 * Decodes UTF-8 or UTF-16 (Excel's 'Unicode Text'); other bytes as Windows-1252, as older spreadsheet programs write.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncoding(bytes);
  try {
    return { text: new TextDecoder(wide ?? "utf-8", { fatal: wide === null }).decode(bytes), isWindows: false };
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    return {
      text: text.replace(/[\x80-\x9f]/g, (mark) => WINDOWS[mark.charCodeAt(0) - 0x80] ?? mark),
      isWindows: true,
    };
  }
}

/** Recognizes UTF-16 by its byte-order mark, or by the zero byte of an ASCII character. */
function wideEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)
    ? "utf-16be"
    : null;
}
