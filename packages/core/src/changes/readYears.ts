import { hasCode } from "../errors.ts";
import { closedPath, closedYearsPath, parseDataPath } from "../firestore/paths.ts";
import type { Backoff, DocumentStore, ListedDocument, PersonStore, Reading } from "../ports.ts";
import { MAX_LISTED } from "../rules/documentRules.ts";
import { closeYear } from "./closeYear.ts";
import { closedYear, createPersonStoreWith } from "./personStore.ts";
import { openYear } from "./years.ts";

/** Up to so many closed years are read one by one; more are listed. */
const FEW = 2;
/** All years from 1970 on fit into two lists. */
const MAX_LISTS = 4;

/**
 * Lists the years until the server refuses that for the first time, and from then on reads them one by one. The result has
 * every year that was found, also those not asked for: a device with a wrong clock asks for too few.
 */
export function createReading(list: DocumentStore["list"], uid: string): Reading {
  let isPossible = true;
  const listClosed = async () => {
    const documents: ListedDocument[] = [];
    while (isPossible) {
      const page = await list(closedYearsPath(uid), MAX_LISTED, documents.length).catch(nullIfRefused);
      documents.push(...(page ?? []));
      if (page && page.length < MAX_LISTED) return byYear(documents);
      isPossible = page !== null && documents.length < MAX_LISTS * MAX_LISTED;
    }
    return null;
  };

  return async (store, years, today, least = years) => {
    const open = await openYear(store, today);
    const isClosed = (year: number) => year !== open.year;
    const closed = years.filter(isClosed);
    const listed = closed.length > FEW ? await listClosed() : null;
    const found = [...(open.year === null ? [] : [open.year]), ...(listed?.keys() ?? [])];
    const unasked = found.filter((year) => !years.includes(year));
    if (listed === null) {
      const documents = await Promise.all(least.filter(isClosed).map((year) => store.readClosed(year)));
      return { years: [...least, ...unasked], documents: [open, ...documents] };
    }
    // A year without a document matters where the caller asks for it, or where a streak ends.
    const first = Math.min(...listed.keys()) - 1;
    const known = [...closed, ...unasked.filter(isClosed)].filter((year) => year >= first || least.includes(year));
    const documents = known.map((year) => closedYear(closedPath(uid, year), year, listed.get(year) ?? null));
    return { years: [...years, ...unasked], documents: [open, ...documents] };
  };
}

/** Older rules refuse lists; without an index for them Firestore answers with a failed precondition. */
function nullIfRefused(error: unknown): null {
  if (hasCode(error, "refused", "conflict")) return null;
  throw error;
}

function byYear(documents: readonly ListedDocument[]): Map<number, ListedDocument> {
  return new Map(
    documents.flatMap((document) => {
      const path = parseDataPath(document.path);
      return path?.kind === "closed" ? [[path.year, document] as const] : [];
    }),
  );
}

export function createPersonStore(documents: DocumentStore, uid: string, backoff?: Backoff): PersonStore {
  const reading = createReading(documents.list, uid);
  return createPersonStoreWith(documents, uid, { closing: closeYear, reading, ...(backoff && { backoff }) });
}
