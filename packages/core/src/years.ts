import { type CivilDate, civilDateAt } from "./calendar.ts";
import { DailyleetError, hasCode } from "./errors.ts";
import { coalesce } from "./pending.ts";
import type { TickStore, YearDocument } from "./ports.ts";
import { type Change, isDone } from "./ticks.ts";
import { MAX_CHANGED_DAYS } from "./wire/documentRules.ts";

/**
 * How often a person's document is read again after somebody else changed it in between. Each conflict means
 * that another writer got through, so only a storm of writers could use these up.
 */
const MAX_ATTEMPTS = 50;

/** Runs an operation that reads before it writes, again from the start whenever it was overtaken. */
async function untilSettled<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!hasCode(error, "conflict") || tries === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * The open document, settled for the person's civil year: one without a year gets the local year of its last
 * update, and one of an earlier year is closed. A new person's document is not written before the first tick.
 * A document of a later year (another device is past New Year, or its clock is wrong) is left as it is.
 */
export function openYear(store: TickStore, today: CivilDate): Promise<YearDocument> {
  return untilSettled(async () => settle(store, await store.readOpen(), today));
}

async function settle(store: TickStore, read: YearDocument, today: CivilDate): Promise<YearDocument> {
  let open = read;
  if (open.year === null) {
    const year = open.version === null ? today.year : civilDateAt(Date.parse(open.version)).year;
    open = { ...open, year };
    // A legacy document is stamped at first sight; a year later its last update would tell nothing.
    if (open.version !== null) open = await store.save(open, []);
  }
  return open.year !== null && open.year < today.year ? store.close(open, today.year) : open;
}

/** The document that holds `year`: the open one or a closed one. Null for a year that has not begun. */
export async function readYearDocument(store: TickStore, year: number, today: CivilDate): Promise<YearDocument | null> {
  const open = await openYear(store, today);
  if (open.year === year) return open;
  return open.year !== null && year > open.year ? null : store.readClosed(year);
}

/** A change that reached the store, with the cell's state before. */
export interface SavedChange extends Change {
  readonly was: boolean;
}

/** What `saveChanges` tells after each commit. */
export interface Progress {
  readonly saved: readonly SavedChange[];
  readonly document: YearDocument;
}

/**
 * Brings changes of any years to the store: each year's to the document that holds it, in commits of at most
 * 20 days, written only where the stored cell differs, read again after a conflict. `onSaved` is called after
 * each commit, so that what was stored is acknowledged even if a later commit fails. Errors as the store's.
 */
export async function saveChanges(
  store: TickStore,
  changes: readonly Change[],
  today: CivilDate,
  onSaved: (progress: Progress) => void | Promise<void> = () => {},
): Promise<SavedChange[]> {
  const all: SavedChange[] = [];
  for (const [year, ofYear] of Map.groupBy(coalesce(changes), (change) => change.year)) {
    let known: YearDocument | null = null;
    for (const batch of splitByDays(ofYear, MAX_CHANGED_DAYS)) {
      const progress: Progress = await saveBatch(store, known, year, batch, today);
      known = progress.document;
      all.push(...progress.saved);
      await onSaved(progress);
    }
  }
  return all;
}

function saveBatch(
  store: TickStore,
  known: YearDocument | null,
  year: number,
  batch: readonly Change[],
  today: CivilDate,
): Promise<Progress> {
  let document = known;
  return untilSettled(async () => {
    const current = document ?? (await readYearDocument(store, year, today));
    document = null;
    if (current === null) {
      throw new DailyleetError("usage", `The year ${year} has not begun; tick days up to ${today.year}.`);
    }
    const saved = batch.map((change) => ({ ...change, was: isDone(current.ticks, change) }));
    const changed = saved.filter((change) => change.was !== change.done);
    return { saved, document: changed.length === 0 ? current : await store.save(current, changed) };
  });
}

/** Cuts a list of changes, kept in order, so that no part touches more than `limit` different days. */
export function splitByDays<T extends Change>(changes: readonly T[], limit: number): T[][] {
  const parts: T[][] = [];
  let days = new Set<number>();
  for (const change of changes) {
    if (parts.length === 0 || (days.size === limit && !days.has(change.day))) {
      parts.push([]);
      days = new Set();
    }
    days.add(change.day);
    parts.at(-1)?.push(change);
  }
  return parts;
}
