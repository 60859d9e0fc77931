import {
  createTickStore,
  DailyleetError,
  hasCode,
  type TickStore,
  type Ticks,
  type TicksByYear,
  type YearDocument,
} from "@dailyleet/core";
import type { DocumentCache } from "@dailyleet/local";

/** What this computer last knew of a person's documents in the cloud. */
export interface KnownYears {
  /** A year that was never read here is empty. */
  read(years: readonly number[]): Promise<TicksByYear>;
  /** A year as it was when this command first read it from the cloud; undefined when it did not. */
  firstRead(year: number): Ticks | undefined;
}

/** A store that notes every document that goes through it, and what it has noted. */
export function rememberYears(
  store: TickStore,
  cache: DocumentCache,
  uid: string,
  currentYear: number,
): { store: TickStore; known: KnownYears } {
  const first = new Map<number, Ticks>();
  const copies = createTickStore({ get: async (path) => cache.get(uid, path), commit: readOnly }, uid);

  const keep = (document: YearDocument): YearDocument => {
    const { path, fields, version } = document;
    if (version !== null) keepIfPossible(() => cache.put(uid, path, { fields, updateTime: version }));
    return document;
  };
  const keepRead = (document: YearDocument): YearDocument => {
    const year = document.year ?? currentYear;
    if (!first.has(year)) first.set(year, document.ticks);
    return keep(document);
  };

  return {
    store: {
      readOpen: async () => keepRead(await store.readOpen()),
      readClosed: async (year) => keepRead(await store.readClosed(year)),
      save: async (document, changes) => keep(await store.save(document, changes)),
      close: async (open, year) => keep(await store.close(open, year)),
    },
    known: {
      read: (years) => readKnown(copies, years),
      firstRead: (year) => first.get(year),
    },
  };
}

/** A copy that a full disk does not take is no reason to fail: the cloud has the original. */
function keepIfPossible(put: () => void): void {
  try {
    put();
  } catch (error) {
    if (!hasCode(error, "storage", "busy")) throw error;
  }
}

async function readKnown(copies: TickStore, years: readonly number[]): Promise<TicksByYear> {
  const open = await copies.readOpen();
  const read = async (year: number) => (year === open.year ? open : await copies.readClosed(year)).ticks;
  return Object.fromEntries(await Promise.all(years.map(async (year) => [year, await read(year)])));
}

async function readOnly(): Promise<never> {
  throw new DailyleetError("unavailable", "A copy cannot be written; write to the database.");
}
