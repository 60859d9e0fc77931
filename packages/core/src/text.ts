import { once } from "./once.ts";

/**
 * Controls, format characters (the bidirectional ones among them), line separators and lone surrogates. Kept are
 * the newline, the two joiners that Persian, Indic scripts and emoji need, and the number signs that are visible.
 */
const unsafe = unicodePattern(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]--[\n\u200c\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`,
  "gv",
);

/**
 * A pattern with classes of Unicode, made at its first use. Working out such a class takes an engine as long as reading
 * some pages of program, and for a literal it does so while it reads the program, whoever uses it.
 */
export function unicodePattern(source: string, flags: string): () => RegExp {
  return once(() => new RegExp(source, flags));
}

/**
 * Text from elsewhere made safe to print on a terminal: nothing in it can move the cursor, change colours, reach
 * the clipboard or turn the direction of writing. Only newlines are left of the control characters.
 */
export function stripControls(text: string): string {
  return isPlainAscii(text) ? text : text.replaceAll("\t", " ").replace(unsafe(), "");
}

/** Most text is; then the costly pattern above is not even made. */
function isPlainAscii(text: string): boolean {
  return /^[\n -~]*$/.test(text);
}

/** One form for texts that a reader takes for the same. */
export function fold(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}
