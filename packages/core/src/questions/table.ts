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

/** The cells of a row, or what is wrong with it. */
export type TableRow = Texts | { readonly problem: string };

export interface RowFault {
  /** As the source numbers it, from 1; null for what concerns the whole sheet. */
  readonly row: number | null;
  readonly problem: string;
}

/** A table as its source has it. */
export interface SourceTable {
  /** How errors call the file; null for a spreadsheet, in which columns have their places. */
  readonly file: string | null;
  /** Null where the source names none; a row may hold them. */
  readonly headings: Texts | null;
  /** The columns' ids in the source; letters where it has none. */
  readonly ids: Texts;
  readonly rows: readonly TableRow[];
  /** The number of the first row in the source. */
  readonly firstRow: number;
  /** What the spreadsheet service says of its answer, or what was noticed about a file. */
  readonly warnings: readonly string[];
}

/** The rows of questions, with the field of each column. */
export interface QuestionTable extends Pick<SourceTable, "file" | "rows" | "firstRow" | "warnings"> {
  readonly columns: readonly Column[];
  /** What the curator should know about rows that are left out. */
  readonly notes: readonly RowFault[];
}

interface Column {
  /** Its letter, or the source's own name for it. */
  readonly id: string;
  /** Its heading; empty where it has none. */
  readonly label: string;
  /** Null where nothing reads it. */
  readonly field: Field | null;
}

/** Enough rows of a spreadsheet to tell its columns. */
const SAMPLE_ROWS = 200;

/** Finds the headings and the columns' fields. Throws `bad-sheet` where neither names nor links can be told. */
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

/** Such as '75 questions'. */
const COUNT = /^\d+(?:\s|$)/;

/** Rows below the list that are no totals may be questions. */
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

/** How many rows at the end of a list are no questions: a total, or single cells below a blank row. */
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
