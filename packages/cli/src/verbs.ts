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
import type { Register } from "./verb.ts";

/** All verbs, in the groups and the order of the help page. The program declares only the verb that it runs. */
export const VERBS: Readonly<Record<string, Readonly<Record<string, Register>>>> = {
  "Every day:": {
    today: registerToday,
    tick: registerTick,
    untick: registerUntick,
    undo: registerUndo,
    redo: registerRedo,
    fetch: registerFetch,
    ui: registerUi,
  },
  "Looking back:": {
    status: registerStatus,
    stats: registerStats,
  },
  "Practising:": {
    review: registerReview,
    mark: registerMark,
    plan: registerPlan,
    questions: registerQuestions,
    open: registerOpen,
  },
  "Your data:": {
    export: registerExport,
    import: registerImport,
    restore: registerRestore,
    config: registerConfig,
  },
  "This computer:": {
    serve: registerServe,
    profiles: registerProfiles,
    completion: registerCompletion,
    doctor: registerDoctor,
  },
  "Cloud (optional):": {
    login: registerLogin,
    logout: registerLogout,
    sync: registerSync,
    "deploy-files": registerDeployFiles,
  },
};

export const VERB_NAMES: readonly string[] = Object.values(VERBS).flatMap((group) => Object.keys(group));
