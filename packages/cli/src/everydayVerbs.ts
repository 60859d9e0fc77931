import { registerTick, registerUntick } from "./commands/tick.ts";
import { registerStatus, registerToday } from "./commands/today.ts";
import { registerRedo, registerUndo } from "./commands/undo.ts";
import { registerStats, registerYear } from "./commands/year.ts";
import type { Verbs } from "./program.ts";

/** The verbs of the small bundle, which starts sooner; `bin/dailyleet.cjs` names them, too. */
export const EVERYDAY = {
  "Every day:": {
    today: registerToday,
    tick: registerTick,
    untick: registerUntick,
    undo: registerUndo,
    redo: registerRedo,
  },
  "Looking back:": { status: registerStatus, year: registerYear, stats: registerStats },
} satisfies Verbs;
