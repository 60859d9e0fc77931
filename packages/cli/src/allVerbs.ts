import { registerDeployFiles, registerLogin, registerLogout, registerSync, registerWhoami } from "./commands/cloud.ts";
import { registerConfig } from "./commands/config.ts";
import { registerOpen, registerServe } from "./commands/open.ts";
import { registerProfiles } from "./commands/profiles.ts";
import { registerMark, registerPlan, registerQuestions, registerReview } from "./commands/questions.ts";
import { registerCompletion, registerDoctor, registerRemind } from "./commands/thisComputer.ts";
import { registerBackups, registerExport, registerImport, registerRestore } from "./commands/transfer.ts";
import { registerUi } from "./commands/ui.ts";
import { EVERYDAY } from "./everydayVerbs.ts";
import type { Verbs } from "./program.ts";

/** Every verb, in the groups and the order of the help page. */
export const ALL = {
  "Every day:": { ...EVERYDAY["Every day:"], ui: registerUi },
  "Looking back:": EVERYDAY["Looking back:"],
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
    backups: registerBackups,
    restore: registerRestore,
    config: registerConfig,
  },
  "This computer:": {
    serve: registerServe,
    profiles: registerProfiles,
    remind: registerRemind,
    completion: registerCompletion,
    doctor: registerDoctor,
  },
  "Cloud (optional):": {
    login: registerLogin,
    logout: registerLogout,
    whoami: registerWhoami,
    sync: registerSync,
    "deploy-files": registerDeployFiles,
  },
} satisfies Verbs;
