import { dayOfYear, isDayNumber, isTickYear } from "../calendar/calendar.ts";
import { isCivilDate } from "../calendar/civilDays.ts";
import { DailyleetError } from "../errors.ts";
import { isRecord } from "../firestore/value.ts";
import { isSourceNumber, type SourceNumber } from "../ticks/sources.ts";
import { applyChange, type Cell, NO_TICKS, type Ticks, type TicksByYear } from "../ticks/ticks.ts";
import { clip as clipTo, counted, shown } from "../words.ts";
import { parseCsv } from "./csv.ts";
import { duplicateKey } from "./duplicateKeys.ts";
import { CSV_HEADER } from "./exportDocument.ts";

/**
 * Reads what `export` wrote, JSON or CSV, also after a spreadsheet program has saved it again (byte-order mark,
 * semicolons or tabs, quotes, other columns, TRUE for 1). Returns the done cells by year. `name` is how the error
 * calls the file. Throws `bad-import`, naming the first fault and its place: a file is taken whole or not at all.
 */
export function parseExport(text: string, name: string): TicksByYear {
  const content = text.replace(/^\uFEFF/, "");
  const cells = /^\s*[{[]/.test(content) ? readJson(content) : readCsv(content);
  if (typeof cells === "string") {
    throw new DailyleetError("bad-import", `In ${name} ${cells}; nothing was imported, correct the file and repeat.`);
  }
  const years: Record<number, Ticks> = {};
  for (const cell of cells) years[cell.year] = applyChange(years[cell.year] ?? NO_TICKS, { ...cell, done: true });
  return years;
}

const MAX_SHOWN = 40;

/** The done cells, or what is wrong. */
type Reading = Cell[] | string;

function readJson(text: string): Reading {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return "the JSON is broken or cut off";
  }
  const twice = duplicateKey(text);
  if (twice !== null) return `the key ${twice.map((key) => `'${clip(key)}'`).join(" → ")} stands twice`;
  const { version, years } = isRecord(document) ? document : {};
  if (version !== 1) return `'version' is ${show(version)}, but must be 1 (a newer dailyleet may read it)`;
  if (!isRecord(years)) return `'years' is ${show(years)}, but must be an object of years`;
  const cells: Cell[] = [];
  for (const [year, days] of Object.entries(years)) {
    if (!isPlainNumber(year, isTickYear)) return `'${clip(year)}' is not a year from 1970 to 9999`;
    const fault = readJsonYear(Number(year), days, cells);
    if (fault !== null) return fault;
  }
  return cells;
}

function readJsonYear(year: number, days: unknown, cells: Cell[]): string | null {
  if (!isRecord(days)) return `the year ${year} is ${show(days)}, but must be an object of days`;
  for (const [day, sources] of Object.entries(days)) {
    const place = `${year}, day ${clip(day)}`;
    if (!isPlainNumber(day, isDayNumber)) return `'${clip(day)}' in ${year} is not a day number from 1 to 365`;
    if (!isRecord(sources)) return `${place} is ${show(sources)}, but must be an object of sources`;
    for (const [source, done] of Object.entries(sources)) {
      if (!isPlainNumber(source, isSourceNumber)) return `'${clip(source)}' in ${place} is not a source from 1 to 5`;
      if (typeof done !== "boolean") return `source ${source} in ${place} is ${show(done)}, but must be true or false`;
      if (done) cells.push({ year, day: Number(day), source: Number(source) as SourceNumber });
    }
  }
  return null;
}

function isPlainNumber(text: string, isAllowed: (value: number) => boolean): boolean {
  return String(Number(text)) === text && isAllowed(Number(text));
}

const DONE_WORDS = new Set(["1", "true", "x", "yes", "done"]);
const UNTRIED_WORDS = new Set(["", "0", "false", "no", "untried"]);

function readCsv(text: string): Reading {
  const table = parseCsv(text);
  if (typeof table === "string") return table;
  const [heading, ...rows] = table.filter(({ fields }) => fields.some((field) => field !== ""));
  const titles = (heading?.fields ?? []).map((title) => title.toLowerCase());
  const dateColumn = titles.indexOf("date");
  const sourceColumns = titles.flatMap((title, column) =>
    isPlainNumber(title, isSourceNumber) ? [{ column, source: Number(title) as SourceNumber }] : [],
  );
  if (dateColumn === -1 || sourceColumns.length === 0)
    return `line ${heading?.line ?? 1} is not the heading '${CSV_HEADER}'`;
  const twice = titles.find((title, at) => title !== "" && titles.indexOf(title) !== at);
  if (twice !== undefined) return `the heading has '${clip(twice)}' twice`;
  const cells: Cell[] = [];
  for (const { line, fields } of rows) {
    const fault =
      fields.length === titles.length
        ? readCsvRow(fields, dateColumn, sourceColumns, cells)
        : `it has ${counted(fields.length, "cell")}, but the heading has ${titles.length}`;
    if (fault !== null) return `line ${line}: ${fault}`;
  }
  return cells;
}

function readCsvRow(
  row: readonly string[],
  dateColumn: number,
  sourceColumns: readonly { column: number; source: SourceNumber }[],
  cells: Cell[],
): string | null {
  const date = readIsoDate(row[dateColumn] ?? "");
  if (date === null) return `'${clip(row[dateColumn] ?? "")}' is not a date such as 2026-03-05`;
  for (const { column, source } of sourceColumns) {
    const word = row[column] ?? "";
    if (DONE_WORDS.has(word.toLowerCase())) cells.push({ ...date, source });
    else if (!UNTRIED_WORDS.has(word.toLowerCase()))
      return `'${clip(word)}' for source ${source} must be 1 for done or 0 for untried`;
  }
  return null;
}

function readIsoDate(text: string): Omit<Cell, "source"> | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const [year, month, day] = (match?.slice(1) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = { year, month, day };
  return isTickYear(year) && isCivilDate(date) ? { year, day: dayOfYear(date) } : null;
}

function show(value: unknown): string {
  return shown(value, MAX_SHOWN);
}

function clip(text: string): string {
  return clipTo(text, MAX_SHOWN);
}
