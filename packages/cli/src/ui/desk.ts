import type { Config } from "@dailyleet/core";
import type { Context } from "../context.ts";
import type { namingNewestCopy } from "../files/copies.ts";
import type { Look } from "../terminal/look.ts";
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
