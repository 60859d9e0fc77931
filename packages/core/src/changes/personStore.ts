import type { Backoff, DocumentStore, PersonStore } from "../ports.ts";
import { closeYear } from "../ticks/closeYear.ts";
import { createLeanPersonStore } from "./leanPersonStore.ts";

/** The ticks and marks of `uid` in a document store. */
export function createPersonStore(documents: DocumentStore, uid: string, backoff?: Backoff): PersonStore {
  return createLeanPersonStore(documents, uid, { closing: closeYear, ...(backoff && { backoff }) });
}
