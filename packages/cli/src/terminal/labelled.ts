import { type Measure, wrapAtSpaces } from "./width.ts";

/** With fewer columns than this beside its label a text is hard to read. */
const MIN_TEXT = 30;
const INDENT = "    ";

/**
 * A text beside its label, broken between words; where there are too few columns, or a word is too wide, the text stands
 * below. `label` is padded to `width` columns.
 */
export function labelled(label: string, width: number, text: string, columns: number, measure: Measure): string {
  const room = columns - width;
  const beside = wrapAtSpaces(text, room, measure);
  const fits = beside.every((line) => measure(line) <= room);
  if (fits && room >= MIN_TEXT) return label + beside.join(`\n${" ".repeat(width)}`);
  const lines = wrapAtSpaces(text.trimStart(), columns - INDENT.length, measure);
  return [label.trimEnd(), ...lines.map((line) => INDENT + line)].join("\n");
}
