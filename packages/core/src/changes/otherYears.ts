import { DailyleetError, hasCode } from "../errors.ts";
import { affectedKeys } from "../firestore/diff.ts";
import { closedPath, closedYearsPath, parseDataPath } from "../firestore/paths.ts";
import { type Fields, integerValue, readMap } from "../firestore/value.ts";
import type { Backoff, DocumentStore, ListedDocument, PersonStore, Reading, YearDocument } from "../ports.ts";
import { isDayName, MAX_CHANGED_DAYS, MAX_LISTED } from "../rules/documentRules.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { dayTicks, splitByDays, type TickChange } from "../ticks/ticks.ts";
import { createPersonStoreWith, yearDocument } from "./personStore.ts";
import { openYear } from "./years.ts";

export function createPersonStore(documents: DocumentStore, uid: string, backoff?: Backoff): PersonStore {
  const reading = createReading(documents.list, uid);
  return createPersonStoreWith(documents, uid, { closing: closeYear, reading, ...(backoff && { backoff }) });
}

/**
 * Archives the open document of an earlier year and starts `year`. Does not read the archive first: the commit has the
 * condition that there is none, which is nearly always so. Rejects as the store does, and with `refused` for a day with
 * contents that this program cannot merge.
 */
export async function closeYear(store: PersonStore, open: YearDocument, year: number): Promise<YearDocument> {
  try {
    return await store.close(open, null, { year: integerValue(year) });
  } catch (error) {
    if (!hasCode(error, "conflict")) throw error;
    return closeIntoArchive(store, open, year);
  }
}

/**
 * Archives into an archive that exists: a backup was restored, or another program wrote it. First makes the days that are
 * in both documents equal by ordinary ticks, so that a crash loses nothing; a cell is done if it is done in either.
 */
async function closeIntoArchive(store: PersonStore, open: YearDocument, year: number): Promise<YearDocument> {
  if (open.year === null) throw new Error("this document has no year");
  const archive = await store.readClosed(open.year);
  // Another device may have closed the year meanwhile, and with it changed the open document.
  if ((await store.readOpen()).version !== open.version) throw overtaken();
  const cells = cellsToAgreeOn(open, archive);
  const [mine, other] = [await withCells(store, open, cells), await withCells(store, archive, cells)];
  return store.close(mine, other, { ...unsettledKeys(mine.fields, other.fields), year: integerValue(year) });
}

const overtaken = () => new DailyleetError("conflict", "The year was closed by another device meanwhile.");

/** Fields other than days that differ in the archive. They stay in the open document, so that nothing is lost. */
function unsettledKeys(open: Fields, archive: Fields): Fields {
  const different = affectedKeys(open, archive);
  const isUnsettled = (name: string) => name in archive && different.has(name) && !isDayName(name);
  return Object.fromEntries(Object.entries(open).filter(([name]) => name !== "year" && isUnsettled(name)));
}

/** Every cell of the days that are in both documents and differ. */
function cellsToAgreeOn(open: YearDocument, archive: YearDocument): TickChange[] {
  const different = affectedKeys(open.fields, archive.fields);
  const shared = [...different].filter((name) => isDayName(name) && name in open.fields && name in archive.fields);
  return shared.flatMap((name) => dayToAgreeOn(open, archive, Number(name)));
}

function dayToAgreeOn(open: YearDocument, archive: YearDocument, day: number): TickChange[] {
  const year = open.year ?? 0;
  if ([open, archive].some(({ fields }) => hasForeignCells(fields, day))) {
    throw new DailyleetError(
      "refused",
      `The year ${year} cannot be closed: day ${day} of it is stored twice, with contents that this program does not know; ask whoever runs the site to look at it.`,
    );
  }
  const [mine, other] = [dayTicks(open.ticks, day), dayTicks(archive.ticks, day)];
  const known = SOURCE_NUMBERS.filter((source) => source in mine || source in other);
  // The day has no cell in either and differs: in one of them it is no map.
  const sources = known.length > 0 ? known : SOURCE_NUMBERS.slice(0, 1);
  return sources.map((source) => ({ year, day, source, done: mine[source] === true || other[source] === true }));
}

function hasForeignCells(fields: Fields, day: number): boolean {
  const names: readonly string[] = SOURCE_NUMBERS.map(String);
  return Object.keys(readMap(fields[day]) ?? {}).some((name) => !names.includes(name));
}

async function withCells(store: PersonStore, document: YearDocument, cells: readonly TickChange[]) {
  const missing = cells.filter(({ day, source, done }) => document.ticks[day]?.[source] !== done);
  let current = document;
  for (const batch of splitByDays(missing, MAX_CHANGED_DAYS)) current = await store.save(current, batch);
  return current;
}

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
    const documents = known.map(
      (year) => listed.get(year) ?? yearDocument({ path: closedPath(uid, year), fields: {}, version: null }, year),
    );
    return { years: [...years, ...unasked], documents: [open, ...documents] };
  };
}

/** Older rules refuse lists; without an index for them Firestore answers with a failed precondition. */
function nullIfRefused(error: unknown): null {
  if (hasCode(error, "refused", "conflict")) return null;
  throw error;
}

function byYear(documents: readonly ListedDocument[]): Map<number, YearDocument> {
  const closed = documents.flatMap(({ path, fields, updateTime: version }) => {
    const parsed = parseDataPath(path);
    return parsed?.kind === "closed" ? yearDocument({ path, fields, version }, parsed.year) : [];
  });
  return new Map(closed.map((document) => [Number(document.year), document]));
}
