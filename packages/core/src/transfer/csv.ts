/** One row of a table, with the number of the line that it begins in, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

const SEPARATORS = [",", ";", "\t"];

/**
 * The rows of a table as spreadsheet programs save it: RFC 4180, with the separator that the heading uses. Spaces
 * around a field are dropped. Returns a string when it cannot be read: what is wrong, and where.
 */
export function parseCsv(text: string): CsvRow[] | string {
  const separator = separatorOf(text);
  const next = fieldPattern(separator);
  const rows: CsvRow[] = [];
  let line = 1;
  let row = { line, fields: [] as string[] };
  for (;;) {
    const match = next.exec(text);
    if (match === null) return `line ${row.line}: a field that begins with a quotation mark does not end with one`;
    const [whole, quoted, plain = "", end] = match;
    row.fields.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === separator) continue;
    rows.push(row);
    if (end === "") return rows;
    row = { line, fields: [] };
  }
}

function separatorOf(text: string): string {
  const heading = /^.*\S.*/m.exec(text.replace(/"[^"]*"/g, '""'))?.[0] ?? "";
  return SEPARATORS.find((mark) => heading.includes(mark)) ?? ",";
}

/** A field in quotation marks, or one that begins with none, and what ends it. */
function fieldPattern(separator: string): RegExp {
  return new RegExp(
    `(?: *"([^"]*(?:""[^"]*)*)" *|(?! *")([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`,
    "y",
  );
}
