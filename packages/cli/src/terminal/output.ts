import { fstatSync, writeSync } from "node:fs";
import { DailyleetError } from "@dailyleet/core";
import type { Output } from "../context.ts";
import { reasonOf } from "../files/files.ts";
import { waitAMoment } from "../files/readBeginning.ts";

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
  const isTerminal = () => isDevice(descriptor) && terminal().isTTY === true;
  return {
    write(text) {
      if (platform === "win32" && isTerminal()) terminal().write(text);
      else writeAll(descriptor, Buffer.from(text));
    },
    isTerminal,
    columns: () => (isTerminal() ? terminal().columns || USUAL_COLUMNS : Number.POSITIVE_INFINITY),
    rows: () => (isTerminal() && terminal().rows) || 0,
  };
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSome(descriptor, bytes.subarray(at));
}

function writeSome(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EAGAIN") {
      if (descriptor === 2) return bytes.length;
      throw code === "EPIPE" ? new OutputClosed() : unwritable(error);
    }
    // A pipe that somebody made non-blocking is full; its reader needs a moment.
    waitAMoment();
    return 0;
  }
}

function unwritable(cause: unknown): DailyleetError {
  return new DailyleetError(
    "storage",
    `Can't write to stdout (${reasonOf(cause)}); free some space or send it elsewhere.`,
    { cause },
  );
}
