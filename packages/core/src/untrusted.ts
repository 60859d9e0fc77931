import { unicodePattern } from "./text.ts";

/** Untrusted text and values, made safe to show. */

/**
 * Controls, format characters (also bidirectional ones), line separators and lone surrogates. Excluded are the newline,
 * the two joiners that Persian, Indic scripts and emoji need, and the visible number signs.
 */
const unsafe = unicodePattern(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]--[\n\u200c\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`,
  "gv",
);

/**
 * Makes untrusted text safe for a terminal: it can't move the cursor, change colours, reach the clipboard or turn the
 * direction of writing. Removes all control characters but newlines.
 */
export function stripControls(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll("\t", " ").replace(unsafe(), "");
}

/** Most texts match, and then the costly pattern is never compiled. */
const PLAIN = /^[\n -~]*$/;

/** An untrusted value for an error message. Names objects and nested lists instead of printing them. */
export function shown(value: unknown, maxLength: number): string {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) {
    return clip(JSON.stringify(value) ?? "missing", maxLength);
  }
  if (!Array.isArray(value)) return "an object";
  const isFlat = value.every((entry) => typeof entry !== "object" || entry === null);
  return isFlat ? clip(JSON.stringify(value), maxLength) : `a list of ${value.length}`;
}

export function clip(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}
