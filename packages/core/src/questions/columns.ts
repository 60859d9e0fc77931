import { fold, unicodePattern } from "../text.ts";
import { isAddress, readMarkdown, shownText } from "./cells.ts";
import { readDifficulty } from "./questions.ts";

/**
 * The fields of a spreadsheet's columns A to I, in this order. The program ignores `number`, and a `difficulty` other
 * than Easy, Medium and Hard: they are the curator's notes.
 */
const FIELDS = ["number", "name", "link", "tags", "text", "difficulty", "solution", "takeaways", "analysis"] as const;
export type Field = (typeof FIELDS)[number];

/** The field of each column; null for a column that is not read. */
export type ColumnFields = readonly (Field | null)[];
/** The texts of a row's cells, or the headings. */
export type Texts = readonly string[];

const NAME_HEADINGS = ["name", "title", "problem name", "question name", "problem", "question"];
const LINK_HEADINGS = ["link", "url", "problem link", "question link", "leetcode link"];

/** The headings that name each field, the best first. */
const HEADINGS: Readonly<Record<Field, Texts>> = {
  number: ["number", "#", "no", "no.", "id", "state", "due"],
  name: [...NAME_HEADINGS, "problem title", "question title"],
  link: [...LINK_HEADINGS, "problem url", "question url", "leetcode url"],
  tags: ["tags", "tag", "topics", "topic", "category", "categories", "pattern", "patterns"],
  text: ["text", "description"],
  difficulty: ["difficulty", "level"],
  solution: ["solution", "solution link", "solution url"],
  takeaways: ["takeaways", "takeaway"],
  analysis: ["analysis", "analysis + comments"],
};

/** A list needs at least one of these headings. */
export const NEEDED_HEADINGS = [...NAME_HEADINGS, ...LINK_HEADINGS].join(", ");

/** Ignores case, spaces, `_` and `-`. */
const plain = (heading: string) => fold(heading).replace(/[\s_-]+/g, "");

const known = new Map(
  FIELDS.flatMap((field) => HEADINGS[field].map((heading, rank) => [plain(heading), { field, rank }] as const)),
);

/** The field that a heading names; undefined for an unknown heading. */
export function fieldOf(heading: string): Field | undefined {
  return known.get(plain(heading))?.field;
}

/** The first group of known headings that differ only in case, spaces, `_` and `-`; empty without one. */
export function repeatedHeading(headings: Texts): Texts {
  const groups = [...Map.groupBy(headings, plain)];
  return groups.find(([heading, own]) => own.length > 1 && known.has(heading))?.[1] ?? [];
}

const LINK_END = /(?:link|url)s?$/;
/** Headings of columns with other addresses than the question's. */
const BESIDE = /solution|answer|editorial|video|youtube|article|discuss|note/;

/** The most rows above the addresses in which to look for headings; blank rows don't count. */
const MAX_ABOVE = 10;
const count = (texts: Texts) => texts.filter((text) => text !== "").length;

/**
 * Finds the row of headings: above all addresses, below titles and blank rows. Null for a list without headings. `at`
 * is the row's index. `isKnown` is false for a row of unknown words above addresses.
 */
export function findHeading(rows: readonly Texts[]): { readonly at: number; readonly isKnown: boolean } | null {
  const filled = rows.flatMap((texts, at) => (count(texts) === 0 ? [] : [{ texts, at }]));
  const first = filled.findIndex(({ texts }) => texts.some(isAddress));
  const above = filled.slice(0, first === -1 ? MAX_ABOVE : Math.min(first, MAX_ABOVE));
  const scored = above.map(({ texts, at }, index) => {
    const fields = new Set(texts.map(fieldOf));
    const isOne = fields.has("name") || texts.some(isLinkHeading);
    // A title above a wider table may be a known heading, such as 'Question'.
    const isTitle = count(texts) === 1 && count(filled[index + 1]?.texts ?? []) > 1;
    return { at, score: isOne && !isTitle ? fields.size * 1_000 + Math.min(count(texts), 999) : 0 };
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
const isLinkHeading = (heading: string) => fieldOf(heading) === "link" || LINK_END.test(plain(heading));

/** A column, with counts of its cells by content. */
interface Column {
  readonly index: number;
  readonly heading: string;
  readonly field: Field | undefined;
  readonly rank: number;
  filled: number;
  /** Cells with an address. `titles` holds the texts of those that are Markdown links. */
  addresses: number;
  readonly titles: Set<string>;
  /** Cells with a letter. */
  worded: number;
  difficulties: number;
}

const letter = unicodePattern(String.raw`\p{L}`, "u");

function columnsOf(headings: Texts, rows: readonly Texts[]): Column[] {
  const width = rows.reduce((most, texts) => Math.max(most, texts.length), headings.length);
  const columns = Array.from({ length: width }, (_, index): Column => {
    const heading = plain(headings[index] ?? "");
    const { field, rank = 0 } = known.get(heading) ?? {};
    return { index, heading, field, rank, filled: 0, addresses: 0, titles: new Set(), worded: 0, difficulties: 0 };
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
      if (readDifficulty(text)) column.difficulties++;
    }
  }
  return columns;
}

const holdsAddresses = ({ addresses, filled }: Column) => addresses > 0 && addresses * 2 >= filled;
const holdsNames = ({ titles, filled }: Column) => titles.size > 0 && titles.size * 2 >= filled;
const holdsDifficulties = ({ difficulties, filled }: Column) => filled > 0 && difficulties === filled;
const byRank = (a: Column, b: Column) => a.rank - b.rank || a.index - b.index;

/**
 * The field of each column; null if neither names nor links can be found. In a spreadsheet (`isFile` is false) with
 * names in column B and links in C, a column with an unknown heading has the field of its position.
 */
export function assignFields(headings: Texts | null, rows: readonly Texts[], isFile: boolean): ColumnFields | null {
  const columns = columnsOf(headings ?? [], rows);
  if (!isFile && hasSheetForm(columns)) return fieldsByPlace(columns);
  const link = chooseLink(columns);
  const name = chooseName(columns, link) ?? (link && !holdsNames(link) ? guessName(columns, link, rows) : undefined);
  if (headings !== null) return name || link ? fieldsByHeading(columns, name, link) : null;
  if (!(name || link)) return isFile ? null : columns.map(({ index }) => FIELDS[index] ?? null);
  if (name?.index === 1 && link?.index === 2) return columns.map(({ index }) => FIELDS[index] ?? null);
  const difficulty = columns.find(holdsDifficulties);
  return fieldsByHeading(columns, name, link).map((field, index) =>
    index === difficulty?.index ? "difficulty" : field,
  );
}

/** The column with the questions' links: by its heading, else by its cells. */
function chooseLink(columns: readonly Column[]): Column | undefined {
  const named = columns.filter(({ field }) => field === "link").sort(byRank);
  const other = columns.filter(
    (column) =>
      holdsAddresses(column) && (column.field === undefined || (column.field === "name" && !holdsNames(column))),
  );
  const isBeside = ({ heading }: Column) => Number(BESIDE.test(heading));
  const isCalledLink = ({ heading }: Column) => Number(!LINK_END.test(heading));
  other.sort((a, b) => isBeside(a) - isBeside(b) || isCalledLink(a) - isCalledLink(b) || a.index - b.index);
  return named.find(({ addresses }) => addresses > 0) ?? other[0] ?? named[0];
}

/** The column with the questions' names, by its heading. Prefers a column with words to a column of numbers. */
function chooseName(columns: readonly Column[], link: Column | undefined): Column | undefined {
  const named = columns.filter((column) => column.field === "name" && column !== link && column.filled > 0);
  return named.sort((a, b) => Number(a.worded === 0) - Number(b.worded === 0) || byRank(a, b))[0];
}

const betweenWords = unicodePattern(String.raw`[^\p{L}\p{N}]+`, "gu");
const slugOf = (text: string) =>
  fold(shownText(text))
    .replace(betweenWords(), "-")
    .replace(/^-+|-+$/g, "");

/** The column whose texts occur in the most addresses; of equal columns, the one with the most distinct texts. */
function guessName(columns: readonly Column[], link: Column, rows: readonly Texts[]): Column | undefined {
  const open = columns.filter((column) => {
    const isOther = column !== link && column.field === undefined && column.worded > 0;
    return isOther && !holdsAddresses(column) && !holdsDifficulties(column);
  });
  const scored = open.map((column) => {
    const filled = rows.filter((texts) => texts[column.index]);
    const slugs = filled.map((texts) => slugOf(texts[column.index] ?? ""));
    const isIn = (slug: string, at: number) => slug !== "" && filled[at]?.[link.index]?.toLowerCase().includes(slug);
    return { column, recurring: slugs.filter(isIn).length, different: new Set(slugs).size };
  });
  const isSpreadsheets = ({ index }: Column) => Number(index === 1);
  return scored
    .filter(({ column, different }) => different * 2 >= column.filled)
    .sort(
      (a, b) =>
        b.recurring - a.recurring || b.different - a.different || isSpreadsheets(b.column) - isSpreadsheets(a.column),
    )[0]?.column;
}

/** Whether a spreadsheet has names in column B and links in C. Also true without any heading and any address. */
function hasSheetForm(columns: readonly Column[]): boolean {
  const [, second, third] = columns;
  const isNamed = columns.some(({ heading }) => heading !== "");
  if (!isNamed && (third?.addresses || !columns.some(({ addresses }) => addresses > 0))) return true;
  if (!third?.addresses || (second?.addresses ?? 0) * 2 > (second?.filled ?? 0)) return false;
  const rival = columns.some((column) => column !== second && column.field === "name" && column.worded > 0);
  const isName = second?.field === "name" || (second?.field === undefined && !rival);
  return isName && (third.field === undefined || third.field === "link");
}

/** The field of each column by its position; from column D on, a known heading overrides the position. */
function fieldsByPlace(columns: readonly Column[]): ColumnFields {
  const movable: ColumnFields = FIELDS.slice(3);
  const claimed = new Set(columns.slice(3).map(({ field }) => field));
  const taken = new Set<Field>();
  return columns.map(({ index, field: told }) => {
    const placed = FIELDS[index];
    if (index < 3) return placed ?? null;
    const isOwn = told !== undefined && movable.includes(told);
    const field = isOwn ? told : claimed.has(placed) ? undefined : placed;
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/**
 * The field of each column by its heading. Several columns may hold tags. For any other field the best heading wins,
 * then the first column.
 */
function fieldsByHeading(columns: readonly Column[], name: Column | undefined, link: Column | undefined): ColumnFields {
  const taken = new Set<Field>(["name", "link"]);
  const fields = new Map<Column | undefined, Field>([
    [name, "name"],
    [link, "link"],
  ]);
  for (const column of columns.toSorted(byRank)) {
    const { field } = column;
    if (field === undefined || fields.has(column) || (taken.has(field) && field !== "tags")) continue;
    taken.add(field);
    fields.set(column, field);
  }
  return columns.map((column) => fields.get(column) ?? null);
}

/** A to Z, AA, AB …, as the spreadsheet names its columns. */
export function columnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetter(Math.floor(column / 26) - 1) + letter;
}
