import { closeSync, openSync, readSync } from "node:fs";
import { codeOf } from "./files.ts";

const CHUNK = 65_536;
const MOMENT_MS = 5;

/** The first `length` bytes of a file or a stream, or all where there are fewer: a device may have no end. */
export function readBeginning(file: string | number, length: number): Buffer {
  const descriptor = typeof file === "string" ? openSync(file, "r") : file;
  try {
    const chunks: Buffer[] = [];
    for (let left = length; left > 0; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, left));
      const count = readSome(descriptor, chunk);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
      left -= count;
    }
    return Buffer.concat(chunks);
  } finally {
    if (descriptor !== file) closeSync(descriptor);
  }
}

/** Waits where somebody made the stream non-blocking and its writer needs a moment. 0 at the end. */
function readSome(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      // As Windows calls the end of a pipe.
      if (codeOf(error) === "EOF") return 0;
      if (codeOf(error) !== "EAGAIN") throw error;
      waitAMoment();
    }
  }
}

/** Until whoever is at the other end of a pipe may have done something. */
export function waitAMoment(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MOMENT_MS);
}
