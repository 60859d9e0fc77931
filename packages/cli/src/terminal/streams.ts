import { DailyleetError } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { cannot, writeNamed } from "../files/files.ts";
import { readBeginning } from "../files/readBeginning.ts";

/** Stands for stdin or stdout wherever the name of a file is asked for. */
export const STREAM = "-";

/** How sentences call what is read. */
export function nameOf(file: string): string {
  return file === STREAM ? "stdin" : file;
}

/** Throws `usage` for a name with nothing in it, as a script gives it whose variable is not set. */
export function requireName(file: string): void {
  if (file === "") throw new DailyleetError("usage", "The name of the file or directory is empty; give one.");
}

/** What a file or stdin holds, up to so many bytes. Throws `usage` and `storage`. */
export function readFrom(context: Context, file: string, length: number): Buffer {
  requireName(file);
  try {
    return file === STREAM ? context.readStdin(length) : readBeginning(file, length);
  } catch (error) {
    throw cannot("read", nameOf(file), error);
  }
}

/** Writes a text that the person asked for to a file, as `writeNamed` does, or to stdout. Throws `usage` and `storage`. */
export function writeTo(context: Context, file: string, text: string, readers: "private" | "public"): void {
  requireName(file);
  if (file === STREAM) context.stdout.write(text);
  else writeNamed(file, text, readers);
}
