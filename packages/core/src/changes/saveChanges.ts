import { type CivilDate, DAYS_PER_YEAR } from "../calendar/calendar.ts";
import { DailyleetError } from "../errors.ts";
import type { MarksDocument, PersonDocument, PersonStore, Sendable, YearDocument } from "../ports.ts";
import { marksOf } from "../practice/marks.ts";
import { MAX_CHANGED_DAYS, MAX_CHANGED_QUESTIONS } from "../rules/documentRules.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { splitByDays, type TickChange } from "../ticks/ticks.ts";
import {
  type Change,
  cellsOf,
  coalesce,
  isMarkChange,
  plain,
  type SavedChange,
  stateIn,
  stateOf,
  type TableId,
  tableOf,
  withStateBefore,
} from "./changes.ts";
import { retryOnConflict, writableYear } from "./years.ts";

/**
 * Saves changes of any tables, in commits of at most 10 days in a row or 20 questions. Writes only cells that differ, and
 * reads again after a conflict. Rejects as the store does; the batches before the failure are saved.
 */
export async function saveChanges(
  store: PersonStore,
  changes: readonly Change[],
  today: CivilDate,
): Promise<SavedChange[]> {
  const all: SavedChange[] = [];
  for (const ofTable of Map.groupBy(coalesce(changes), tableOf).values()) {
    let known: PersonDocument | null = null;
    for (const batch of batchesOf(ofTable)) {
      const { saved, document } = await saveBatch(store, batch, today, { known });
      known = document;
      all.push(...saved);
    }
  }
  return all;
}

/** Splits changes of one table into batches that the rules accept as one commit. */
export function batchesOf<C extends Sendable>(changes: readonly C[]): C[][] {
  const ticks = changes.filter((change) => !isMarkChange(change)) as (C & TickChange)[];
  if (ticks.length > 0) return splitByDays(ticks, MAX_CHANGED_DAYS);
  const questions = [...Map.groupBy(changes.filter(isMarkChange), ({ question }) => question).values()];
  const count = Math.ceil(questions.length / MAX_CHANGED_QUESTIONS);
  return Array.from({ length: count }, (_, index) =>
    questions.slice(index * MAX_CHANGED_QUESTIONS, (index + 1) * MAX_CHANGED_QUESTIONS).flat(),
  );
}

interface SaveOptions {
  /** The document as it was read last; read again only if this turns out to be out of date. */
  readonly known?: PersonDocument | null;
  /** Called before each commit: without an answer it is unknown whether these are stored. */
  onAttempt?(changes: readonly Change[], version: string): Promise<void>;
}

/** Saves one of `batchesOf`, in one commit. Rejects as the store does. */
export function saveBatch(
  store: PersonStore,
  batch: readonly Sendable[],
  today: CivilDate,
  { known = null, onAttempt }: SaveOptions = {},
) {
  // Only a document that was just read proves that nothing is left to write.
  let unread = known && neededWrites(known, batch).length > 0 ? known : null;
  let first: PersonDocument | null = null;
  return retryOnConflict(store, async () => {
    const current = unread ?? (await writableDocument(store, batch, today));
    unread = null;
    // A later reading may show what an unanswered commit has written.
    first ??= current;
    const before = cellsOf(first);
    const saved = batch.map((change) => withStateBefore(plain(change), stateIn(before, change)));
    const writes = neededWrites(current, batch);
    if (writes.length === 0) return { saved, document: current };
    await onAttempt?.(batch, current.version ?? "");
    return { saved, document: await store.save(current, writes) };
  });
}

async function writableDocument(store: PersonStore, [change]: readonly Change[], today: CivilDate) {
  const table: TableId = change ? tableOf(change) : today.year;
  const document = table === "marks" ? await store.readMarks() : await writableYear(store, table, today);
  if (document) return document;
  throw new DailyleetError("usage", `The year ${table} has not begun; tick days up to ${today.year}.`);
}

/**
 * The changes that differ from the document. If none does, an unanswered commit that was based on this very version could
 * still arrive and undo what the person wants now. Then one absent cell is written as empty: that means the same, but
 * gives the document a new version, so that the late commit fails.
 */
function neededWrites(current: PersonDocument, changes: readonly Sendable[]): readonly Change[] {
  const changed = changes.filter((change) => stateIn(cellsOf(current), change) !== stateOf(change));
  const canBeOvertaken = changes.some((change) => change.unanswered === (current.version ?? ""));
  if (changed.length > 0 || !canBeOvertaken) return changed;
  return "marks" in current ? absentMark(current, changes.find(isMarkChange)?.question) : absentTick(current);
}

function absentTick({ year, ticks }: YearDocument): Change[] {
  for (let day = 1; day <= DAYS_PER_YEAR; day++) {
    const source = SOURCE_NUMBERS.find((number) => ticks[day]?.[number] === undefined);
    if (source && year !== null) return [{ year, day, source, done: false }];
  }
  return [];
}

function absentMark({ marks }: MarksDocument, question = ""): Change[] {
  let year = 1970;
  while (marksOf(marks, question)[`${year}-01-01`] !== undefined) year++;
  return [{ question, date: `${year}-01-01`, mark: 0 }];
}
