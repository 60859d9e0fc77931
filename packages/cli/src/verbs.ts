import { registerCompletion } from "./commands/completion.ts";
import { registerConfig } from "./commands/config.ts";
import { registerDeployFiles } from "./commands/deployFiles.ts";
import { registerDoctor } from "./commands/doctor.ts";
import { registerExport } from "./commands/export.ts";
import { registerFetch } from "./commands/fetch.ts";
import { registerImport } from "./commands/import.ts";
import { registerLogin } from "./commands/login.ts";
import { registerLogout } from "./commands/logout.ts";
import { registerMark } from "./commands/mark.ts";
import { registerOpen } from "./commands/open.ts";
import { registerPlan } from "./commands/plan.ts";
import { registerProfiles } from "./commands/profiles.ts";
import { registerQuestions } from "./commands/questions.ts";
import { registerRestore } from "./commands/restore.ts";
import { registerReview } from "./commands/review.ts";
import { registerServe } from "./commands/serve.ts";
import { registerStats } from "./commands/stats.ts";
import { registerStatus } from "./commands/status.ts";
import { registerSync } from "./commands/sync.ts";
import { registerTick, registerUntick } from "./commands/tick.ts";
import { registerToday } from "./commands/today.ts";
import { registerUi } from "./commands/ui.ts";
import { registerRedo, registerUndo } from "./commands/undo.ts";
import type { Verbs } from "./program.ts";

const DAILY = [registerToday, registerTick, registerUntick, registerUndo, registerRedo];
const LOOKING_BACK = [registerStatus, registerStats];
/** The verbs of the small bundle, which starts sooner; `bin/dailyleet.cjs` has their names. */
export const EVERYDAY: Verbs = { "Every day:": DAILY, "Looking back:": LOOKING_BACK };

/** Every verb, in the groups and the order of the help page. */
export const ALL: Verbs = {
  "Every day:": /* @__PURE__ */ DAILY.concat(registerFetch, registerUi),
  "Looking back:": LOOKING_BACK,
  "Practising:": [registerReview, registerMark, registerPlan, registerQuestions, registerOpen],
  "Your data:": [registerExport, registerImport, registerRestore, registerConfig],
  "This computer:": [registerServe, registerProfiles, registerCompletion, registerDoctor],
  "Cloud (optional):": [registerLogin, registerLogout, registerSync, registerDeployFiles],
};
