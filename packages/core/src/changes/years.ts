import { backOff } from "../basics.ts";
import { type CivilDate, civilDateAt } from "../calendar/calendar.ts";
import { DailyleetError, hasCode } from "../errors.ts";
import type { PersonStore, YearDocument } from "../ports.ts";

/**
 * The open document, settled for the person's civil year: a document without a year gets the local year of its last
 * update, and an earlier year is closed. A new person's document is not written before the first tick. A document of a
 * later year (another device is past New Year, or its clock is wrong) is left as it is.
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
    // A legacy document is stamped at first sight; a year later its last update would tell nothing.
    if (open.version !== null) open = await store.save(open, []);
  }
  return open.year !== null && open.year < today.year ? store.closing(store, open, today.year) : open;
}

const unreadableYear = () =>
  new DailyleetError(
    "refused",
    "The year of the open document is not a whole number; ask whoever runs the site to look at it.",
  );

/** The document that holds `year`: the open one or a closed one. Null for a year that has not begun. */
export async function readYearDocument(
  store: PersonStore,
  year: number,
  today: CivilDate,
): Promise<YearDocument | null> {
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

/** How often an operation is tried while other devices keep changing the document. */
const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 100;

/** Repeats an operation that reads before it writes, from the start, while it meets a `conflict`. */
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
  return new DailyleetError(
    "conflict",
    `Somebody else kept changing the same document (${MAX_ATTEMPTS} attempts); try again in a moment.`,
    { cause },
  );
}
