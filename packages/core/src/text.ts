import { once } from "./basics.ts";

/**
 * Controls, format characters (also bidirectional ones), line separators and lone surrogates, without the newline, the
 * two joiners that Persian, Indic scripts and emoji need, and the visible number signs.
 */
const unsafe = unicodePattern(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]--[\n\u200c\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`,
  "gv",
);

/** A pattern with Unicode classes, compiled at its first use: an engine compiles a literal, slowly, at start-up. */
export function unicodePattern(source: string, flags: string): () => RegExp {
  return once(() => new RegExp(source, flags));
}

/**
 * Untrusted text made safe to print on a terminal: nothing in it can move the cursor, change colours, reach the clipboard
 * or turn the direction of writing. Of the control characters only newlines stay.
 */
export function stripControls(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll("\t", " ").replace(unsafe(), "");
}

/** Most texts match; the costly pattern is not compiled for them. */
const PLAIN = /^[\n -~]*$/;

/** Normal form for comparing texts as a reader does: spaces around it, case and width do not count. */
export function fold(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}

/** An untrusted value for an error message; lists and objects are named, not printed. */
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

/** '1 day', '2 days' */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

interface WebLink {
  /** The address in normal form, ASCII only: safe as a link's target. */
  readonly href: string;
  /** The host that it really leads to, with the port if it has one; international names as punycode. */
  readonly host: string;
}

const never = unicodePattern(String.raw`[\p{Cc}\\]`, "u");
const BEGINNING = /^https?:\/\//i;

/**
 * Reads an untrusted http or https address; null for any other, and for one with a user name. Refuses control characters
 * and backslashes: URL parsers skip the former and read the latter as slashes, so that the address is not what it looks
 * like (`java\nscript:`, `https://evil.example\@leetcode.com`).
 */
export function webLink(text: string): WebLink | null {
  const address = text.trim();
  if (!BEGINNING.test(address) || never().test(address)) return null;
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return { href: url.href, host: url.host };
}

export function utf8Length(text: string): number {
  return encodeURIComponent(text.toWellFormed()).replace(/%../g, "?").length;
}
