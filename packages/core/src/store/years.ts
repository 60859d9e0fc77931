import { backOff } from "../basics.ts";
import { type CivilDate, civilDateAt } from "../calendar/calendar.ts";
import { batchesOf, changesOf } from "../changes/changes.ts";
import { conflictError, type DailyleetError, hasCode, refusedError } from "../errors.ts";
import { closedPath } from "../firestore/paths.ts";
import { affectedKeys, type Fields, integerValue, readMap } from "../firestore/values.ts";
import type { PersonStore, YearDocument } from "../ports.ts";
import { isDayName } from "../rules/documentRules.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { dayTicks, NO_TICKS, type TickChange, tickCell } from "../ticks/ticks.ts";

/**
 * Reads the open document and settles it for the person's civil year: a document without a year gets the local year of
 * its last update, and an earlier year is closed. A new person's document is not written before the first tick. A
 * document of a later year (another device is past New Year, or its clock is wrong) is left as it is.
 */
export function openYear(store: PersonStore, today: CivilDate): Promise<YearDocument> {
  return retryOnConflict(store, async () => settle(store, await store.readOpen(), today));
}

async function settle(store: PersonStore, read: YearDocument, today: CivilDate): Promise<YearDocument> {
  let open = read;
  if (open.table === null) {
    if ("year" in open.fields) throw unreadableYear();
    open = { ...open, table: open.version === null ? today.year : civilDateAt(Date.parse(open.version)).year };
    // Store the year now: the next write changes the update time, and the year could no longer be derived from it.
    if (open.version !== null) open = await store.save(open, []);
  }
  return open.table !== null && open.table < today.year ? closeYear(store, open, today.year) : open;
}

function unreadableYear(): DailyleetError {
  const fault = "The year of the open document is not a whole number";
  return refusedError(`${fault}; ask whoever runs the site to look at it.`);
}

/** Reads the document that holds `year`, open or closed. Null for a year that has not begun. */
export async function readYearDocument(store: PersonStore, year: number, today: CivilDate) {
  return documentOf(store, await openYear(store, today), year);
}

async function documentOf(store: PersonStore, open: YearDocument, year: number): Promise<YearDocument | null> {
  if (open.table === year) return open;
  return open.table !== null && year > open.table ? null : store.readClosed(year);
}

/**
 * Reads a year in order to write to it. First creates a missing open document, so that a closed year is written only
 * beside an open document of a later year: otherwise a delayed first write of the closed year could still create the
 * open document, which then could not be archived.
 */
export async function writableYear(store: PersonStore, year: number, today: CivilDate): Promise<YearDocument | null> {
  const open = await settle(store, await store.readOpen(), today);
  if (open.version === null && open.table !== null && open.table > year) await store.save(open, []);
  return documentOf(store, open, year);
}

/** Up to this number, closed years are read one by one; more are listed. */
const FEW = 2;

/**
 * Reads the open document once, settles it as `openYear` does, and reads the other years. The result also has every
 * year that was found unasked: a device with a wrong clock asks for too few years. Rejects as the store does.
 */
export async function readYearDocuments(store: PersonStore, years: readonly number[], today: CivilDate) {
  const open = await openYear(store, today);
  const isClosed = (year: number) => year !== open.table;
  const closed = years.filter(isClosed);
  const read =
    closed.length > FEW ? await store.listClosed() : await Promise.all(closed.map((year) => store.readClosed(year)));
  const found = new Map(read.map((document) => [Number(document.table), document]));
  const unasked = [...(open.table === null ? [] : [open.table]), ...found.keys()].filter(
    (year) => !years.includes(year),
  );
  // Of the empty years before the first year with a document, keep only the last: a streak ends there.
  const first = Math.min(...found.keys(), Math.max(...closed)) - 1;
  const known = [...closed, ...unasked.filter(isClosed)].filter((year) => year >= first);
  const documents = known.map((year) => found.get(year) ?? emptyYear(store, year));
  return { years: [...years, ...unasked], documents: [open, ...documents] };
}

function emptyYear({ uid }: PersonStore, year: number): YearDocument {
  return { path: closedPath(uid, year), fields: {}, version: null, table: year, cells: NO_TICKS };
}

/**
 * Archives the open document of an earlier year and starts `year`. Does not read the archive first: it almost never
 * exists, and the commit has the precondition that it does not. Rejects as the store does, and with `refused` for a day
 * with contents that this program cannot merge.
 */
async function closeYear(store: PersonStore, open: YearDocument, year: number): Promise<YearDocument> {
  try {
    return await store.close(open, null, { year: integerValue(year) });
  } catch (error) {
    if (!hasCode(error, "conflict")) throw error;
    return closeIntoArchive(store, open, year);
  }
}

/**
 * Archives into an existing archive, which a restored backup or another program wrote. First makes the days that are in
 * both documents equal by ordinary ticks, so that a crash loses nothing. A cell is done if it is done in either
 * document.
 */
async function closeIntoArchive(store: PersonStore, open: YearDocument, year: number): Promise<YearDocument> {
  if (open.table === null) throw new Error("this document has no year");
  const archive = await store.readClosed(open.table);
  // Another device may have closed the year meanwhile, and thereby changed the open document.
  if ((await store.readOpen()).version !== open.version) throw overtaken();
  const cells = cellsToAgreeOn(open, archive);
  const [mine, other] = [await withCells(store, open, cells), await withCells(store, archive, cells)];
  return store.close(mine, other, { ...unsettledKeys(mine.fields, other.fields), year: integerValue(year) });
}

const overtaken = () => conflictError("The year was closed by another device meanwhile.");

/** The open document's fields, other than days, that differ in the archive. They stay open, so that nothing is lost. */
function unsettledKeys(open: Fields, archive: Fields): Fields {
  const different = affectedKeys(open, archive);
  const isUnsettled = (name: string) => name in archive && different.has(name) && !isDayName(name);
  return Object.fromEntries(Object.entries(open).filter(([name]) => name !== "year" && isUnsettled(name)));
}

/** Changes of every cell of the days that differ between the two documents. */
function cellsToAgreeOn(open: YearDocument, archive: YearDocument): TickChange[] {
  const different = affectedKeys(open.fields, archive.fields);
  const shared = [...different].filter((name) => isDayName(name) && name in open.fields && name in archive.fields);
  return shared.flatMap((name) => dayToAgreeOn(open, archive, Number(name)));
}

function dayToAgreeOn(open: YearDocument, archive: YearDocument, day: number): TickChange[] {
  const year = open.table ?? 0;
  if ([open, archive].some(({ fields }) => hasForeignCells(fields, day))) {
    throw refusedError(
      `The year ${year} cannot be closed: day ${day} of it is stored twice, with contents that this program does not know; ask whoever runs the site to look at it.`,
    );
  }
  const [mine, other] = [dayTicks(open.cells, day), dayTicks(archive.cells, day)];
  const known = SOURCE_NUMBERS.filter((source) => source in mine || source in other);
  // If a day differs although neither document has a cell of it, one of them holds something other than a map.
  const sources = known.length > 0 ? known : SOURCE_NUMBERS.slice(0, 1);
  return sources.map((source) => {
    return { ...tickCell(year, day, source), state: mine[source] === true || other[source] === true };
  });
}

function hasForeignCells(fields: Fields, day: number): boolean {
  const names: readonly string[] = SOURCE_NUMBERS.map(String);
  return Object.keys(readMap(fields[day]) ?? {}).some((name) => !names.includes(name));
}

async function withCells(store: PersonStore, document: YearDocument, cells: readonly TickChange[]) {
  const missing = cells.flatMap((change) => {
    return document.cells[change.row]?.[change.column] === change.state ? [] : { change };
  });
  let current = document;
  for (const batch of batchesOf(missing)) current = await store.save(current, changesOf(batch.flat()));
  return current;
}

const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 100;

/** Repeats a read-then-write operation from its start while it fails with `conflict`, `MAX_ATTEMPTS` times at most. */
export async function retryOnConflict<T>({ backoff }: PersonStore, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!hasCode(error, "conflict")) throw error;
      if (tries === MAX_ATTEMPTS) throw stillOvertaken(error);
      await backoff?.wait(backOff(tries, { firstMs: FIRST_DELAY_MS, random: backoff.random }));
    }
  }
}

function stillOvertaken(cause: DailyleetError): DailyleetError {
  const fault = `Somebody else kept changing the same document (${MAX_ATTEMPTS} attempts)`;
  return conflictError(`${fault}; try again in a moment.`, cause);
}
