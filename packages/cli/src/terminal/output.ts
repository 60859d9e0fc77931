import { fstatSync, writeSync } from "node:fs";
import { sep } from "node:path";
import { clip, codeOf, type DailyleetError, storageError, stripControls, unicodePattern } from "@dailyleet/core";
import { reasonOf } from "@dailyleet/local";
import type { Context, Output } from "../context.ts";
import { breakLines } from "./width.ts";

/** The reader of a pipe has closed it, as `| head` does. Not a failure. */
export class OutputClosed extends Error {}

/** The width if the terminal's is unknown. */
export const USUAL_COLUMNS = 80;

/**
 * Writes synchronously, so that nothing is lost when the process ends. Throws `OutputClosed` when the reader of stdout
 * has closed the pipe, and `storage` when stdout can't be written. Ignores failures of stderr. A Windows console reads
 * bytes in its own code page, so there Node's stream writes characters (https://github.com/nodejs/node/issues/24550).
 * `stream` creates that stream on demand, because it takes a tenth of the program's time.
 */
export function createOutput(descriptor: 1 | 2, platform: NodeJS.Platform, stream: () => NodeJS.WriteStream): Output {
  const isTerminal = () => {
    try {
      return fstatSync(descriptor).isCharacterDevice() && stream().isTTY === true;
    } catch {
      return false;
    }
  };
  return {
    write(text) {
      if (platform === "win32" && isTerminal()) return void stream().write(text);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) {
        try {
          at += writeSync(descriptor, bytes.subarray(at));
        } catch (error) {
          const code = codeOf(error);
          // A non-blocking pipe is full: wait for its reader.
          if (code === "EAGAIN") waitAMoment();
          else if (descriptor === 2) return;
          else throw code === "EPIPE" ? new OutputClosed() : unwritable(error);
        }
      }
    },
    isTerminal,
    columns: () => (isTerminal() ? stream().columns || USUAL_COLUMNS : Number.POSITIVE_INFINITY),
    rows: () => (isTerminal() && stream().rows) || 0,
  };
}

function unwritable(cause: unknown): DailyleetError {
  return storageError(`Can't write to stdout (${reasonOf(cause)}); free some space or send it elsewhere.`, cause);
}

const MOMENT_MS = 5;

/** Gives the other end of a pipe time to read or write. */
export function waitAMoment(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MOMENT_MS);
}

/** Writes text for people. Wraps long lines between words; a terminal would break them within words. */
export function writeText(output: Output, text: string): void {
  output.write(breakLines(text, output.columns()));
}

const MOST_OF_NOTE = 10_000;
const END_OF_NOTE = 500;

/**
 * Prints a note as one line of stderr. Hostile text in the note can't fake a second line or bury the advice at the end.
 */
export function printNote({ stderr }: Pick<Context, "stderr">, sentence: string): void {
  const isLong = sentence.length > MOST_OF_NOTE;
  const shown = isLong ? clip(sentence, END_OF_NOTE) + sentence.slice(-END_OF_NOTE).toWellFormed() : sentence;
  writeText(stderr, `dailyleet: ${oneLine(shown)}\n`);
}

export function printNotes(context: Pick<Context, "stderr">, sentences: readonly string[]): void {
  for (const sentence of sentences) printNote(context, sentence);
}

/** Whether the reply to `Context.ask` agrees; an empty line agrees. */
export function isYes(reply: string | false): boolean {
  return reply !== false && /^\s*(y(es)?)?\s*$/i.test(reply);
}

/** Whether the reply says yes in words; an empty line does not. */
export function isSaidYes(reply: string | false): boolean {
  return reply !== false && /^\s*y(es)?\s*$/i.test(reply);
}

/** Makes untrusted text safe for one line of a terminal. */
export function oneLine(text: string): string {
  return stripControls(text).replaceAll("\n", " ");
}

/** Quotes untrusted text, such as a path, as one word of a command to paste. */
export function shellWord(text: string): string {
  if (/^[\w./:-]+$/.test(text)) return text;
  // A name on Windows can't hold a double quote.
  if (sep !== "/") return `"${oneLine(text)}"`;
  if (oneLine(text) === text) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // A terminal might act on control characters, so escape them in a way that Bash, Zsh and ksh read.
  const bytes = Array.from(Buffer.from(text), (byte) => {
    const char = String.fromCharCode(byte);
    return /[^ -~]|['\\]/.test(char) ? `\\x${byte.toString(16).padStart(2, "0")}` : char;
  });
  return `$'${bytes.join("")}'`;
}

/** Matches in JSON text: an escaped backslash, half a surrogate pair, or a control character. */
const special = unicodePattern(String.raw`\\\\|\\ud[89a-f][\da-f]{2}|[\p{Cc}\p{Cf}\u2028\u2029]`, "gu");
/** Printable ASCII without a backslash. */
const PLAIN = /^[ -[\]-~]*$/;

/**
 * One line of JSON. Escapes control characters, which a terminal might act on. Half a surrogate pair becomes U+FFFD,
 * because strict parsers refuse it.
 */
export function jsonText(document: object): string {
  const text = JSON.stringify(document);
  return `${PLAIN.test(text) ? text : text.replace(special(), readable)}\n`;
}

function readable(found: string): string {
  if (found === "\\\\") return found;
  const text = found.startsWith("\\u") ? "\ufffd" : found;
  return text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function printJson({ stdout }: Pick<Context, "stdout">, document: object): void {
  stdout.write(jsonText(document));
}
