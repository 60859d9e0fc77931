import { parseJson } from "../basics.ts";
import { sheetError } from "../errors.ts";
import { integer, list, must, objectWith, oneOf, optional, text, tryRead, Unreadable } from "../readers.ts";
import { addressIn, nameOfLink, shownText } from "./cells.ts";
import type { Field, Texts } from "./columns.ts";
import { DIFFICULTIES, type Question, readDifficulty } from "./questions.ts";
import { describeAnswer } from "./spreadsheet.ts";
import type { QuestionTable, RowFault } from "./table.ts";

export interface Sheet {
  readonly questions: readonly Question[];
  /** Rows that were left out. */
  readonly faults: readonly RowFault[];
  readonly warnings: readonly string[];
}

/** Reads the questions of a table. Leaves out unreadable rows and reports them in `faults`. */
export function questionsIn(table: QuestionTable): Sheet {
  const { rows, firstRow, warnings } = table;
  const questions: Question[] = [];
  const faults: RowFault[] = [];
  const cells = cellReader(table);
  const tagsOf = tagSplitter();
  for (const [index, row] of rows.entries()) {
    if ("problem" in row) faults.push({ row: firstRow + index, problem: row.problem });
    else if (cells.text(row, "name") !== "") questions.push(questionOf(row, cells, tagsOf));
    else if (!cells.isEmpty(row)) faults.push({ row: firstRow + index, problem: "it has no name" });
  }
  return { questions, faults, warnings };
}

function questionOf(row: Texts, { text, link }: CellReader, tagsOf: (text: string) => readonly string[]): Question {
  const difficulty = readDifficulty(text(row, "difficulty"));
  return {
    name: shownText(text(row, "name")),
    link: link(row),
    tags: tagsOf(text(row, "tags")),
    text: text(row, "text"),
    solution: addressIn(text(row, "solution")),
    takeaways: text(row, "takeaways"),
    analysis: text(row, "analysis"),
    ...(difficulty && { difficulty }),
  };
}

/** Caches by cell: most sheets repeat a few texts, and splitting takes a quarter of the reading time. */
function tagSplitter(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    const tags = known.get(text) ?? splitTags(text);
    known.set(text, tags);
    return tags;
  };
}

/** Splits a cell at commas, semicolons and line breaks. */
function splitTags(text: string): string[] {
  const tags = new Set(text.split(/[,;\n]/).map((tag) => tag.trim()));
  tags.delete("");
  return [...tags];
}

/** The fields of a question except its difficulty, in the order of the sheet. */
export const TEXT_FIELDS = ["name", "link", "tags", "text", "solution", "takeaways", "analysis"] as const;

export interface CellReader {
  /** The field's text. Without a column of names, the name is made from the link. */
  text(row: Texts, field: Field): string;
  /**
   * The question's address, from the column of links or a Markdown link in the name; else the text of the column of
   * links.
   */
  link(row: Texts): string;
  /** Whether the row has nothing but the curator's notes. */
  isEmpty(row: Texts): boolean;
}

export function cellReader({ columns }: QuestionTable): CellReader {
  const places = Map.groupBy(columns.keys(), (index) => columns[index]?.field);
  const placeOf = new Map([...places].map(([field, [first]]) => [field, first]));
  const tags = places.get("tags") ?? [];
  const text = (row: Texts, field: Field): string => {
    const place = placeOf.get(field);
    if (field === "tags" && tags.length > 1) return tags.flatMap((index) => row[index] || []).join(", ");
    if (place !== undefined) return row[place] ?? "";
    return field === "name" ? nameOfLink(text(row, "link")) : "";
  };
  const link = (row: Texts) => {
    const address = addressIn(text(row, "link"));
    if (address !== "") return address;
    const name = text(row, "name");
    return shownText(name) === name ? "" : addressIn(name);
  };
  return { text, link, isEmpty: (row) => TEXT_FIELDS.every((field) => text(row, field) === "") };
}

const question = objectWith({
  name: text,
  link: text,
  tags: list(text),
  text,
  solution: text,
  takeaways: text,
  analysis: text,
  difficulty: optional(oneOf(DIFFICULTIES)),
});
const rowFault = objectWith({
  row: must((row): row is number | null => row === null || Number.isInteger(row), "a row's number"),
  problem: text,
});
const questionsJson = objectWith({
  questions: list(question),
  faults: optional(list(rowFault)),
  warnings: optional(list(text)),
});

function readSheet(value: unknown): Sheet {
  const { questions, faults = [], warnings = [] } = questionsJson(value);
  return { questions, faults, warnings };
}

/** Reads questions from the answer of the page's own site. Throws `bad-sheet` for any other text. */
export function parseSheet(text: string): Sheet {
  const sheet = tryRead(readSheet, parseJson(text));
  if (!(sheet instanceof Unreadable)) return sheet;
  const found = describeAnswer(text.trim());
  throw sheetError(`The address of the questions answered ${found}, not questions; try again later.`);
}

/** A cached download of a sheet, on a computer or in a browser. */
export interface SheetCopy {
  /** Milliseconds since the epoch. */
  readonly downloaded: number;
  readonly sheet: Sheet;
}

/** Null for a damaged copy. */
export function readSheetCopy(value: unknown): SheetCopy | null {
  const copy = tryRead(objectWith({ downloaded: integer, sheet: readSheet }), value);
  return copy instanceof Unreadable ? null : copy;
}
