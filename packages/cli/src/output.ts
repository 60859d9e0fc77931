import { fstatSync, writeSync } from "node:fs";
import type { Output } from "./context.ts";

/** The reader of a pipe has gone away (`| head`): nothing more can be said, and nothing is wrong. */
export class OutputClosed extends Error {}

/** What Node tells about a stream; making it costs a tenth of the program's whole time. */
interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const DEFAULT_COLUMNS = 80;

/**
 * A stream that writes at once and whole, so that nothing is lost when the process ends. Where nobody reads stdout any
 * more the command ends; where nobody reads stderr it goes on.
 */
export function createOutput(descriptor: 1 | 2, terminal: () => Terminal): Output {
  const isTerminal = () => isDevice(descriptor) && terminal().isTTY === true;
  return {
    write: (text) => writeAll(descriptor, Buffer.from(text)),
    isTerminal,
    columns: () => (isTerminal() && terminal().columns) || DEFAULT_COLUMNS,
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
    if (code === "EPIPE" && descriptor === 2) return bytes.length;
    if (code === "EPIPE") throw new OutputClosed();
    if (code !== "EAGAIN") throw error;
    // A pipe that somebody made non-blocking is full; its reader needs a moment.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return 0;
  }
}
