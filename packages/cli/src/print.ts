import { stripControls } from "@dailyleet/core";
import type { Context } from "./context.ts";

/** Says something beside the answer. */
export function note({ stderr }: Pick<Context, "stderr">, sentence: string): void {
  stderr.write(`dailyleet: ${stripControls(sentence)}\n`);
}

/** One line of JSON. What a terminal might act on is escaped, so nothing is lost. */
export function jsonText(document: object): string {
  return `${JSON.stringify(document).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escapeUnits)}\n`;
}

/** The answer for scripts. */
export function printJson({ stdout }: Pick<Context, "stdout">, document: object): void {
  stdout.write(jsonText(document));
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
