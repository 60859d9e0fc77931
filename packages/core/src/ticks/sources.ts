import { usageError } from "../errors.ts";

/** The number of a practice site: its key in a day of the tick document. */
export type SourceNumber = 1 | 2 | 3 | 4 | 5;

export interface Source {
  readonly name: string;
  /** https address that opens the site's daily practice. */
  readonly url: string;
  /** The time zone of the site's own day, such as 'Asia/Kolkata'; absent if unknown. */
  readonly zone?: string;
}

export const SOURCE_NUMBERS: readonly SourceNumber[] = [1, 2, 3, 4, 5];

export const DEFAULT_SOURCES: readonly Source[] = [
  { name: "LeetCode", url: "https://leetcode.com/problemset/", zone: "UTC" },
  { name: "Code360", url: "https://www.naukri.com/code360/problem-of-the-day", zone: "Asia/Kolkata" },
  { name: "GeeksforGeeks", url: "https://www.geeksforgeeks.org/problem-of-the-day", zone: "Asia/Kolkata" },
  { name: "InterviewBit", url: "https://www.interviewbit.com/practice/" },
  { name: "CodeChef", url: "https://www.codechef.com/practice" },
];

export function isSourceNumber(value: unknown): value is SourceNumber {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= SOURCE_NUMBERS.length;
}

/** Reads a source's number, or its whole name or an unambiguous beginning in any case. Throws `usage`. */
export function parseSource(text: string, sources: readonly Source[]): SourceNumber {
  const wanted = text.trim().toLowerCase();
  const number = Number(wanted);
  if (/^\d$/.test(wanted) && isSourceNumber(number)) return number;
  const matches = SOURCE_NUMBERS.filter((source) => sourceName(sources, source).toLowerCase().startsWith(wanted));
  const exact = matches.filter((source) => sourceName(sources, source).toLowerCase() === wanted);
  const found = exact.length === 1 ? exact : matches;
  if (wanted !== "" && found.length === 1 && found[0]) return found[0];
  const isAmbiguous = wanted !== "" && found.length > 1;
  const candidates = isAmbiguous ? found : SOURCE_NUMBERS;
  const names = candidates.map((source) => `${source} ${sourceName(sources, source)}`).join(", ");
  const fault = isAmbiguous
    ? "could be more than one source; give the number or more of the name"
    : "is not a source; give a number from 1 to 5 or the beginning of a name";
  throw usageError(`'${text}' ${fault}: ${names}.`);
}

/**
 * Reads `all`, or a comma-separated list of sources (as `parseSource` does) and ranges such as `1-3`. Returns each
 * source once, in the order of the text. Throws `usage`.
 */
export function parseSources(text: string, sources: readonly Source[]): readonly SourceNumber[] {
  if (text.trim().toLowerCase() === "all") return SOURCE_NUMBERS;
  const found = text.split(",").flatMap((name) => {
    if (name.trim() === "") return parseSource(text, sources);
    return RANGE.test(name) ? parseRange(name.trim()) : parseSource(name, sources);
  });
  return [...new Set(found)];
}

const RANGE = /^\s*\d+-\d*\s*$/;

function parseRange(text: string): readonly SourceNumber[] {
  const [first, last] = text.split("-");
  const [from, to] = [Number(first), Number(last)];
  if (isSourceNumber(from) && isSourceNumber(to) && from <= to) return SOURCE_NUMBERS.slice(from - 1, to);
  throw usageError(
    `'${text}' is not a range of sources; give two numbers from 1 to 5, the smaller one first, such as 1-3.`,
  );
}

export function sourceName(sources: readonly Source[], source: SourceNumber): string {
  return sources[source - 1]?.name ?? "";
}
