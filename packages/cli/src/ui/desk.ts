import type { Config, Source } from "@dailyleet/core";
import { createContext, useContext } from "react";
import type { Context } from "../context.ts";
import type { namingNewestCopy } from "../files/copies.ts";
import type { nextDue } from "../parts/questions.ts";
import type { Look, TonedLook } from "../terminal/look.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import type { take } from "../tracker/historySteps.ts";
import type { withTracker } from "../tracker/openTracker.ts";
import type { changeUndoably } from "../tracker/tracker.ts";

/** What every verb does with ticks and marks; handed in, because the main bundle has it all already. */
export interface Tracking {
  readonly withTracker: typeof withTracker;
  readonly changeUndoably: typeof changeUndoably;
  readonly take: typeof take;
  readonly namingNewestCopy: typeof namingNewestCopy;
}

/** What the work needs to know; the same for the whole time. */
export interface Desk {
  readonly tracking: Tracking;
  readonly context: Context;
  readonly config: Config;
  readonly options: GlobalOptions;
  /** What knows when questions come back; a bundle of its own. */
  readonly practice: typeof import("../parts/questions.ts");
  readonly look: Look;
  /** What was said when the screen was opened; it is not said again. */
  readonly told: readonly string[];
}

/** What is the same on every screen. */
export interface Surroundings {
  readonly look: TonedLook;
  readonly sources: readonly Source[];
  readonly nextDue: typeof nextDue;
}

export const SurroundingsContext = createContext<Surroundings | null>(null);

export function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext);
  if (surroundings === null) throw new Error("nothing surrounds this component");
  return surroundings;
}

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
