import type { Backoff, DocumentStore, PersonStore } from "../ports.ts";
import { closeYear } from "./closeYear.ts";
import { createLeanPersonStore } from "./leanPersonStore.ts";
import { createReading } from "./readYears.ts";

/** The ticks and marks of `uid` in a document store. */
export function createPersonStore(documents: DocumentStore, uid: string, backoff?: Backoff): PersonStore {
  const reading = createReading(documents.list, uid);
  return createLeanPersonStore(documents, uid, { closing: closeYear, reading, ...(backoff && { backoff }) });
}
