import { counted, type Question, type SheetReport, stripControls, webLink } from "@dailyleet/core";
import type { Look } from "../../terminal/look.ts";
import { oneLine } from "../../terminal/print.ts";
import { padEnd, paragraphWidth, truncate, wrap } from "../../terminal/width.ts";
import type { NamedQuestion } from "./keptSheet.ts";

export interface NumberedRow {
  /** Its place in the whole list, from 1. */
  readonly number: number;
  readonly question: NamedQuestion;
}

export interface NumberedQuestion extends NumberedRow {
  readonly question: Question;
}

const GAP = "  ";
const MIN_COLUMNS = 20;
const ROOM_FOR_DETAIL = 40;
const MAX_NAME = 60;
/** What is left of a name has to tell it from others. */
const MIN_NAME = 10;

/** What stands beside a question's name. */
export interface ListDetail<Entry> {
  textOf(entry: Entry): string;
  /** In a narrow terminal the name is cut rather than this, which stands below where that is not enough; else this is cut or left out. */
  readonly isWhole: boolean;
}

const TAGS: ListDetail<NumberedRow> = { textOf: ({ question }) => question.tags.join(", "), isWhole: false };

/** A line for each question: number, name and the detail; whole where no terminal limits it. */
export function renderList<Entry extends NumberedRow>(
  list: readonly Entry[],
  look: Look,
  { textOf, isWhole }: ListDetail<Entry> = TAGS,
): string {
  const rows = list.map((entry) => ({
    number: String(entry.number),
    name: oneLine(entry.question.name),
    detail: oneLine(textOf(entry)),
  }));
  const widths = listWidths(rows, look, isWhole);
  return rows.map((row) => `${renderRow(row, widths, look)}\n`).join("");
}

interface Row {
  readonly number: string;
  readonly name: string;
  readonly detail: string;
}

interface ListWidths {
  readonly number: number;
  readonly name: number;
  /** 0 where there is no room for it. */
  readonly detail: number;
  /** Whether it stands below the name. */
  readonly isBelow?: true;
}

function listWidths(rows: readonly Row[], { columns, measure }: Look, isDetailWhole: boolean): ListWidths {
  const number = widest(rows, (row) => row.number.length);
  const room = Math.max(columns, MIN_COLUMNS) - number - GAP.length;
  const name = Math.min(
    widest(rows, (row) => measure(row.name)),
    MAX_NAME,
  );
  if (isDetailWhole) {
    const detail = widest(rows, (row) => measure(row.detail));
    const beside = room - GAP.length - detail;
    if (beside < Math.min(name, MIN_NAME)) return { number, name: Math.min(name, room), detail: room, isBelow: true };
    return { number, name: Math.min(name, beside), detail };
  }
  if (room < ROOM_FOR_DETAIL) return { number, name: Math.min(name, room), detail: 0 };
  const cut = Math.min(name, Math.floor(room * 0.6));
  return { number, name: cut, detail: room - cut - GAP.length };
}

function widest(rows: readonly Row[], widthOf: (row: Row) => number): number {
  return rows.reduce((width, row) => Math.max(width, widthOf(row)), 0);
}

function renderRow({ number, name, detail }: Row, widths: ListWidths, look: Look): string {
  const { paint, columns, measure, unicode } = look;
  const ellipsis = unicode ? "…" : "...";
  const fit = (text: string, width: number) =>
    columns === Number.POSITIVE_INFINITY ? text : truncate(text, width, measure, ellipsis);
  const start = `${paint("dim", number.padStart(widths.number))}${GAP}`;
  if (widths.detail === 0 || detail === "") return start + fit(name, widths.name);
  const end = paint("cyan", fit(detail, widths.detail));
  if (widths.isBelow) return `${start}${fit(name, widths.name)}\n${" ".repeat(widths.number)}${GAP}${end}`;
  return `${start}${padEnd(fit(name, widths.name), widths.name, measure)}${GAP}${end}`;
}

/** One question in full, as the site shows it when its row is open. */
export function renderQuestion(question: Question, look: Look): string {
  const width = paragraphWidth(look.columns);
  const paragraph = (text: string) => wrap(stripControls(text), width, look.measure).join("\n");
  const sections: (readonly [heading: string, text: string])[] = [
    ["Tags", oneLine(question.tags.join(", "))],
    ["View Question", address(question.link)],
    ["View Solution", address(question.solution)],
    ["Takeaways", paragraph(question.takeaways)],
    ["Analysis + Comments", paragraph(question.analysis)],
  ];
  const parts = sections
    .filter(([, text]) => text !== "")
    .map(([heading, text]) => `${look.paint("bold", heading)}\n${text}\n`);
  const head = [look.paint("bold", paragraph(question.name)), paragraph(question.text)].filter((text) => text !== "");
  return [`${head.join("\n")}\n`, ...parts].join("\n");
}

/** What the curator should fix, a line for each. */
export function renderReport({ rows, findings }: SheetReport): string {
  const lines = findings.map(({ row, problem }) => `${row === null ? "sheet" : `row ${row}`}: ${oneLine(problem)}\n`);
  const count = findings.length === 0 ? "no problems" : counted(findings.length, "problem");
  return `${lines.join("")}${counted(rows, "row")}, ${count}\n`;
}

/** The normal form of a web address; what is none is shown as text and said to be none. */
function address(link: string): string {
  const text = oneLine(link);
  if (text === "") return "";
  return webLink(link)?.href ?? `${text} (not a web address)`;
}
