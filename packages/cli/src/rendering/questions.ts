import { difficultyOf, type Question, stripControls, webLink } from "@dailyleet/core";
import type { Capabilities } from "../terminal/capabilities.ts";
import { oneLine } from "../terminal/output.ts";
import { padEnd, paragraphWidth, truncate, wrap } from "../terminal/width.ts";

/** The tags, then the difficulty unless a tag names it already. */
export function kindOf(question: Question): readonly string[] {
  const { tags, difficulty } = question;
  // Check the usual spelling first: comparing spellings takes long in a list of thousands.
  if (difficulty === undefined || tags.includes(difficulty) || difficultyOf({ tags }) !== null) return tags;
  return [...tags, difficulty];
}

/** A question in a list. Its texts must have no control characters. */
interface ListLine {
  readonly number: number;
  readonly name: string;
  readonly detail: string;
  /** A link on a line of its own, which is never cut. */
  readonly below?: string;
}

const GAP = "  ";
const MIN_COLUMNS = 20;
const ROOM_FOR_DETAIL = 40;
const MAX_NAME = 60;
/** A shorter name can't be told from others. */
const MIN_NAME = 10;

/**
 * On a narrow terminal, cuts the detail or leaves it out. With `isDetailWhole`, cuts the name instead; on a very narrow
 * terminal, puts the detail below the name.
 */
export function renderList(lines: readonly ListLine[], terminal: Capabilities, isDetailWhole = false): string {
  const widths = listWidths(lines, terminal, isDetailWhole);
  const indent = " ".repeat(widths.number) + GAP;
  const rows = lines.map((line) => {
    const below = line.below === undefined ? "" : `${indent}${terminal.paint("dim", line.below)}\n`;
    return `${renderLine(line, widths, terminal)}\n${below}`;
  });
  return rows.join("");
}

/** `detail` is 0 if there is no room for it. `isBelow`: the detail stands below the name. */
function listWidths(lines: readonly ListLine[], { columns, measure }: Capabilities, isDetailWhole: boolean) {
  const widest = (textOf: (line: ListLine) => string) =>
    lines.reduce((most, line) => Math.max(most, measure(textOf(line))), 0);
  const number = widest((line) => String(line.number));
  const room = Math.max(columns, MIN_COLUMNS) - number - GAP.length;
  const wanted = widest((line) => line.name);
  const name = Math.min(wanted, MAX_NAME);
  if (isDetailWhole) {
    const detail = widest((line) => line.detail);
    const beside = room - GAP.length - detail;
    const isBelow = beside < Math.min(name, MIN_NAME);
    return { number, name: Math.min(name, isBelow ? room : beside), detail: isBelow ? room : detail, isBelow };
  }
  if (room < ROOM_FOR_DETAIL) return { number, name: Math.min(name, room), detail: 0, isBelow: false };
  const cut = Math.min(name, Math.floor(room * 0.6));
  return { number, name: cut, detail: room - cut - GAP.length, isBelow: false };
}

function renderLine(
  { number, name, detail }: ListLine,
  widths: ReturnType<typeof listWidths>,
  { paint, columns, measure, unicode }: Capabilities,
): string {
  const fit = (text: string, width: number) =>
    columns === Number.POSITIVE_INFINITY ? text : truncate(text, width, measure, unicode ? "…" : "...");
  const start = `${paint("dim", String(number).padStart(widths.number))}${GAP}`;
  if (widths.detail === 0 || detail === "") return start + fit(name, widths.name);
  const end = paint("cyan", fit(detail, widths.detail));
  if (widths.isBelow) return `${start}${fit(name, widths.name)}\n${" ".repeat(widths.number)}${GAP}${end}`;
  return `${start}${padEnd(fit(name, widths.name), widths.name, measure)}${GAP}${end}`;
}

/** One question in full, as the site shows an open row. */
export function renderQuestion(question: Question, terminal: Capabilities, hasNoAnswers = false): string {
  const answers = [
    ["View Solution", address(question.solution)],
    ["Takeaways", paragraph(question.takeaways, terminal)],
    ["Analysis + Comments", paragraph(question.analysis, terminal)],
  ];
  const sections = [
    ["Tags", oneLine(question.tags.join(", "))],
    ["Difficulty", difficultyOf(question) ?? ""],
    ["View Question", address(question.link)],
    ...(hasNoAnswers ? [] : answers),
  ];
  const parts = sections.flatMap(([heading = "", text = ""]) =>
    text === "" ? [] : `${terminal.paint("bold", heading)}\n${text}\n`,
  );
  const head = [terminal.paint("bold", paragraph(question.name, terminal)), paragraph(question.text, terminal)];
  return [`${head.filter(Boolean).join("\n")}\n`, ...parts].join("\n");
}

function paragraph(text: string, { columns, measure }: Capabilities): string {
  return wrap(stripControls(text), paragraphWidth(columns), measure).join("\n");
}

/** The normal form of a web address; another text gets a remark. */
export function address(link: string): string {
  const text = oneLine(link);
  return text === "" ? "" : (webLink(link)?.href ?? `${text} (not a web address)`);
}
