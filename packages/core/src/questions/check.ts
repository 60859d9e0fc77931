import { webLink } from "../text.ts";
import { addressIn, linkText, shownText } from "./cells.ts";
import { fieldOf, type Texts } from "./columns.ts";
import { DIFFICULTIES, questionKey, readDifficulty } from "./questions.ts";
import { type CellReader, cellReader, TEXT_FIELDS } from "./sheet.ts";
import type { QuestionTable, RowFault } from "./table.ts";

/** For the curator of a sheet. */
export interface SheetReport {
  /** How many rows were checked; headings and empty rows do not count. */
  readonly rows: number;
  /** What to correct: faults of the whole sheet first, then by row. */
  readonly findings: readonly RowFault[];
}

type TextField = (typeof TEXT_FIELDS)[number];

/**
 * Finds empty cells in columns that are in use, links that are not https addresses, questions that are listed twice and
 * columns that the program does not read.
 */
export function checkTable(table: QuestionTable): SheetReport {
  const { rows, firstRow, warnings, notes } = table;
  const cells = cellReader(table);
  const needed = neededFields(table, cells);
  const problemsOf = rowChecker(table, cells, needed);
  const checked = rows.flatMap((row, index) => {
    const number = firstRow + index;
    const problems = "problem" in row ? [`${row.problem}, so the row is left out`] : problemsOf(row, number);
    return problems ? [problems.map((problem) => ({ row: number, problem }))] : [];
  });
  const unlinked = "no question has a link, so marks belong to the questions' names";
  const whole = [...warnings, ...(rows.length > 0 && !needed.includes("link") ? [unlinked] : [])];
  const findings = [...whole.map((problem) => ({ row: null, problem })), ...notes, ...checked.flat()];
  return { rows: checked.length, findings: findings.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)) };
}

/**
 * Returns the function that lists a row's faults, or null for an empty row. It remembers earlier rows to find
 * duplicates.
 */
function rowChecker({ columns }: QuestionTable, cells: CellReader, needed: readonly TextField[]) {
  const seen = new Map<string, number>();
  const isUnread = columns.map(({ field, label }) => field === null && fieldOf(label) !== "number");
  const unread = new Set(isUnread.flatMap((is, index) => (is ? [index] : [])));
  // Under any other heading, a text that is no difficulty is the curator's note.
  const hasDifficulties = columns.some(({ field, label }) => field === "difficulty" && fieldOf(label) === field);
  const missing = (field: TextField) => {
    const id = columns.find((column) => column.field === field)?.id;
    const are = field === "tags" || field === "takeaways" ? "are" : "is";
    const place = id === undefined ? "" : ` (column ${id.slice(0, 80)})`;
    return `the ${field} ${are} missing${place}${field === "name" ? ", so the row is left out" : ""}`;
  };
  return (row: Texts, number: number): string[] | null => {
    const used = Array.from(row.keys()).filter((index) => row[index] !== "" && unread.has(index));
    const ignored = used.map((index) => ignoredColumn(columns[index]));
    for (const index of used) unread.delete(index);
    if (cells.isEmpty(row)) return ignored.length > 0 ? ignored : null;
    const empty = needed.filter((field) => (field === "link" ? cells.link(row) : cells.text(row, field)) === "");
    const level = hasDifficulties ? cells.text(row, "difficulty") : "";
    return [
      ...empty.map(missing),
      ...(["link", "solution"] as const).flatMap((field) => badLink(field, cells.text(row, field))),
      ...(level === "" || readDifficulty(level) ? [] : [badDifficulty(level)]),
      ...duplicate(row, number, cells, seen),
      ...ignored,
    ];
  };
}

/**
 * The fields that each row must fill: in a spreadsheet all, in a file the name and the link. Leaves out fields that no
 * row fills, except the name.
 */
function neededFields({ rows, file }: QuestionTable, { text, link }: CellReader): TextField[] {
  const fields: readonly TextField[] = file === null ? TEXT_FIELDS : ["name", "link"];
  const isUsed = (field: TextField) =>
    rows.some((row) => !("problem" in row) && (field === "link" ? link(row) : text(row, field)) !== "");
  return fields.filter((field) => field === "name" || isUsed(field));
}

function badLink(field: "link" | "solution", text: string): string[] {
  if (text === "" || webLink(linkText(text))?.href.startsWith("https:")) return [];
  const fault = webLink(addressIn(text)) ? "does not begin with https" : "is not a web address";
  return [`the ${field} '${text.slice(0, 80)}' ${fault}`];
}

function badDifficulty(text: string): string {
  return `the difficulty '${text.slice(0, 80)}' must be ${DIFFICULTIES.join(", ")} or empty`;
}

function duplicate(row: Texts, number: number, cells: CellReader, seen: Map<string, number>): string[] {
  const [name, link] = [shownText(cells.text(row, "name")), cells.link(row)];
  if (name === "" && !webLink(link)) return [];
  const key = questionKey({ link, name });
  const first = seen.get(key);
  if (first !== undefined) return [`the ${webLink(link) ? "link" : "name"} is the same as in row ${first}`];
  seen.set(key, number);
  return [];
}

function ignoredColumn({ id, label } = { id: "", label: "" }): string {
  const name = label === "" || label === id ? "" : ` ('${label.slice(0, 80)}')`;
  return `column ${id.slice(0, 80)}${name} is ignored`;
}
