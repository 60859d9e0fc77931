import { isTotal } from "../csv.ts";
import { fold, unicodePattern, webLink } from "../text.ts";
import { DIFFICULTIES } from "./questions.ts";

/** Columns of the sheet, counted from 0. */
export const SHEET_COLUMNS = { name: 1, link: 2, tags: 3, text: 4, solution: 6, takeaways: 7, analysis: 8 } as const;
/** The curator's own. */
const NUMBER_COLUMN = 0;
/** Also the curator's own: it counts only where it holds one of the three difficulties. */
export const DIFFICULTY_COLUMN = 5;
/** The columns A to I. */
export const KNOWN_COLUMNS = 9;

const NAME_HEADINGS = ["name", "title", "problem name", "question name", "problem", "question"];
const LINK_HEADINGS = ["link", "url", "problem link", "question link", "leetcode link"];

/** For each column of the sheet the headings that stand for it, the best first. */
const HEADINGS: readonly (readonly [column: number, headings: readonly string[]])[] = [
  [NUMBER_COLUMN, ["number", "#", "no", "no.", "id"]],
  [SHEET_COLUMNS.name, [...NAME_HEADINGS, "problem title", "question title"]],
  [SHEET_COLUMNS.link, [...LINK_HEADINGS, "problem url", "question url", "leetcode url"]],
  [SHEET_COLUMNS.tags, ["tags", "tag", "topics", "topic", "category", "categories", "pattern", "patterns"]],
  [SHEET_COLUMNS.text, ["text", "description"]],
  [DIFFICULTY_COLUMN, ["difficulty", "level"]],
  [SHEET_COLUMNS.solution, ["solution", "solution link", "solution url"]],
  [SHEET_COLUMNS.takeaways, ["takeaways", "takeaway"]],
  [SHEET_COLUMNS.analysis, ["analysis", "analysis + comments"]],
];

/** The headings of which a list needs one, for a sentence. */
export const NEEDED_HEADINGS = [...NAME_HEADINGS, ...LINK_HEADINGS].join(", ");

/** Case, spaces, `_` and `-` do not count. */
const plain = (heading: string) => fold(heading).replace(/[\s_-]+/g, "");

const known = new Map(
  HEADINGS.flatMap(([column, headings]) =>
    headings.map((heading, rank) => [plain(heading), { column, rank }] as const),
  ),
);

/** Two headings of a list that are the same but for case, spaces, `_` and `-`, and known. */
export function repeatedHeading(headings: readonly string[]): readonly [first: string, second: string] | null {
  const groups = Map.groupBy(headings, plain);
  const [first, second] = [...groups].find(([heading, own]) => own.length > 1 && known.has(heading))?.[1] ?? [];
  return first !== undefined && second !== undefined ? [first, second] : null;
}

/** The column of the sheet for which a heading stands; undefined for an unknown heading. */
export function columnOf(heading: string): number | undefined {
  return known.get(plain(heading))?.column;
}

const LINK_END = /(?:link|url)s?$/;
/** Addresses of something other than the question. */
const BESIDE = /solution|answer|editorial|video|youtube|article|discuss|note/;

const MARKDOWN_LINK = /^\[(.+)\]\(\s*(\S+)\s*\)$/;
/** Longer texts are no links; the pattern takes quadratic time. */
const MAX_LINK = 5_000;
const WITHOUT_SCHEME = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/\S*$/i;

function readMarkdown(text: string): readonly [text: string, link: string] | null {
  if (!text.startsWith("[") || text.length > MAX_LINK) return null;
  const [, name = "", link] = MARKDOWN_LINK.exec(text) ?? [];
  return link === undefined ? null : [name.trim(), link];
}

/** The text that a cell shows: of a link in Markdown its text. */
export function shownText(cell: string): string {
  return readMarkdown(cell)?.[0] ?? cell;
}

/** The link in a cell as it is written there. */
export function linkText(cell: string): string {
  return readMarkdown(cell)?.[1] ?? cell;
}

/** The address in a cell, also of a link in Markdown or without its scheme; else the text itself. */
export function addressIn(cell: string): string {
  const link = linkText(cell);
  return WITHOUT_SCHEME.test(link) ? `https://${link}` : link;
}

const ADDRESS = /^https?:\/\/\S+$/i;
const isAddress = (cell: string) => cell !== "" && ADDRESS.test(addressIn(cell));

/** A question that has an address only: the text of a link in Markdown, or the end of the address in words. */
export function nameOfLink(cell: string): string {
  const [name] = readMarkdown(cell) ?? [];
  if (name !== undefined) return name;
  const address = addressIn(cell);
  const url = webLink(address) && URL.parse(address);
  if (!url) return cell;
  const end = /\/problems\/([^/]+)/.exec(url.pathname)?.[1] ?? url.pathname.split("/").findLast((part) => part !== "");
  const words = end?.replace(/[-_+]+/g, " ").trim() ?? "";
  return words.replace(/(?<=^| )[a-z]/g, (letter) => letter.toUpperCase()) || url.host;
}

type Texts = readonly string[];
const isBlank = (texts: Texts) => texts.every((text) => text === "");

export interface Heading {
  /** The index of the row. */
  readonly at: number;
  /** Whether its headings are known, not only words above addresses. */
  readonly isKnown: boolean;
}

/** Titles take few rows. */
const MAX_ABOVE = 10;

/** The row of the headings: above all addresses, below titles and blank rows. Null for a list without headings. */
export function findHeading(rows: readonly Texts[]): Heading | null {
  const filled = rows.flatMap((texts, at) => (isBlank(texts) ? [] : [{ texts, at }]));
  const first = filled.findIndex(({ texts }) => texts.some(isAddress));
  const above = filled.slice(0, first === -1 ? MAX_ABOVE : Math.min(first, MAX_ABOVE));
  const count = (texts: Texts) => texts.filter((text) => text !== "").length;
  const scored = above.map(({ texts, at }, index) => {
    const columns = new Set(texts.map(columnOf));
    const isOne = columns.has(SHEET_COLUMNS.name) || texts.some(isLinkHeading);
    // A title in one cell may be the word 'Questions' above a wider table.
    const isTitle = count(texts) === 1 && count(filled[index + 1]?.texts ?? []) > 1;
    return { at, score: isOne && !isTitle ? columns.size * 1_000 + Math.min(count(texts), 999) : 0 };
  });
  const best = scored.reduce((most, row) => (row.score > most.score ? row : most), { at: -1, score: 0 });
  if (best.score > 0) return { at: best.at, isKnown: true };
  const last = above.at(-1);
  const column = filled[first]?.texts.findIndex(isAddress) ?? -1;
  const isBelowTitles = above.length === first && above.slice(0, -1).every(({ texts }) => count(texts) === 1);
  return last && isBelowTitles && isWords(last.texts[column] ?? "") ? { at: last.at, isKnown: false } : null;
}

/** Words such as 'Link/URL', without characters that only an address has. */
const words = unicodePattern(String.raw`^[\p{L}\p{M}][\p{L}\p{M}\p{N}\s()/&,:_-]*$`, "u");
const isWords = (text: string) => words().test(text) && !text.includes("//");

function isLinkHeading(heading: string): boolean {
  return columnOf(heading) === SHEET_COLUMNS.link || LINK_END.test(plain(heading));
}

/** What the cells of a column hold. */
interface Column {
  readonly index: number;
  readonly heading: string;
  /** The place for which the heading stands. */
  readonly place: number | undefined;
  readonly rank: number;
  filled: number;
  /** Also of links in Markdown, whose texts are `titles`. */
  addresses: number;
  readonly titles: Set<string>;
  /** Cells with a letter. */
  worded: number;
}

const letter = unicodePattern(String.raw`\p{L}`, "u");
const betweenWords = unicodePattern(String.raw`[^\p{L}\p{N}]+`, "gu");

function columnsOf(headings: Texts | null, rows: readonly Texts[]): Column[] {
  const width = rows.reduce((most, texts) => Math.max(most, texts.length), headings?.length ?? 0);
  const columns = Array.from({ length: width }, (_, index): Column => {
    const heading = plain(headings?.[index] ?? "");
    const { column: place, rank = 0 } = known.get(heading) ?? {};
    return { index, heading, place, rank, filled: 0, addresses: 0, titles: new Set(), worded: 0 };
  });
  for (const texts of rows) {
    for (const column of columns.slice(0, texts.length)) {
      const text = texts[column.index] ?? "";
      if (text === "") continue;
      column.filled++;
      if (isAddress(text)) column.addresses++;
      const [title] = readMarkdown(text) ?? [];
      if (title !== undefined) column.titles.add(title);
      if (letter().test(text)) column.worded++;
    }
  }
  return columns;
}

const holdsAddresses = ({ addresses, filled }: Column) => addresses > 0 && addresses * 2 >= filled;
const holdsNames = ({ titles, filled }: Column) => titles.size > 0 && titles.size * 2 >= filled;
const byRank = (a: Column, b: Column) => a.rank - b.rank || a.index - b.index;

/** The column with the questions' links: by its heading, else by its cells. */
function chooseLink(columns: readonly Column[]): Column | undefined {
  const named = columns.filter(({ place }) => place === SHEET_COLUMNS.link).sort(byRank);
  const other = columns.filter(
    (column) =>
      holdsAddresses(column) &&
      (column.place === undefined || (column.place === SHEET_COLUMNS.name && !holdsNames(column))),
  );
  const isBeside = ({ heading }: Column) => Number(BESIDE.test(heading));
  const isCalledLink = ({ heading }: Column) => Number(!LINK_END.test(heading));
  other.sort((a, b) => isBeside(a) - isBeside(b) || isCalledLink(a) - isCalledLink(b) || a.index - b.index);
  return named.find(({ addresses }) => addresses > 0) ?? other[0] ?? named[0];
}

/** The column with the questions' names, by its heading. A column of numbers gives way to one with words. */
function chooseName(columns: readonly Column[], link: Column | undefined): Column | undefined {
  const named = columns.filter((column) => column.place === SHEET_COLUMNS.name && column !== link && column.filled > 0);
  named.sort((a, b) => Number(a.worded === 0) - Number(b.worded === 0) || byRank(a, b));
  return named[0];
}

/** The column whose texts recur most often in the addresses, and then the one with the most different texts. */
function guessName(columns: readonly Column[], link: Column, rows: readonly Texts[]): Column | undefined {
  const open = columns.filter(
    (column) => column !== link && column.place === undefined && column.worded > 0 && !holdsAddresses(column),
  );
  const scored = open.flatMap((column) => {
    const filled = rows.filter((texts) => texts[column.index]);
    const slugs = new Set(filled.map((texts) => slugOf(texts[column.index] ?? "")));
    const recurring = filled.filter((texts) => {
      const slug = slugOf(texts[column.index] ?? "");
      return slug !== "" && (texts[link.index] ?? "").toLowerCase().includes(slug);
    });
    const isDifficulty = filled.every((texts) => readLevel(texts[column.index] ?? ""));
    return isDifficulty || slugs.size * 2 < filled.length
      ? []
      : [{ column, recurring: recurring.length, different: slugs.size }];
  });
  const isSpreadsheets = ({ column }: { column: Column }) => Number(column.index === SHEET_COLUMNS.name);
  scored.sort(
    (a, b) => b.recurring - a.recurring || b.different - a.different || isSpreadsheets(b) - isSpreadsheets(a),
  );
  return scored[0]?.column;
}

const slugOf = (text: string) =>
  fold(shownText(text))
    .replace(betweenWords(), "-")
    .replace(/^-+|-+$/g, "");
const readLevel = (text: string) => DIFFICULTIES.some((level) => level.toLowerCase() === text.toLowerCase());

/**
 * For each column of a list, its column in the sheet: an unknown one has a place after the known columns. Null where
 * neither names nor links can be told. Of a spreadsheet (`isFile` is false), columns whose heading is unknown stay where
 * they are as long as B and C hold names and links.
 */
export function placeColumns(headings: Texts | null, rows: readonly Texts[], isFile: boolean): number[] | null {
  const columns = columnsOf(headings, rows);
  const { [SHEET_COLUMNS.name]: second, [SHEET_COLUMNS.link]: third } = columns;
  if (!isFile && hasSheetForm(columns, second, third)) return spreadsheetPlaces(columns);
  const link = chooseLink(columns);
  const name = chooseName(columns, link) ?? (link && !holdsNames(link) ? guessName(columns, link, rows) : undefined);
  if (headings === null && link === third && name === second && name && link) return columns.map(({ index }) => index);
  const told = link?.addresses || link?.place !== undefined ? link : undefined;
  if (name === undefined && told === undefined) return null;
  const places = placesByHeading(columns, name, told);
  if (headings === null) {
    const level = columns.find(({ index, filled }) => {
      return (
        filled > 0 &&
        rows.every((texts) => texts[index] === undefined || texts[index] === "" || readLevel(texts[index]))
      );
    });
    if (level) places[level.index] = DIFFICULTY_COLUMN;
  }
  return places;
}

/** Whether a spreadsheet has names in B and links in C, or no heading that says anything else. */
function hasSheetForm(columns: readonly Column[], second: Column | undefined, third: Column | undefined): boolean {
  const isNamed = columns.some(({ heading }) => heading !== "");
  if (!isNamed && (third?.addresses || !columns.some(({ addresses }) => addresses > 0))) return true;
  if (!third?.addresses || (second?.addresses ?? 0) * 2 > (second?.filled ?? 0)) return false;
  const rival = columns.some((column) => {
    return column !== second && column.place === SHEET_COLUMNS.name && column.worded > 0;
  });
  const isName = second?.place === SHEET_COLUMNS.name || (second?.place === undefined && !rival);
  return isName && (third.place === undefined || third.place === SHEET_COLUMNS.link);
}

/** Columns D to I with a heading that is known stand for it. */
function spreadsheetPlaces(columns: readonly Column[]): number[] {
  const first = SHEET_COLUMNS.tags;
  const claimed = new Set(columns.slice(first).map(({ place }) => place));
  let unread = KNOWN_COLUMNS;
  const taken = new Set<number>();
  return columns.map(({ index, place }) => {
    if (index < first) return index;
    const isOwn = place !== undefined && place >= first;
    const wanted = isOwn ? place : index < KNOWN_COLUMNS && !claimed.has(index) ? index : undefined;
    if (wanted === undefined || taken.has(wanted)) return Math.max(unread++, index);
    taken.add(wanted);
    return wanted;
  });
}

/** Several columns may hold tags; of others with one meaning the best heading counts, and then the first. */
function placesByHeading(columns: readonly Column[], name: Column | undefined, link: Column | undefined): number[] {
  const chosen = new Map<number, Column>();
  if (name) chosen.set(SHEET_COLUMNS.name, name);
  if (link) chosen.set(SHEET_COLUMNS.link, link);
  for (const column of [...columns].sort(byRank)) {
    const { place } = column;
    const isOpen = place !== undefined && place !== SHEET_COLUMNS.name && place !== SHEET_COLUMNS.link;
    if (isOpen && column !== name && column !== link && !chosen.has(place)) chosen.set(place, column);
  }
  let unread = KNOWN_COLUMNS;
  return columns.map((column) => {
    const [place] = [...chosen].find(([, own]) => own === column) ?? [];
    return place ?? (column.place === SHEET_COLUMNS.tags ? SHEET_COLUMNS.tags : unread++);
  });
}

/**
 * How many rows at the end are no questions: a total, or single cells below a blank row. `rows` are of several columns;
 * null is a row that cannot be read.
 */
export function footerRows(rows: readonly (Texts | null)[]): number {
  let end = rows.length;
  let single = rows.length;
  for (let row = rows.at(-1); row; row = rows[end - 1]) {
    const filled = row.filter((text) => text !== "");
    const isTotalRow = isTotal(filled) && !filled.some(isAddress);
    if (filled.length === 0 || isTotalRow) single = end - 1;
    else if (filled.length > 1 || filled.some(isAddress)) break;
    end--;
  }
  return rows.length - single;
}

/** A to Z, AA, AB …, as the spreadsheet names its columns. */
export function columnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetter(Math.floor(column / 26) - 1) + letter;
}
