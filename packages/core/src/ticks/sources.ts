import { DailyleetError } from "../errors.ts";

/** Position of a practice site, 1 to 5; also its key in the tick document. */
export type SourceNumber = 1 | 2 | 3 | 4 | 5;

export interface Source {
  readonly name: string;
  /** https address that opens the site's daily practice. */
  readonly url: string;
}

export const SOURCE_NUMBERS: readonly SourceNumber[] = [1, 2, 3, 4, 5];

export const DEFAULT_SOURCES: readonly Source[] = [
  { name: "LeetCode", url: "https://leetcode.com/problemset/" },
  { name: "Code360", url: "https://www.naukri.com/code360/problem-of-the-day" },
  { name: "GeeksforGeeks", url: "https://www.geeksforgeeks.org/problem-of-the-day" },
  { name: "InterviewBit", url: "https://www.interviewbit.com/practice/" },
  { name: "CodeChef", url: "https://www.codechef.com/practice" },
];

export function isSourceNumber(value: unknown): value is SourceNumber {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= SOURCE_NUMBERS.length;
}

/**
 * Reads what a person writes for a source: its number, or the beginning of exactly one source's name
 * (upper and lower case alike). Throws `usage`.
 */
export function parseSource(text: string, sources: readonly Source[]): SourceNumber {
  const wanted = text.trim().toLowerCase();
  const number = Number(wanted);
  if (/^\d$/.test(wanted) && isSourceNumber(number)) return number;
  const matches = SOURCE_NUMBERS.filter((source) => sourceName(sources, source).toLowerCase().startsWith(wanted));
  const exact = matches.filter((source) => sourceName(sources, source).toLowerCase() === wanted);
  const found = exact.length === 1 ? exact : matches;
  if (wanted !== "" && found.length === 1 && found[0]) return found[0];
  const all = SOURCE_NUMBERS.map((source) => `${source} ${sourceName(sources, source)}`).join(", ");
  const fault = wanted !== "" && found.length > 1 ? "could be more than one source" : "is not a source";
  throw new DailyleetError(
    "usage",
    `'${text}' ${fault}; give a number from 1 to 5 or the beginning of a name: ${all}.`,
  );
}

export function sourceName(sources: readonly Source[], source: SourceNumber): string {
  return sources[source - 1]?.name ?? "";
}
