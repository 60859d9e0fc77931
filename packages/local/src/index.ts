import type { RunningServer, ServerOptions } from "./server/startServer.ts";

export type { Database } from "./database/connection.ts";
export { openDatabase } from "./database/open.ts";
export { createDocumentCache, type DocumentCache } from "./documentCache.ts";
export { createDocumentStore } from "./documentStore.ts";
export { forgetChanges, type HistoryEntry, lastChanges, recordChanges } from "./history.ts";
export { type LockName, withLock } from "./lock.ts";
export { createOutbox } from "./outbox.ts";
export { createProfile, findProfile, listProfiles, type Profile } from "./profiles.ts";
export type { RunningServer, ServerOptions } from "./server/startServer.ts";

/** See `server/startServer.ts`. Loaded when it is called: most commands of the terminal need no server. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = await import("./server/startServer.ts");
  return server.startServer(options);
}
