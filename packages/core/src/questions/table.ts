import { isTotal } from "../csv.ts";
import { type DailyleetError, sheetError } from "../errors.ts";
import { clip } from "../untrusted.ts";
import { isAddress } from "./cells.ts";
import {
  assignFields,
  type ColumnFields,
  columnLetter,
  type Field,
  findHeading,
  NEEDED_HEADINGS,
  repeatedHeading,
  type Texts,
} from "./columns.ts";

export type TableRow = Texts | { readonly problem: string };

export interface RowFault {
  /** The row's number in the source, from 1; null for a fault of the whole sheet. */
  readonly row: number | null;
  readonly problem: string;
}

export interface SourceTable {
  /** The file's name in errors; null for a spreadsheet, whose columns have usual positions. */
  readonly file: string | null;
  /** Null if the source names none; then one of the rows may hold them. */
  readonly headings: Texts | null;
  /** The columns' ids in the source; a letter replaces a missing id. */
  readonly ids: Texts;
  readonly rows: readonly TableRow[];
  /** The number of the first row in the source. */
  readonly firstRow: number;
  /** Warnings of the spreadsheet service, or about the file's encoding. */
  readonly warnings: readonly string[];
}

/** The rows of questions, with the field of each column. */
export interface QuestionTable extends Pick<SourceTable, "file" | "rows" | "firstRow" | "warnings"> {
  readonly columns: readonly Column[];
  /** What the curator should know about rows that are left out. */
  readonly notes: readonly RowFault[];
}

interface Column {
  /** The id in the source, else the column's letter. */
  readonly id: string;
  /** Empty for a column without a heading. */
  readonly label: string;
  /** Null if the column is not read. */
  readonly field: Field | null;
}

/** How many rows of a spreadsheet are examined to find the columns' fields. */
const SAMPLE_ROWS = 200;

/**
 * Finds the headings and the columns' fields. Throws `bad-sheet` if it finds neither names nor links, and for a file
 * with repeated headings or without questions.
 */
export function arrange({ file, headings: own, ids, rows, firstRow, warnings }: SourceTable): QuestionTable {
  const found = own === null ? findHeading(rows.map(textsOf)) : null;
  const first = found === null ? 0 : found.at + 1;
  const headings = found === null ? own : textsOf(rows[found.at] ?? []);
  if (file !== null && found !== null) refuseRepeated(headings ?? [], `${file}: row ${first}`);
  const below = rows.slice(first);
  const isFilled = below.some((row) => "problem" in row || row.some((cell) => cell !== ""));
  if (file !== null && !isFilled) throw badTable(file, "there is no question in it");
  const texts = (file === null ? below.slice(0, SAMPLE_ROWS) : below).map(textsOf);
  const top = headings ?? texts[0] ?? [];
  const fields = assignFields(headings, texts, file !== null);
  if (fields === null && isFilled) throw unknownColumns(file, top);
  const width = file === null || headings === null ? Number.POSITIVE_INFINITY : headings.length;
  const end = below.length - (file !== null && top.length > 1 ? footerLength(below) : 0);
  const isGuessed = found !== null && (file === null || !found.isKnown);
  return {
    file,
    columns: (fields ?? []).map((field, index) => {
      return { id: ids[index] || columnLetter(index), label: headings?.[index] ?? "", field };
    }),
    rows: below.slice(0, end).map((row) => withoutSurplus(row, width)),
    firstRow: firstRow + first,
    warnings,
    notes: [
      ...(firstRow > 2 ? [{ row: null, problem: swallowed(firstRow - 1) }] : []),
      ...(isGuessed ? [{ row: firstRow + found.at, problem: guessed(top, fields ?? []) }] : []),
      ...notesBelow(below.slice(end), firstRow + first + end),
    ],
  };
}

const textsOf = (row: TableRow): Texts => ("problem" in row ? [] : row);

function refuseRepeated(headings: Texts, place: string): void {
  const [first, second] = repeatedHeading(headings).map((heading) => `'${clip(heading, 40)}'`);
  if (first && second) throw badTable(place, `${second} and ${first} are the same column`);
}

/** The beginning of a count, such as '75 questions'. */
const COUNT = /^\d+(?:\s|$)/;

/** Reports each row below the list, unless it is a total or a count: the row may be a question. */
function notesBelow(rows: readonly TableRow[], firstRow: number): RowFault[] {
  return rows.flatMap((row, index) => {
    const texts = textsOf(row);
    const text = texts.find((cell) => cell !== "");
    if (text === undefined || isTotal(texts) || COUNT.test(text)) return [];
    return [{ row: firstRow + index, problem: `'${clip(text, 80)}' stands below the list and is left out` }];
  });
}

function withoutSurplus(row: TableRow, width: number): TableRow {
  const used = "problem" in row ? 0 : row.findLastIndex((text) => text !== "") + 1;
  return used > width ? { problem: `it has ${used} cells, but the heading has ${width}` } : row;
}

/** How many rows at the end are not questions: a total, or single cells below a blank row. */
function footerLength(rows: readonly TableRow[]): number {
  let end = rows.length;
  let single = rows.length;
  for (let row = rows.at(-1); row && !("problem" in row); row = rows[end - 1]) {
    const filled = row.filter((text) => text !== "");
    const hasAddress = filled.some(isAddress);
    if (filled.length === 0 || (isTotal(filled) && !hasAddress)) single = end - 1;
    else if (filled.length > 1 || hasAddress) break;
    end--;
  }
  return rows.length - single;
}

function swallowed(count: number): string {
  return `the first ${count} rows were taken for headings; add 'headers=1' to the sheet's address`;
}

function guessed(headings: Texts, fields: ColumnFields): string {
  const [name = "", link = ""] = (["name", "link"] as const).map((field) => headings[fields.indexOf(field)]);
  const taken = `'${clip(name, 80)}' is taken for a heading and left out`;
  return `${taken}, because its link '${clip(link, 80)}' is words; a question needs a web address there`;
}

function unknownColumns(file: string | null, found: Texts): DailyleetError {
  const shown = found.filter((heading) => heading !== "").slice(0, 12);
  const headings = shown.map((heading) => `'${clip(heading, 40)}'`).join(", ");
  const fault = `no column is known as the names or the links of questions, and none holds addresses; found ${headings}`;
  return badTable(file ?? "The question sheet", `${fault}; known headings are ${NEEDED_HEADINGS}`);
}

export function badTable(place: string, fault: string): DailyleetError {
  return sheetError(`${place}: ${fault}; correct it, or change 'sheet' in dailyleet.json.`);
}
