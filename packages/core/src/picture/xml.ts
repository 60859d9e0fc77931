import { stripControls } from "../text.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** What is a character of Unicode's and none of XML's (https://www.w3.org/TR/xml/#charsets). */
const NO_XML = /[\ufffe\uffff]/g;

/** Text from elsewhere on one line, as it may stand in an element or between the quotes of an attribute. */
export function xmlText(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (found) => ESCAPES[found] ?? "");
}

/** As much of a text as has room in `width` ems of an ordinary sans-serif, with '…' for the rest. */
export function fitted(text: string, width: number): string {
  const line = oneLine(text);
  let used = 0;
  let end = 0;
  let seen = 0;
  for (const letter of line) {
    used += widthOf(letter);
    seen += letter.length;
    if (used > width) return `${line.slice(0, end).trimEnd()}…`;
    if (used + ELLIPSIS_WIDTH <= width) end = seen;
  }
  return line;
}

function oneLine(text: string): string {
  return stripControls(text).replace(/\s+/g, " ").replace(NO_XML, "").trim();
}

const ELLIPSIS_WIDTH = 1;

/** Estimates in ems, rather too wide than too narrow: the first that fits a letter. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/^[\p{M}\p{Cf}]/u, 0],
  [
    /^[\p{Extended_Pictographic}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]/u,
    1.3,
  ],
  [/^[^\p{ASCII}]/u, 0.8],
  [/^[MW@%mw]/, 1],
  [/^[A-Z&]/, 0.75],
  [/^[ijl.,:;'|!()\s]/, 0.4],
];
const USUAL_WIDTH = 0.65;

function widthOf(letter: string): number {
  return WIDTHS.find(([like]) => like.test(letter))?.[1] ?? USUAL_WIDTH;
}
