import { type CivilDate, civilDateAt, DAYS_PER_YEAR } from "../calendar/calendar.ts";
import { DailyleetError, hasCode } from "../errors.ts";
import { MAX_CHANGED_DAYS } from "../firestore/documentRules.ts";
import type { TickStore, YearDocument } from "../ports.ts";
import { closeYear } from "./closeYear.ts";
import { coalesce } from "./pending.ts";
import { SOURCE_NUMBERS } from "./sources.ts";
import { splitByDays } from "./splitByDays.ts";
import { isDone, type TickChange } from "./ticks.ts";

/** How often a person's document is read again after somebody else changed it in between. */
const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 100;

/** Runs an operation that reads before it writes, again from the start whenever it was overtaken; then `conflict`. */
async function untilSettled<T>({ backoff }: TickStore, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!hasCode(error, "conflict")) throw error;
      if (tries === MAX_ATTEMPTS) throw stillOvertaken(error);
      await backoff?.wait(FIRST_DELAY_MS * 2 ** (tries - 1) * (0.5 + backoff.random() / 2));
    }
  }
}

function stillOvertaken(cause: DailyleetError): DailyleetError {
  return new DailyleetError(
    "conflict",
    `The database said ${MAX_ATTEMPTS} times in a row that the ticks had changed in between; try again in a moment.`,
    { cause },
  );
}

/**
 * The open document, settled for the person's civil year: one without a year gets the local year of its last
 * update, and one of an earlier year is closed. A new person's document is not written before the first tick.
 * A document of a later year (another device is past New Year, or its clock is wrong) is left as it is.
 */
export function openYear(store: TickStore, today: CivilDate): Promise<YearDocument> {
  return untilSettled(store, async () => settle(store, await store.readOpen(), today));
}

async function settle(store: TickStore, read: YearDocument, today: CivilDate): Promise<YearDocument> {
  let open = read;
  if (open.year === null) {
    const year = open.version === null ? today.year : civilDateAt(Date.parse(open.version)).year;
    open = { ...open, year };
    // A legacy document is stamped at first sight; a year later its last update would tell nothing.
    if (open.version !== null) open = await store.save(open, []);
  }
  return open.year !== null && open.year < today.year ? closeYear(store, open, today.year) : open;
}

/** The document that holds `year`: the open one or a closed one. Null for a year that has not begun. */
export async function readYearDocument(store: TickStore, year: number, today: CivilDate): Promise<YearDocument | null> {
  return documentOf(store, await openYear(store, today), year);
}

async function documentOf(store: TickStore, open: YearDocument, year: number): Promise<YearDocument | null> {
  if (open.year === year) return open;
  return open.year !== null && year > open.year ? null : store.readClosed(year);
}

/**
 * The same, to be written to. A closed year is written only beside an open document of a later year: otherwise a
 * delayed first write of the closed year could still create the open document, which then could not be archived.
 */
async function writableDocument(store: TickStore, year: number, today: CivilDate): Promise<YearDocument | null> {
  const open = await settle(store, await store.readOpen(), today);
  if (open.version === null && open.year !== null && open.year > year) await store.save(open, []);
  return documentOf(store, open, year);
}

/** A change that reached the store, with the cell's state before. */
export interface SavedChange extends TickChange {
  readonly was: boolean;
}

/** A change that may have been sent before without an answer; see `PendingChange.unanswered`. */
type Sendable = TickChange & { readonly unanswered?: string };

/** What `saveChanges` may be told before, and tells while it works. */
export interface SaveOptions {
  /** A document as it was read last: saves reading it first. Should it be out of date, it is read again. */
  readonly known?: YearDocument | null;
  /** After each commit, so that what was stored is acknowledged even if a later commit fails. */
  onSaved?(saved: readonly SavedChange[], document: YearDocument): void | Promise<void>;
  /** When no answer came to a commit, so that it is not known whether these are stored. */
  onUnanswered?(changes: readonly TickChange[], version: string): void | Promise<void>;
}

/**
 * Brings changes of any years to the store: each year's to the document that holds it, in commits of at most
 * 10 days in a row, written only where the stored cell differs, read again after a conflict. Errors as the store's.
 */
export async function saveChanges(
  store: TickStore,
  changes: readonly Sendable[],
  today: CivilDate,
  options: SaveOptions = {},
): Promise<SavedChange[]> {
  const all: SavedChange[] = [];
  for (const [year, ofYear] of Map.groupBy(coalesce(changes), (change) => change.year)) {
    let known = options.known?.year === year ? options.known : null;
    for (const batch of splitByDays(ofYear, MAX_CHANGED_DAYS)) {
      const { saved, document } = await saveBatch(store, known, year, batch, today, options);
      known = document;
      all.push(...saved);
      await options.onSaved?.(saved, document);
    }
  }
  return all;
}

interface SavedBatch {
  readonly saved: readonly SavedChange[];
  readonly document: YearDocument;
}

function saveBatch(
  store: TickStore,
  known: YearDocument | null,
  year: number,
  batch: readonly Sendable[],
  today: CivilDate,
  options: SaveOptions,
): Promise<SavedBatch> {
  // Only a document that was just read can say that nothing is left to write.
  let handedOver = known && neededWrites(known, batch).length > 0 ? known : null;
  return untilSettled(store, async () => {
    const current = handedOver ?? (await writableDocument(store, year, today));
    handedOver = null;
    if (current === null) {
      throw new DailyleetError("usage", `The year ${year} has not begun; tick days up to ${today.year}.`);
    }
    const saved = batch.map((change) => ({ ...change, was: isDone(current.ticks, change) }));
    const writes = neededWrites(current, batch);
    if (writes.length === 0) return { saved, document: current };
    try {
      return { saved, document: await store.save(current, writes) };
    } catch (error) {
      if (hasCode(error, "unavailable")) await options.onUnanswered?.(batch, current.version ?? "");
      throw error;
    }
  });
}

/**
 * The changes that differ from the document. Where none does, but an unanswered attempt was based on this very
 * version, it could still arrive and undo what the person asked for since: then one untried cell is written as
 * false, which means the same as an absent one but gives the document a new version, so that the attempt fails.
 */
function neededWrites(current: YearDocument, changes: readonly Sendable[]): readonly TickChange[] {
  const changed = changes.filter((change) => isDone(current.ticks, change) !== change.done);
  const canBeOvertaken = changes.some((change) => change.unanswered === (current.version ?? ""));
  return changed.length === 0 && canBeOvertaken ? absentCell(current) : changed;
}

function absentCell({ year, ticks }: YearDocument): TickChange[] {
  for (let day = 1; day <= DAYS_PER_YEAR; day++) {
    const source = SOURCE_NUMBERS.find((number) => ticks[day]?.[number] === undefined);
    if (source && year !== null) return [{ year, day, source, done: false }];
  }
  return [];
}
