import type { SheetTable } from "./gviz.ts";
import type { Question } from "./questions.ts";
import { cellText } from "./sheetCell.ts";
import { NO_CELLS_PROBLEM, readSheetTable, rowCells, SHEET_COLUMNS } from "./sheetTable.ts";

export interface Sheet {
  readonly questions: readonly Question[];
  /** Rows that had to be left out. */
  readonly faults: readonly SheetFault[];
  /** `warning` when the spreadsheet service says that something is wrong with its answer. */
  readonly status: "ok" | "warning";
  /** Its reasons. */
  readonly warnings: readonly string[];
}

export interface SheetFault {
  /** As numbered in the spreadsheet, from 1; null for what concerns the whole sheet. */
  readonly row: number | null;
  readonly problem: string;
}

/**
 * The questions in a sheet's answer. Throws `bad-sheet` when the answer is no sheet, and nothing else: a row that
 * cannot be read costs that row only.
 */
export function parseSheet(text: string): Sheet {
  const table = readSheetTable(text);
  const read = questionReader(table);
  const questions: Question[] = [];
  const faults: SheetFault[] = [];
  let row = table.headerRows;
  for (const entry of table.rows) {
    row++;
    const cells = rowCells(entry);
    const question = cells && read(cells);
    if (question === null) faults.push({ row, problem: NO_CELLS_PROBLEM });
    else if (question.name !== "") questions.push(question);
    else if (!isEmpty(question)) faults.push({ row, problem: "it has no name" });
  }
  const status = table.warnings.length > 0 ? "warning" : "ok";
  return { questions, faults, status, warnings: table.warnings };
}

function questionReader({ columns }: SheetTable): (cells: readonly unknown[]) => Question {
  const types = columns.map((column) => column.type);
  const at = (cells: readonly unknown[], column: number) => cellText(cells[column], types[column] ?? "");
  const tagsOf = tagSplitter();
  return (cells) => ({
    name: at(cells, SHEET_COLUMNS.name),
    link: at(cells, SHEET_COLUMNS.link),
    tags: tagsOf(at(cells, SHEET_COLUMNS.tags)),
    text: at(cells, SHEET_COLUMNS.text),
    solution: at(cells, SHEET_COLUMNS.solution),
    takeaways: at(cells, SHEET_COLUMNS.takeaways),
    analysis: at(cells, SHEET_COLUMNS.analysis),
  });
}

/** With more different cells of tags than this, looking for a known one costs more than it saves. */
const KNOWN_TAG_CELLS = 300;

/** Splits each cell of tags once: in most sheets they are few, and splitting takes a quarter of the reading. */
function tagSplitter(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    if (known.size === KNOWN_TAG_CELLS) return splitTags(text);
    const tags = known.get(text) ?? splitTags(text);
    known.set(text, tags);
    return tags;
  };
}

const TAG_SEPARATOR = /[,;\n]\s*/;
/** Up to here it is cheaper to compare each tag with those before it than to build a set. */
const USUAL_TAGS = 20;

/** Tags stand in one cell, separated by commas, semicolons or line breaks. */
function splitTags(text: string): string[] {
  const tags = text.split(TAG_SEPARATOR);
  return isTidy(tags) ? tags : [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

function isTidy(tags: readonly string[]): boolean {
  return (
    tags.length <= USUAL_TAGS && tags.every((tag, at) => tag !== "" && tag.trim() === tag && tags.indexOf(tag) === at)
  );
}

function isEmpty(question: Question): boolean {
  return Object.values(question).every((value) => value.length === 0);
}
