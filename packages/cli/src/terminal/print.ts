import { stripControls, unicodePattern } from "@dailyleet/core";
import type { Context } from "../context.ts";

/** Says something beside the answer, on one line: a text in it cannot begin one that looks like ours. */
export function note({ stderr }: Pick<Context, "stderr">, sentence: string): void {
  stderr.write(`dailyleet: ${oneLine(sentence)}\n`);
}

/** Text from elsewhere as it may stand in a line of a terminal. */
export function oneLine(text: string): string {
  return stripControls(text).replaceAll("\n", " ");
}

/** In JSON text: a backslash, half a surrogate pair, or what a terminal might act on. */
const special = unicodePattern(String.raw`\\\\|\\ud[89a-f][\da-f]{2}|[\p{Cc}\p{Cf}\u2028\u2029]`, "gu");
/** Printable ASCII without a backslash, as most of it is. */
const PLAIN = /^[ -[\]-~]*$/;

/**
 * One line of JSON. What a terminal might act on is escaped, so nothing is lost; half a surrogate pair, which is no
 * text and which strict readers refuse, becomes U+FFFD.
 */
export function jsonText(document: object): string {
  const text = JSON.stringify(document);
  return `${PLAIN.test(text) ? text : text.replace(special(), readable)}\n`;
}

function readable(found: string): string {
  if (found === "\\\\") return found;
  return escapeUnits(found.startsWith("\\u") ? "\ufffd" : found);
}

/** The answer for scripts. */
export function printJson({ stdout }: Pick<Context, "stdout">, document: object): void {
  stdout.write(jsonText(document));
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
