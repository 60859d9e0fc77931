import { DailyleetError } from "@dailyleet/core";

/** `hint`: nothing is broken, but there is something to know or to do. `mend`: something does not work as it should. */
export type State = "ok" | "hint" | "mend";

export interface Finding {
  readonly check: string;
  readonly state: State;
  /** What was found; holds nothing secret. */
  readonly found: string;
  /** What to do; null when all is well. */
  readonly advice: string | null;
}

export function ok(check: string, found: string): Finding {
  return { check, state: "ok", found, advice: null };
}

export function hint(check: string, found: string, advice: string): Finding {
  return { check, state: "hint", found, advice };
}

export function mend(check: string, found: string, advice: string): Finding {
  return { check, state: "mend", found, advice };
}

/** What a failure says, cut at its last semicolon: errors end with what to do. */
export function fromError(check: string, error: unknown): Finding {
  if (!(error instanceof DailyleetError)) throw error;
  const cut = error.message.lastIndexOf("; ");
  if (cut === -1) return mend(check, error.message, "see docs/terminal.md");
  return mend(check, error.message.slice(0, cut), error.message.slice(cut + 2).replace(/\.$/, ""));
}
