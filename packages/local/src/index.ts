export type { Database } from "./storage/database/connection.ts";
export { parseStored } from "./storage/database/errors.ts";
export { discard, makeDirectories } from "./storage/database/files.ts";
export { openDatabase } from "./storage/database/open.ts";
export { createDocumentStore, keepDerived, readDerived } from "./storage/documents.ts";
export { type HistoryEntry, lastDone, lastUndone, markUndone, recordChanges } from "./storage/history.ts";
export {
  createKnownDocuments,
  type KnownDocuments,
  listYears,
  readAllTicks,
  readPersonData,
} from "./storage/knownDocuments.ts";
export { withLock } from "./storage/lock.ts";
export { createOutbox } from "./storage/outbox.ts";
export {
  createProfile,
  findProfile,
  listProfiles,
  type Profile,
  removeProfile,
  renameProfile,
  requireAnother,
} from "./storage/profiles.ts";
