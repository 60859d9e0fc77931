import { backOff } from "../basics.ts";
import { type CivilDate, civilDateAt } from "../calendar/calendar.ts";
import { DailyleetError, hasCode } from "../errors.ts";
import { closedPath } from "../firestore/paths.ts";
import type { PersonStore, YearDocument } from "../ports.ts";
import { NO_TICKS } from "../ticks/ticks.ts";
import { closeYear } from "./closeYear.ts";

/**
 * Reads the open document and settles it for the person's civil year: a document without a year gets the local year of its
 * last update, and an earlier year is closed. A new person's document is not written before the first tick, and one of a
 * later year (another device is past New Year, or its clock is wrong) not at all.
 */
export function openYear(store: PersonStore, today: CivilDate): Promise<YearDocument> {
  return retryOnConflict(store, async () => settle(store, await store.readOpen(), today));
}

async function settle(store: PersonStore, read: YearDocument, today: CivilDate): Promise<YearDocument> {
  let open = read;
  if (open.year === null) {
    if ("year" in open.fields) throw unreadableYear();
    const year = open.version === null ? today.year : civilDateAt(Date.parse(open.version)).year;
    open = { ...open, year };
    // Store the year now: after the next update its time would tell nothing.
    if (open.version !== null) open = await store.save(open, []);
  }
  return open.year !== null && open.year < today.year ? closeYear(store, open, today.year) : open;
}

function unreadableYear(): DailyleetError {
  const fault = "The year of the open document is not a whole number";
  return new DailyleetError("refused", `${fault}; ask whoever runs the site to look at it.`);
}

/** Reads the document that holds `year`, open or closed. Null for a year that has not begun. */
export async function readYearDocument(store: PersonStore, year: number, today: CivilDate) {
  return documentOf(store, await openYear(store, today), year);
}

async function documentOf(store: PersonStore, open: YearDocument, year: number): Promise<YearDocument | null> {
  if (open.year === year) return open;
  return open.year !== null && year > open.year ? null : store.readClosed(year);
}

/**
 * Reads a year in order to write to it. A closed year is written only beside an open document of a later year: otherwise a
 * delayed first write of the closed year could still create the open document, which then could not be archived.
 */
export async function writableYear(store: PersonStore, year: number, today: CivilDate): Promise<YearDocument | null> {
  const open = await settle(store, await store.readOpen(), today);
  if (open.version === null && open.year !== null && open.year > year) await store.save(open, []);
  return documentOf(store, open, year);
}

/** Up to so many closed years are read one by one; more are listed. */
const FEW = 2;

interface YearsRead {
  /** The years asked for, and the years found besides: a device with a wrong clock asks for too few. */
  readonly years: readonly number[];
  /** A year asked for that has none is empty. */
  readonly documents: readonly YearDocument[];
}

/**
 * Reads the open document once, settles and closes it where needed, and reads the other years. Where the server refuses
 * lists, reads `least` year by year. Rejects as the store does.
 */
export async function readYears(
  store: PersonStore,
  years: readonly number[],
  today: CivilDate,
  least = years,
): Promise<YearsRead> {
  const open = await openYear(store, today);
  const isClosed = (year: number) => year !== open.year;
  const closed = years.filter(isClosed);
  const listed = closed.length > FEW ? await store.listClosed() : null;
  const found = new Map((listed ?? []).map((document) => [Number(document.year), document]));
  const unasked = [...(open.year === null ? [] : [open.year]), ...found.keys()].filter((year) => !years.includes(year));
  if (listed === null) {
    const documents = await Promise.all(least.filter(isClosed).map((year) => store.readClosed(year)));
    return { years: [...least, ...unasked], documents: [open, ...documents] };
  }
  // A year without a document matters where the caller asks for it, or where a streak ends.
  const first = Math.min(...found.keys()) - 1;
  const known = [...closed, ...unasked.filter(isClosed)].filter((year) => year >= first || least.includes(year));
  const documents = known.map((year) => found.get(year) ?? emptyYear(store, year));
  return { years: [...years, ...unasked], documents: [open, ...documents] };
}

function emptyYear({ uid }: PersonStore, year: number): YearDocument {
  return { path: closedPath(uid, year), fields: {}, version: null, year, ticks: NO_TICKS };
}

const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 100;

/** Repeats an operation that reads and then writes, from its start, while it fails with `conflict`. */
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
  return new DailyleetError("conflict", `${fault}; try again in a moment.`, { cause });
}
