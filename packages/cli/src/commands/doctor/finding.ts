import { isDailyleetError } from "@dailyleet/core";

export interface Finding {
  readonly check: string;
  /** `hint`: nothing is broken, but there is something to know or to do. `mend`: something does not work as it should. */
  readonly state: "ok" | "hint" | "mend";
  /** Never a secret. */
  readonly found: string;
  /** What to do; null when all is well. */
  readonly advice: string | null;
}

type Advise = (check: string, found: string, advice: string) => Finding;
export const ok = (check: string, found: string): Finding => ({ check, state: "ok", found, advice: null });
export const hint: Advise = (check, found, advice) => ({ check, state: "hint", found, advice });
export const mend: Advise = (check, found, advice) => ({ check, state: "mend", found, advice });

type Found = Finding | readonly Finding[];

/** The findings of `look`; an error of it is one. */
export async function examine(check: string, look: () => Found | Promise<Found>): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    if (!isDailyleetError(error)) throw error;
    // Behind their last semicolon errors say what to do.
    const [, found = error.message, advice = "see docs/terminal.md"] = /^(.*); (.*?)\.?$/s.exec(error.message) ?? [];
    return [mend(check, found, advice)];
  }
}
