import type { Register } from "./verb.ts";

/** Every verb, in the groups and the order of the help page. The program loads the verb that it runs. */
export const VERBS: Readonly<Record<string, Readonly<Record<string, () => Promise<Register>>>>> = {
  "Every day:": {
    today: async () => (await import("./commands/today.ts")).registerToday,
    tick: async () => (await import("./commands/tick.ts")).registerTick,
    untick: async () => (await import("./commands/tick.ts")).registerUntick,
    undo: async () => (await import("./commands/undo.ts")).registerUndo,
    redo: async () => (await import("./commands/undo.ts")).registerRedo,
    fetch: async () => (await import("./commands/fetch.ts")).registerFetch,
    ui: async () => (await import("./commands/ui.ts")).registerUi,
  },
  "Looking back:": {
    status: async () => (await import("./commands/status.ts")).registerStatus,
    stats: async () => (await import("./commands/stats.ts")).registerStats,
  },
  "Practising:": {
    review: async () => (await import("./commands/review.ts")).registerReview,
    mark: async () => (await import("./commands/mark.ts")).registerMark,
    plan: async () => (await import("./commands/plan.ts")).registerPlan,
    questions: async () => (await import("./commands/questions.ts")).registerQuestions,
    open: async () => (await import("./commands/open.ts")).registerOpen,
  },
  "Your data:": {
    export: async () => (await import("./commands/export.ts")).registerExport,
    import: async () => (await import("./commands/import.ts")).registerImport,
    restore: async () => (await import("./commands/restore.ts")).registerRestore,
    config: async () => (await import("./commands/config.ts")).registerConfig,
  },
  "This computer:": {
    serve: async () => (await import("./commands/serve.ts")).registerServe,
    profiles: async () => (await import("./commands/profiles.ts")).registerProfiles,
    completion: async () => (await import("./commands/completion.ts")).registerCompletion,
    doctor: async () => (await import("./commands/doctor.ts")).registerDoctor,
  },
  "Cloud (optional):": {
    login: async () => (await import("./commands/login.ts")).registerLogin,
    logout: async () => (await import("./commands/logout.ts")).registerLogout,
    sync: async () => (await import("./commands/sync.ts")).registerSync,
    "deploy-files": async () => (await import("./commands/deployFiles.ts")).registerDeployFiles,
  },
};

export const VERB_NAMES: readonly string[] = Object.values(VERBS).flatMap((group) => Object.keys(group));
