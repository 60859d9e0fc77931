import { type CsvRow, parseCsv } from "../csv.ts";
import { fold } from "../text.ts";
import { SOURCE_NUMBERS, sourceName } from "../ticks/sources.ts";
import { clip, ImportFault, type ImportGuide } from "./reading.ts";

interface LoopTable {
  readonly rows: readonly CsvRow[];
  /** Whether its cells can be no other program's. */
  readonly isCertain: boolean;
}

/** A cell of version 2.0: `Entry(timestamp=2023-04-04, value=2)`. */
const ENTRY = /Entry\(timestamp=[^,()\r\n]*(?:\([^()\r\n]*\))?, ?value=(-?\d+)[^()\r\n]*\)/g;
const HEADING = /^\uFEFF?Date,[^\r\n]*,[ \t]*(?=\r?\n|$)/;

/**
 * Reads what Loop Habit Tracker writes and no reader of CSV can: `Date,Meditate,Read, then write,`, the newest day first,
 * with names that have commas and quotation marks of their own, and an empty column at the end. Null for any other table,
 * also for one of Loop's that is CSV.
 */
export function readLoopTable(text: string, guide: ImportGuide): LoopTable | null {
  const isCertain = text.includes("Entry(timestamp=");
  const [heading] = HEADING.exec(text) ?? [];
  if (heading === undefined && !isCertain) return null;
  const plain = isCertain ? text.replace(ENTRY, "$1") : text;
  const csv = parseCsv(plain);
  const whole = isCertain && !("fault" in csv) ? { rows: csv, isCertain } : null;
  if (heading === undefined) return whole;
  // Without names no reader can mistake the rows.
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

/** The names of so many habits, in a heading without quotation marks around them. Throws where a name cannot be told. */
function namesIn(heading: string, count: number, { habits = [], sources, map = [] }: ImportGuide): readonly string[] {
  const told = splitBy(heading, habits);
  if (told?.length === count) return told;
  const pieces = heading.split(",");
  const own = [...SOURCE_NUMBERS.map((source) => sourceName(sources, source)), ...map.map(([name]) => name)];
  const meant = new Set(own.map(fold));
  const joined = joinMeant(pieces, own);
  const spaced = joinSpaced(joined, meant);
  if (spaced.length === count) return spaced.map((name) => name.trim());
  const places = placeMeant(joined, count, meant);
  if (places) return places;
  const names = joined.filter((name) => meant.has(fold(name))).map((name) => `'${clip(name)}'`);
  const fault = `${names.length > 0 ? `the column of ${names.join(" and ")} can't be told` : "the habits can't be told"}`;
  throw new ImportFault(`${fault}, because names have commas; import the zip file, which has them in quotation marks`, {
    line: 1,
  });
}

/** The heading as a sequence of these names, each followed by a comma; null where it is none. */
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

/** Joins the pieces of a source's or a mapped habit's name. */
function joinMeant(pieces: readonly string[], own: readonly string[]): string[] {
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

/** Joins a piece that begins with a space to the one before it: Loop writes none between names. */
function joinSpaced(pieces: readonly string[], meant: ReadonlySet<string>): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if (piece.startsWith(" ") && before !== undefined && !meant.has(fold(piece)))
      joined[joined.length - 1] = `${before},${piece}`;
    else joined.push(piece);
  }
  return joined;
}

/**
 * The names in so many columns, where the column of each name that is meant can only be one. `others` between two of them
 * share their commas, and each needs one piece at least.
 */
function placeMeant(pieces: readonly string[], count: number, meant: ReadonlySet<string>): string[] | null {
  const surplus = pieces.length - count;
  if (surplus < 0) return null;
  const isMeant = (piece: string) => meant.has(fold(piece));
  // Runs of other pieces, before, between and after the names that are meant.
  const runs: string[][] = [[]];
  const names: string[] = [];
  for (const piece of pieces) {
    if (isMeant(piece)) {
      names.push(piece.trim());
      runs.push([]);
    } else runs.at(-1)?.push(piece);
  }
  if (names.length === 0) return null;
  const spare = runs.map(({ length }) => Math.max(0, length - 1));
  const total = spare.reduce((sum, own) => sum + own, 0);
  // Only one run may have a comma, or all commas that may be there are.
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
