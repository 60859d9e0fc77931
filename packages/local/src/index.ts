export type { Database } from "./database/connection.ts";
export { openDatabase } from "./database/open.ts";
export { createDocumentCache, type DocumentCache } from "./documentCache.ts";
export { createDocumentStore } from "./documentStore.ts";
export { type HistoryEntry, lastDone, lastUndone, markUndone, recordChanges } from "./history.ts";
export { type LockName, withLock } from "./lock.ts";
export { createOutbox } from "./outbox.ts";
export { createProfile, findProfile, listProfiles, type Profile } from "./profiles.ts";
