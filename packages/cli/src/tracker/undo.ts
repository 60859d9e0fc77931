import {
  type Change,
  counted,
  DailyleetError,
  isMarkChange,
  LARGE_UNDO,
  NO_MARKS,
  NO_TICKS,
  plain,
  restoring,
  type SavedChange,
  stateIn,
  withStateBefore,
  yearsOfChanges,
} from "@dailyleet/core";
import { type HistoryEntry, lastDone, lastUndone, markUndone } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { saveBackup } from "../files/backups.ts";
import { timeText } from "../terminal/dates.ts";
import type { ChangeResult, Tracker } from "./tracker.ts";

export type StepVerb = "undo" | "redo";

interface Step {
  /** 'Undone: tick of 2026-11-20 14:05, 3 changes', or 'Nothing to undo.' */
  readonly said: string;
  /** 'Undone'; empty where there was nothing to undo. */
  readonly word: string;
  readonly result: ChangeResult;
}

const DIRECTIONS = {
  undo: { find: lastDone, isUndone: true, changeFor: restoring, done: "Undone" },
  redo: { find: lastUndone, isUndone: false, changeFor: plain, done: "Redone" },
} as const;

/** Undoes or redoes a command, or previews that. Throws as `Tracker.save`, and `busy`. */
export async function takeStep(context: Context, tracker: Tracker, verb: StepVerb, isDry: boolean): Promise<Step> {
  const { find, isUndone, changeFor, done } = DIRECTIONS[verb];
  const entry = find(tracker.database, tracker.person.uid);
  if (entry === null) return { said: `Nothing to ${verb}.`, word: "", result: { changes: [], saved: null } };
  const word = isDry ? `Would ${verb}` : done;
  const said = `${word}: ${describe(entry)}`;
  const changes = entry.changes.map((change) => changeFor(change));
  if (isDry) return { said, word, result: { changes: await preview(tracker, changes), saved: null } };
  if (changes.length > LARGE_UNDO) {
    saveBackup(context, tracker.person, await tracker.readData());
  }
  const result = await tracker.save(changes, () => {
    if (markUndone(tracker.database, entry, isUndone)) return;
    throw new DailyleetError("busy", "Another command just undid or redid this; check and try again.");
  });
  return { said, word, result };
}

/** The changes with the states before them; writes nothing. */
async function preview(tracker: Tracker, changes: readonly Change[]): Promise<SavedChange[]> {
  const ticks = await tracker.readYears([...new Set(yearsOfChanges(changes))]);
  const marks = changes.some(isMarkChange) ? await tracker.readMarks() : NO_MARKS;
  return changes.map((change) => {
    const cells = isMarkChange(change) ? marks : (ticks[change.year] ?? NO_TICKS);
    return withStateBefore(change, stateIn(cells, change));
  });
}

/** 'tick of 2026-11-20 14:05, 3 changes'. Commands that changed nothing are skipped. */
function describe({ command, time, changes }: HistoryEntry): string {
  return `${command} of ${timeText(time)}, ${counted(changes.length, "change")}`;
}
