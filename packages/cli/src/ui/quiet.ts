import type { Context } from "../context.ts";

/** A context for work behind the screen, where nothing may be printed: what would be said is kept. */
export interface Quiet {
  readonly context: Context;
  /** What was said beside the answers, sentence by sentence. */
  readonly notes: readonly string[];
}

const PREFIX = /^dailyleet: /;

export function quiet(context: Context): Quiet {
  const notes: string[] = [];
  const stderr = { ...context.stderr, write: (text: string) => void notes.push(text.trim().replace(PREFIX, "")) };
  const stdout = { ...context.stdout, write() {} };
  return { context: { ...context, stdout, stderr, ask: async () => null, setExitCode() {} }, notes };
}
