import { type CsvRow, parseCsv } from "../csv.ts";
import { fold } from "../text.ts";
import { SOURCE_NUMBERS, sourceName } from "../ticks/sources.ts";
import { excerpt, ImportFault, type ImportGuide } from "./reading.ts";

interface LoopTable {
  readonly rows: readonly CsvRow[];
  /** Whether the table has cells that only Loop writes. */
  readonly isCertain: boolean;
}

/** A cell of version 2.0: `Entry(timestamp=2023-04-04, value=2)`. */
const ENTRY = /Entry\(timestamp=[^,()\r\n]*(?:\([^()\r\n]*\))?, ?value=(-?\d+)[^()\r\n]*\)/g;
const HEADING = /^\uFEFF?Date,[^\r\n]*,[ \t]*(?=\r?\n|$)/;

/**
 * Reads a table of Loop Habit Tracker that is not CSV, or that has cells of version 2.0. A table that is not CSV begins
 * with `Date,Meditate,Read, then write,`: it has unquoted commas and quotation marks in names, an empty column at the
 * end, and the newest day first. Null for any other table, also for plain CSV of Loop's.
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

/**
 * Splits a heading without quotation marks into `count` names. Throws `ImportFault` if commas in names make a source's
 * column uncertain.
 */
function namesIn(heading: string, count: number, { habits = [], sources, map = [] }: ImportGuide): readonly string[] {
  const told = splitBy(heading, habits);
  if (told?.length === count) return told;
  const pieces = heading.split(",");
  const ours = [...SOURCE_NUMBERS.map((source) => sourceName(sources, source)), ...map.map(([name]) => name)];
  const known = new Set(ours.map(fold));
  const joined = joinKnown(pieces, ours);
  const spaced = joinSpaced(joined, known);
  if (spaced.length === count) return spaced.map((name) => name.trim());
  const places = placeKnown(joined, count, known);
  if (places) return places;
  const names = joined.filter((name) => known.has(fold(name))).map((name) => `'${excerpt(name)}'`);
  const fault = `${names.length > 0 ? `the column of ${names.join(" and ")} can't be told` : "the habits can't be told"}`;
  throw new ImportFault(`${fault}, because names have commas; import the zip file, which has them in quotation marks`, {
    line: 1,
  });
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

/** Rejoins names of sources and mapped habits that have commas. */
function joinKnown(pieces: readonly string[], own: readonly string[]): string[] {
  const parts = own.filter((name) => name.includes(",")).map((name) => name.split(",").length);
  const joined: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    const lengths = parts.filter((length) => {
      return own.some((name) => fold(name) === fold(pieces.slice(at, at + length).join(",")));
    });
    const length = Math.max(1, ...lengths);
    joined.push(pieces.slice(at, at + length).join(","));
    at += length;
  }
  return joined;
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

/**
 * The names in `count` columns, counted from both ends of the heading; null where a known name could stand in more than one
 * column.
 */
function placeKnown(pieces: readonly string[], count: number, known: ReadonlySet<string>): string[] | null {
  const surplus = pieces.length - count;
  if (surplus < 0) return null;
  const isKnown = (piece: string) => known.has(fold(piece));
  // The pieces of other names before, between and after the known names.
  const runs: string[][] = [[]];
  const names: string[] = [];
  for (const piece of pieces) {
    if (isKnown(piece)) {
      names.push(piece.trim());
      runs.push([]);
    } else runs.at(-1)?.push(piece);
  }
  if (names.length === 0) return null;
  const spare = runs.map(({ length }) => Math.max(0, length - 1));
  const total = spare.reduce((sum, own) => sum + own, 0);
  // The surplus commas belong to names in one run, or to every run with more than one piece.
  const open = spare.filter((own) => own > 0).length;
  if (total < surplus || (open > 1 && total !== surplus)) return null;
  return runs.flatMap((run, index) => {
    const commas = open > 1 ? (spare[index] ?? 0) : spare[index] ? surplus : 0;
    const columns = run.length - commas;
    const others = run.slice(0, Math.max(0, columns - 1));
    const last = run.slice(Math.max(0, columns - 1)).join(",");
    const own = columns > 0 ? [...others, last].map((name) => name.trim()) : [];
    return [...own, ...names.slice(index, index + 1)];
  });
}
