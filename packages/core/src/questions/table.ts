import { DailyleetError } from "../errors.ts";
import { clip } from "../text.ts";
import { readAnswer, type SheetColumn, type SheetFault, type SheetRow, type SheetTable } from "./gviz.ts";
import {
  findHeading,
  footerRows,
  KNOWN_COLUMNS,
  NEEDED_HEADINGS,
  nameOfLink,
  placeColumns,
  repeatedHeading,
  SHEET_COLUMNS,
} from "./layout.ts";

/** A sheet with each column in its place. */
export interface ReadTable extends SheetTable {
  /** Rows that hold no question, for the curator. */
  readonly notes: readonly SheetFault[];
}

type Row = SheetRow | SheetFault;
type Texts = readonly string[];

/** Enough rows of a spreadsheet to tell its columns. */
const SAMPLE_ROWS = 200;

/** The table of an answer. Throws `bad-sheet` for any other text, and where neither names nor links can be told. */
export function readSheetTable(text: string): ReadTable {
  const table = readAnswer(text);
  const { headings, first, isGuessed } = headingsOf(table);
  const below = table.rows.slice(first);
  const isFile = table.file !== null;
  const texts = (isFile ? below : below.slice(0, SAMPLE_ROWS)).map(textsOf);
  const places = placeColumns(headings, texts, isFile);
  const hasCells = below.some((row) => "problem" in row || textsOf(row).some((cell) => cell !== ""));
  if (isFile && !hasCells) throw badTable(table, "there is no question in it");
  if (places === null && hasCells && (isFile || headings !== null))
    throw unknownColumns(table, headings ?? texts[0] ?? []);
  const footer =
    isFile && (headings ?? texts[0] ?? []).length > 1
      ? footerRows(below.map((row) => ("texts" in row ? row.texts : null)))
      : 0;
  const end = table.rows.length - footer;
  const notes = [
    ...notesOn(table.rows.slice(0, Math.max(0, first - 1)), "stands above the headings"),
    ...(isGuessed ? guessNote(table.rows[first - 1], places) : []),
    ...notesOn(table.rows.slice(end), "stands below the list"),
  ];
  const listed = { ...table, rows: table.rows.slice(first, end), notes };
  return places ? moveColumns(listed, places, headings) : listed;
}

const textsOf = (row: Row): Texts => ("texts" in row ? row.texts : []);

interface Headings {
  /** Null for a list without headings. */
  readonly headings: Texts | null;
  /** The index of the first row below them. */
  readonly first: number;
  /** Whether the row may be a question. */
  readonly isGuessed: boolean;
}

/** The headings that the service recognised, the keys of objects, or a row of the table. */
function headingsOf(table: SheetTable): Headings {
  const labels = table.columns.map(({ label }) => label);
  if (table.headerRows > 0 || labels.some((label) => label !== ""))
    return { headings: labels, first: 0, isGuessed: false };
  const found = findHeading(table.rows.map(textsOf));
  if (found === null) return { headings: null, first: 0, isGuessed: false };
  const headings = textsOf(table.rows[found.at] as Row);
  const repeated = table.file === null ? null : repeatedHeading(headings);
  if (repeated) {
    const [a, b] = repeated.map((heading) => `'${clip(heading, 40)}'`);
    throw badTable(table, `row ${found.at + 1}: ${b} and ${a} are the same column`);
  }
  return { headings, first: found.at + 1, isGuessed: table.file === null || !found.isKnown };
}

function notesOn(rows: readonly Row[], where: string): SheetFault[] {
  return rows.flatMap((row) => {
    const text = textsOf(row).find((cell) => cell !== "");
    return text === undefined ? [] : [{ row: row.row, problem: `'${clip(text, 80)}' ${where} and is left out` }];
  });
}

function guessNote(row: Row | undefined, places: readonly number[] | null): SheetFault[] {
  if (row === undefined) return [];
  const textAt = (place: number) => clip(textsOf(row)[places?.indexOf(place) ?? place] ?? "", 80);
  const taken = `'${textAt(SHEET_COLUMNS.name)}' is taken for a heading and left out`;
  const why = `because its link '${textAt(SHEET_COLUMNS.link)}' is words; a question needs a web address there`;
  return [{ row: row.row, problem: `${taken}, ${why}` }];
}

function moveColumns(table: ReadTable, places: readonly number[], headings: Texts | null): ReadTable {
  const isNamed = places.includes(SHEET_COLUMNS.name);
  const isInPlace = isNamed && places.every((place, index) => place === index);
  if (isInPlace && table.file === null) return table;
  const columns: SheetColumn[] = Array.from({ length: KNOWN_COLUMNS }, () => ({ id: "", label: "", type: "" }));
  for (const [index, place] of places.entries()) {
    const { id = "", type = "" } = table.columns[index] ?? {};
    columns[place] = { id, label: headings?.[index] ?? "", type };
  }
  const width = table.file === null || headings === null ? Number.POSITIVE_INFINITY : headings.length;
  return {
    ...table,
    columns,
    rows: table.rows.map((row) => ("texts" in row ? moveRow(row, places, width, isNamed) : row)),
  };
}

function moveRow({ row, texts }: SheetRow, places: readonly number[], width: number, isNamed: boolean): Row {
  const used = texts.findLastIndex((text) => text !== "") + 1;
  if (used > width) return { row, problem: `it has ${used} cells, but the heading has ${width}` };
  const moved: string[] = Array(KNOWN_COLUMNS).fill("");
  for (const [index, text] of texts.entries()) {
    const place = places[index] ?? index;
    if (text === "") continue;
    moved[place] = moved[place] && place === SHEET_COLUMNS.tags ? `${moved[place]}, ${text}` : text;
  }
  const { name, link } = SHEET_COLUMNS;
  if (!isNamed && moved[link]) moved[name] = nameOfLink(moved[link]);
  return { row, texts: Array.from(moved, (text) => text ?? "") };
}

function unknownColumns(table: SheetTable, found: Texts): DailyleetError {
  const shown = found.filter((heading) => heading !== "").slice(0, 12);
  const headings = shown.map((heading) => `'${clip(heading, 40)}'`).join(", ");
  const fault = `no column is known as the names or the links of questions, and none holds addresses; found ${headings}`;
  return badTable(table, `${fault}; known headings are ${NEEDED_HEADINGS}`);
}

function badTable({ file }: SheetTable, fault: string): DailyleetError {
  const way = "correct it, or change 'sheet' in dailyleet.json";
  return new DailyleetError("bad-sheet", `${file ?? "The question sheet"}: ${fault}; ${way}.`);
}
