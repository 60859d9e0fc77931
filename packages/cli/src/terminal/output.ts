import { fstatSync, writeSync } from "node:fs";
import { codeOf, DailyleetError, stripControls, unicodePattern } from "@dailyleet/core";
import type { Context, Output } from "../context.ts";
import { reasonOf, waitAMoment } from "../files/files.ts";

/** The reader of a pipe has gone away (`| head`): nothing more can be said, and nothing is wrong. */
export class OutputClosed extends Error {}

/** What Node tells about a stream; making it costs a tenth of the program's whole time. */
interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Where no terminal tells its width. */
export const USUAL_COLUMNS = 80;

/**
 * A stream that writes at once and whole, so that nothing is lost when the process ends. Where nobody reads stdout any
 * more the command ends, and what cannot be written there is a `storage` error; what becomes of stderr stops nothing.
 * A console of Windows takes bytes for text of its own code page, so there Node's stream writes, which hands over
 * characters (https://github.com/nodejs/node/issues/24550).
 */
export function createOutput(descriptor: 1 | 2, platform: NodeJS.Platform, terminal: () => Terminal): Output {
  const isTerminal = () => {
    try {
      return fstatSync(descriptor).isCharacterDevice() && terminal().isTTY === true;
    } catch {
      return false;
    }
  };
  return {
    write(text) {
      if (platform === "win32" && isTerminal()) return void terminal().write(text);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) {
        try {
          at += writeSync(descriptor, bytes.subarray(at));
        } catch (error) {
          const code = codeOf(error);
          // A pipe that somebody made non-blocking is full; its reader needs a moment.
          if (code === "EAGAIN") waitAMoment();
          else if (descriptor === 2) return;
          else throw code === "EPIPE" ? new OutputClosed() : unwritable(error);
        }
      }
    },
    isTerminal,
    columns: () => (isTerminal() ? terminal().columns || USUAL_COLUMNS : Number.POSITIVE_INFINITY),
    rows: () => (isTerminal() && terminal().rows) || 0,
  };
}

function unwritable(cause: unknown): DailyleetError {
  return new DailyleetError(
    "storage",
    `Can't write to stdout (${reasonOf(cause)}); free some space or send it elsewhere.`,
    { cause },
  );
}

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
