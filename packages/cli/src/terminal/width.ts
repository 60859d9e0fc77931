import { stripVTControlCharacters } from "node:util";

/** The number of columns that a text takes on a terminal. */
export type Measure = (text: string) => number;

const ASCII = /^[\x20-\x7e]*$/;

/** Returns a measure for these texts. Loads the Unicode tables only if a text is not ASCII. */
export async function measureFor(texts: readonly string[]): Promise<Measure> {
  if (texts.every((text) => ASCII.test(text))) return (text) => text.length;
  const { stringWidth } = await import("./unicodeWidth.ts");
  return stringWidth;
}

/** Terminals show most characters from this one on in two columns. */
const FIRST_WIDE = "\u1100";
/** The program's own signs, all in one column: punctuation, arrows, frames and blocks. */
const NARROW = /[\u2000-\u206f\u2190-\u21ff\u2500-\u25fc]/;

/** An upper bound of the width, without the Unicode tables. Ignores colours. */
const roughWidth: Measure = (text) =>
  [...stripVTControlCharacters(text)].reduce(
    (sum, character) => sum + (character < FIRST_WIDE || NARROW.test(character) ? 1 : 2),
    0,
  );

/** Wraps lines wider than `columns` between words. Each part keeps the line's indentation. */
export function breakLines(text: string, columns: number): string {
  if (!Number.isFinite(columns)) return text;
  const broken = text.split("\n").flatMap((line) => {
    if (roughWidth(line) <= columns) return line;
    const [indent = ""] = /^ */.exec(line) ?? [];
    return wrapAtSpaces(line.trimStart(), columns - indent.length, roughWidth).map((part) => indent + part);
  });
  return broken.join("\n");
}

export function padEnd(text: string, width: number, measure: Measure): string {
  return text + " ".repeat(Math.max(0, width - measure(text)));
}

/** Cuts a text to `width` columns and ends it with an ellipsis. */
export function truncate(text: string, width: number, measure: Measure, ellipsis: string): string {
  if (measure(text) <= width) return text;
  const room = width - measure(ellipsis);
  // Splitting by graphemes is slow in a list of thousands, and ASCII doesn't need it.
  const beginning = ASCII.test(text) ? text.slice(0, room) : (split(text, room, measure)[0] ?? "");
  return beginning.trimEnd() + ellipsis;
}

/** In columns: longer lines are hard to read. */
const MAX_PARAGRAPH = 80;
const MIN_PARAGRAPH = 20;

/** The width of running text on a terminal of `columns`. */
export function paragraphWidth(columns: number): number {
  return Math.max(MIN_PARAGRAPH, Math.min(columns, MAX_PARAGRAPH));
}

/** Wraps to lines of at most `width` columns, at spaces if possible. Keeps newlines. */
export function wrap(text: string, width: number, measure: Measure): string[] {
  const words = (line: string) => line.split(/\s+/).flatMap((word) => split(word, width, measure));
  return text.split("\n").flatMap((line) => fill(words(line), width, measure));
}

/** As `wrap`, but never breaks a word: a broken path or address can't be copied. */
export function wrapAtSpaces(text: string, width: number, measure: Measure): string[] {
  return text.split("\n").flatMap((line) => fill(wordsOf(line), width, measure));
}

/** Keeps leading spaces, which align figures. */
function wordsOf(line: string): string[] {
  const [indent = ""] = /^ */.exec(line) ?? [];
  const [first = "", ...others] = line.slice(indent.length).split(" ");
  return [indent + first, ...others];
}

/** Measures each word only once: for a pipe, a line may be as long as the text. */
function fill(words: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let current = "";
  let taken = 0;
  for (const word of words) {
    const more = current === "" ? word : ` ${word}`;
    const columns = measure(more);
    if (current === "" || taken + columns <= width) {
      current += more;
      taken += columns;
    } else {
      lines.push(current);
      current = word;
      taken = measure(word);
    }
  }
  return [...lines, current];
}

/** Splits a word into parts of at most `width` columns. A wider character is a part of its own. */
function split(text: string, width: number, measure: Measure): string[] {
  if (measure(text) <= width) return [text];
  const parts: string[] = [];
  let taken = Number.POSITIVE_INFINITY;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const columns = measure(segment);
    taken += columns;
    if (taken > width) {
      parts.push("");
      taken = columns;
    }
    parts.push((parts.pop() ?? "") + segment);
  }
  return parts;
}

const MIN_TEXT = 30;
const INDENT = "    ";

/** As `wrapAtSpaces`. If there are several rows, indents the continuation of a broken row. */
function breakRows(text: string, width: number, measure: Measure): string[] {
  const rows = text.split("\n");
  const indent = rows.length > 1 ? "  " : "";
  return rows.flatMap((row) => {
    if (measure(row) <= width) return row;
    const parts = wrapAtSpaces(row, width - indent.length, measure);
    return parts.map((part, index) => (index === 0 ? part : indent + part));
  });
}

/**
 * Puts a text beside its label, wrapped between words, or below it if there is too little room. `label` is padded to
 * `width` columns.
 */
export function labelled(label: string, width: number, text: string, columns: number, measure: Measure): string {
  const room = columns - width;
  const beside = breakRows(text, room, measure);
  const fits = beside.every((line) => measure(line) <= room);
  if (fits && room >= MIN_TEXT) return label + beside.join(`\n${" ".repeat(width)}`);
  const lines = breakRows(text.trimStart(), columns - INDENT.length, measure);
  return [label.trimEnd(), ...lines.map((line) => INDENT + line)].join("\n");
}
