import { isRecord, parseSheet, type Question } from "@dailyleet/core";

/** What a list shows of a question. */
export type NamedQuestion = Pick<Question, "name" | "tags">;

/** A sheet as the commands need it: all of it, or what a list shows. */
export interface QuestionSheet<Row extends NamedQuestion> {
  readonly questions: readonly Row[];
  /** How many rows had to be left out. */
  readonly leftOut: number;
  /** What the spreadsheet service says of its answer. */
  readonly warnings: readonly string[];
}

/** The last good download. */
export interface Copy<Row extends NamedQuestion> {
  /** Milliseconds since the epoch. */
  readonly downloaded: number;
  readonly sheet: QuestionSheet<Row>;
}

export function readSheet(text: string): QuestionSheet<Question> {
  const { questions, faults, warnings } = parseSheet(text);
  return { questions, leftOut: faults.length, warnings };
}

/**
 * A download as it is kept: one JSON document of two lines. The first holds what a list shows, so that a long list can
 * be printed without reading the texts of the second. Most sheets have few different lists of tags; each is there once.
 */
export function copyText(url: string, downloaded: number, { questions, ...rest }: QuestionSheet<Question>): string {
  const lists = [...new Set(questions.map(({ tags }) => JSON.stringify(tags)))];
  const numbers = new Map(lists.map((list, index) => [list, index]));
  const names = questions.map(({ name }) => name);
  const tags = questions.map((question) => numbers.get(JSON.stringify(question.tags)));
  const head = JSON.stringify({ version: 2, url, downloaded, ...rest, names, tags });
  return `${head.slice(0, -1)},"tagLists":[${lists.join()}],\n"questions":${JSON.stringify(questions)}}\n`;
}

/** The copy of this address with all that is in it; null where it is of another one or damaged. */
export function readCopy(bytes: Buffer, url: string): Copy<Question> | null {
  const copy = parseOwn(bytes.toString(), url);
  if (copy === null) return null;
  // As versions before this one kept it.
  if (typeof copy.text === "string") return { downloaded: copy.downloaded, sheet: readSheet(copy.text) };
  const { downloaded, questions } = copy;
  return areAll(questions, isQuestion) ? { downloaded, sheet: { ...notesOf(copy), questions } } : null;
}

/** The same, but of the questions only what a list shows. */
export function readCopiedList(bytes: Buffer, url: string): Copy<NamedQuestion> | null {
  const end = bytes.indexOf(",\n");
  const copy = end < 0 ? null : parseOwn(`${bytes.toString("utf8", 0, end)}}`, url);
  if (copy === null) return readCopy(bytes, url);
  const { downloaded, names, tags, tagLists } = copy;
  if (!areAll(names, isText) || !areAll(tags, isNumber) || !areAll(tagLists, areTexts)) return null;
  const questions = names.map((name, index) => ({ name, tags: tagLists[tags[index] ?? -1] ?? [] }));
  return { downloaded, sheet: { ...notesOf(copy), questions } };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const areTexts = (value: unknown): value is readonly string[] => areAll(value, isText);
const TEXTS = ["name", "link", "text", "solution", "takeaways", "analysis"];

function isQuestion(value: unknown): value is Question {
  return isRecord(value) && TEXTS.every((column) => isText(value[column])) && areTexts(value.tags);
}

function areAll<T>(values: unknown, isOne: (value: unknown) => value is T): values is readonly T[] {
  return Array.isArray(values) && values.every(isOne);
}

type Kept = Readonly<Record<string, unknown>> & { readonly downloaded: number };

function notesOf({ leftOut, warnings }: Kept): Omit<QuestionSheet<Question>, "questions"> {
  return { leftOut: Number(leftOut), warnings: areTexts(warnings) ? warnings : [] };
}

function parseOwn(text: string, url: string): Kept | null {
  try {
    const copy: unknown = JSON.parse(text);
    return isRecord(copy) && copy.url === url && Number.isFinite(copy.downloaded) ? (copy as Kept) : null;
  } catch {
    return null;
  }
}
