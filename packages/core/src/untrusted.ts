import { unicodePattern } from "./text.ts";

/** Untrusted text and values, made safe to show. */

/**
 * Control characters, format characters (bidirectional ones included), line separators and lone surrogates. Excludes
 * the newline, the two joiners that Persian, Indic scripts and emoji need, and format characters that are visible.
 */
const unsafe = unicodePattern(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]--[\n\u200c\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`,
  "gv",
);

/**
 * Makes untrusted text safe for a terminal: the result can't move the cursor, change colours, write to the clipboard or
 * change the writing direction. Replaces tabs by spaces, and removes all other control characters but newlines.
 */
export function stripControls(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll("\t", " ").replace(unsafe(), "");
}

/** Most texts match this cheap pattern, so that the costly one is rarely compiled. */
const PLAIN = /^[\n -~]*$/;

/** Formats an untrusted value for an error message. Describes objects and nested lists instead of printing them. */
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
