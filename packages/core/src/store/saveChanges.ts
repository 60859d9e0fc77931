import type { CivilDate } from "../calendar/calendar.ts";
import { DAYS_PER_YEAR } from "../calendar/calendar.ts";
import { coalesce } from "../changes/cells.ts";
import { batchesOf, type Change, changesOf, type MadeChange, stateIn, type TableId } from "../changes/changes.ts";
import { usageError } from "../errors.ts";
import type { PendingChange, PersonDocument, PersonStore } from "../ports.ts";
import { type Marks, markCell, marksOf } from "../practice/marks.ts";
import { type PersonSettings, SETTING_PARTS, settingCell } from "../settings/settings.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { type Ticks, tickCell } from "../ticks/ticks.ts";
import { retryOnConflict, writableYear } from "./years.ts";

/**
 * Saves changes of any tables, in as many commits as the rules demand. Writes only cells that differ, and rereads after
 * a conflict. Rejects as the store does; batches committed before the failure stay saved.
 */
export async function saveChanges(
  store: PersonStore,
  changes: readonly Change[],
  today: CivilDate,
): Promise<MadeChange[]> {
  const all: MadeChange[] = [];
  const pending = coalesce(changes.map((change) => ({ change })));
  for (const ofTable of Map.groupBy(pending, ({ change }) => change.table).values()) {
    let known: PersonDocument | null = null;
    for (const batch of batchesOf(ofTable)) {
      const { saved, document } = await saveBatch(store, batch.flat(), today, { known });
      known = document;
      all.push(...saved);
    }
  }
  return all;
}

interface SaveOptions {
  /** The document as last read. It is reread only after a conflict, or if it already has all the changes. */
  readonly known?: PersonDocument | null;
  /** Called before each commit, to record it: if the answer is lost, nobody knows whether the batch is stored. */
  onAttempt?(version: string): Promise<void>;
}

/** Saves a batch from `batchesOf` in one commit. Rejects as the store does. */
export function saveBatch(
  store: PersonStore,
  batch: readonly PendingChange[],
  today: CivilDate,
  { known = null, onAttempt }: SaveOptions = {},
) {
  // The document for the first attempt. Do not trust an old one that already has all the changes: reread it.
  let unread = known && neededWrites(known, batch).length > 0 ? known : null;
  let first: PersonDocument | null = null;
  return retryOnConflict(store, async () => {
    const current = unread ?? (await writableDocument(store, batch[0]?.change.table ?? today.year, today));
    unread = null;
    // Take the previous states from the first read: a later one may already include an unanswered commit of this batch.
    first ??= current;
    const { cells } = first;
    const saved = batch.map(({ change }): MadeChange => ({ change, was: stateIn(cells, change) }));
    const writes = neededWrites(current, batch);
    if (writes.length === 0) return { saved, document: current };
    await onAttempt?.(current.version ?? "");
    return { saved, document: await store.save(current, writes) };
  });
}

async function writableDocument(store: PersonStore, table: TableId, today: CivilDate): Promise<PersonDocument> {
  const document = typeof table === "string" ? await store.readNamed(table) : await writableYear(store, table, today);
  if (document) return document;
  throw usageError(`The year ${table} has not begun; tick days up to ${today.year}.`);
}

/**
 * The changes that differ from the document. If none differs, an unanswered commit based on this same version could
 * still arrive and undo the changes. Then one absent cell is written as empty: the contents mean the same, but the
 * document gets a new version, so that the late commit fails.
 */
function neededWrites(current: PersonDocument, batch: readonly PendingChange[]): Change[] {
  const changes = changesOf(batch);
  const changed = changes.filter((change) => stateIn(current.cells, change) !== change.state);
  const canBeOvertaken = batch.some(({ attempt }) => attempt === (current.version ?? ""));
  if (changed.length > 0 || !canBeOvertaken) return changed;
  if (current.table === "marks") return [absentMark(current.cells, String(changes[0]?.row))];
  if (current.table === "settings") return absentSetting(current.cells);
  return current.table === null ? [] : absentTick(current.table, current.cells);
}

function absentTick(year: number, ticks: Ticks): Change[] {
  for (let day = 1; day <= DAYS_PER_YEAR; day++) {
    const source = SOURCE_NUMBERS.find((number) => ticks[day]?.[number] === undefined);
    if (source) return [{ ...tickCell(year, day, source), state: false }];
  }
  return [];
}

function absentSetting(settings: PersonSettings): Change[] {
  for (const [row, parts] of Object.entries(SETTING_PARTS)) {
    const part = parts.find((each) => settings[row]?.[each] === undefined);
    if (part) return [{ ...settingCell(row, part), state: "" }];
  }
  return [];
}

/** No mark on the first 1 January without an entry; any day would do. */
function absentMark(marks: Marks, question: string): Change {
  let year = 1970;
  while (marksOf(marks, question)[`${year}-01-01`] !== undefined) year++;
  return { ...markCell(question, `${year}-01-01`), state: 0 };
}
