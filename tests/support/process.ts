import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The output and the exit code of a process, when it has ended. */
export async function resultOf(child: ChildProcess): Promise<CliResult> {
  const closed = once(child, "close");
  const told = async (stream: Readable | null) => (stream ? text(stream) : "");
  const [stdout, stderr] = await Promise.all([told(child.stdout), told(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, stdout, stderr };
}

/**
 * Waits until a process's output matches `wanted`; the match's `input` is all output so far. Rejects with the output if
 * the process ends first.
 */
export function waitForOutput(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  const streams = [child.stdout, child.stderr];
  let output = "";
  const hear = (part: Buffer) => {
    output += part.toString();
    const found = wanted.exec(output);
    if (!found) return;
    resolve(found);
    // Keep reading without listening: a full pipe would block the process.
    for (const stream of streams) stream?.off("data", hear).resume();
  };
  for (const stream of streams) stream?.on("data", hear);
  child.once("error", reject);
  child.once("close", (code) => reject(new Error(`ended with ${code}: ${output.slice(-2_000)}`)));
  return promise;
}
