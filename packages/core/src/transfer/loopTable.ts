import { type CsvRow, parseCsv } from "../csv.ts";
import { fold } from "../text.ts";
import { SOURCE_NUMBERS, sourceName } from "../ticks/sources.ts";
import { ImportFault, type ImportGuide } from "./reading.ts";

interface LoopTable {
  readonly rows: readonly CsvRow[];
  /** Whether only Loop writes such cells. */
  readonly isCertain: boolean;
}

/** A cell of version 2.0: `Entry(timestamp=2023-04-04, value=2)`. */
const ENTRY = /Entry\(timestamp=[^,()\r\n]*(?:\([^()\r\n]*\))?, ?value=(-?\d+)[^()\r\n]*\)/g;
const HEADING = /^\uFEFF?Date,[^\r\n]*,[ \t]*(?=\r?\n|$)/;

/**
 * Reads a table of Loop Habit Tracker that is not CSV: `Date,Meditate,Read, then write,`, the newest day first, with
 * unquoted commas and quotation marks in names, and an empty column at the end. Null for other tables, also for a table of
 * Loop's that is CSV.
 */
export function readLoopTable(text: string, guide: ImportGuide): LoopTable | null {
  const isCertain = text.includes("Entry(timestamp=");
  const [heading] = HEADING.exec(text) ?? [];
  if (heading === undefined && !isCertain) return null;
  const plain = isCertain ? text.replace(ENTRY, "$1") : text;
  const csv = parseCsv(plain);
  const whole = isCertain && !("fault" in csv) ? { rows: csv, isCertain } : null;
  if (heading === undefined) return whole;
  // Without the names, the rows are CSV.
  const rest = parseCsv(`Date,\n${plain.slice(heading.length).replace(/^\r?\n/, "")}`);
  if ("fault" in rest) return null;
  const rows = rest.slice(1).filter(({ fields }) => fields.length > 1);
  const [width = 0, ...others] = new Set(rows.map(({ fields }) => fields.length));
  const isCsv = !("fault" in csv) && csv[0]?.fields.length === width;
  const isRead = isCsv || others.length > 0 || rows.some(({ fields }) => fields.at(-1) !== "");
  if (isRead) return whole;
  const names = namesIn(
    heading
      .slice(heading.indexOf(",") + 1)
      .trimEnd()
      .slice(0, -1),
    width - 2,
    guide,
  );
  return { rows: [{ line: 1, fields: ["Date", ...names, ""] }, ...rows], isCertain };
}

/** The names of `count` habits in a heading without quotation marks. A fault where commas in names hide the columns. */
function namesIn(heading: string, count: number, { habits = [], sources, map = [] }: ImportGuide): readonly string[] {
  const told = splitBy(heading, habits);
  if (told?.length === count) return told;
  const known = [...SOURCE_NUMBERS.map((source) => sourceName(sources, source)), ...map.map(([name]) => name)];
  const names = joinSpaced(heading.split(","), new Set(known.map(fold)));
  if (names.length === count) return names.map((name) => name.trim());
  const way = "import the zip file, which has them in quotation marks";
  throw new ImportFault(`the habits can't be told, because names have commas; ${way}`, { line: 1 });
}

/** The heading as a sequence of these names, each followed by a comma; null if it is not such a sequence. */
function splitBy(heading: string, habits: readonly string[]): string[] | null {
  const open = [...habits].sort((a, b) => b.length - a.length);
  const found: string[] = [];
  let rest = `${heading},`;
  while (rest !== "") {
    const at = open.findIndex((name) => rest.startsWith(`${name},`));
    const [name] = at === -1 ? [] : open.splice(at, 1);
    if (name === undefined) return null;
    found.push(name.trim());
    rest = rest.slice(name.length + 1);
  }
  return found;
}

/** Joins a piece that begins with a space to the piece before it: Loop writes no space between names. */
function joinSpaced(pieces: readonly string[], known: ReadonlySet<string>): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if (piece.startsWith(" ") && before !== undefined && !known.has(fold(piece)))
      joined[joined.length - 1] = `${before},${piece}`;
    else joined.push(piece);
  }
  return joined;
}
