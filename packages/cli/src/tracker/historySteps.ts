import {
  type Change,
  counted,
  DailyleetError,
  LARGE_UNDO,
  NO_MARKS,
  NO_TICKS,
  partOf,
  plain,
  restoring,
  type SavedChange,
  stateIn,
  withStateBefore,
} from "@dailyleet/core";
import { type Database, type HistoryEntry, lastDone, lastUndone, markUndone } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { keepCopy } from "../files/copies.ts";
import { timeText } from "../terminal/dates.ts";
import { note } from "../terminal/print.ts";
import { type DatedChanges, readData, type Tracker } from "./tracker.ts";

export type StepVerb = "undo" | "redo";

/** One step back or forward, or that there is none. */
export interface Step {
  readonly isThere: boolean;
  /** 'Undone: tick of 2026-11-20 14:05, 3 changes', or 'Nothing to undo.' */
  readonly said: string;
  /** 'Undone'; empty where there is none. */
  readonly word: string;
  readonly result: DatedChanges;
}

/** What `undo` and `redo` do differently. */
interface Direction {
  readonly find: (database: Database, uid: string) => HistoryEntry | null;
  readonly isUndone: boolean;
  /** What is made of a change of the step. */
  readonly changeFor: (change: SavedChange) => Change;
  readonly done: string;
  readonly planned: string;
  readonly nothing: string;
}

const BACK: Direction = {
  find: lastDone,
  isUndone: true,
  changeFor: restoring,
  done: "Undone",
  planned: "Would undo",
  nothing: "Nothing to undo.",
};

const FORWARD: Direction = {
  find: lastUndone,
  isUndone: false,
  changeFor: plain,
  done: "Redone",
  planned: "Would redo",
  nothing: "Nothing to redo.",
};

const DIRECTIONS: Readonly<Record<StepVerb, Direction>> = { undo: BACK, redo: FORWARD };

/** Makes the step, or only looks at it. Throws as `Tracker.change`, and `busy`. */
export async function take(context: Context, tracker: Tracker, verb: StepVerb, isDry: boolean): Promise<Step> {
  const direction = DIRECTIONS[verb];
  const entry = direction.find(tracker.database, tracker.person.uid);
  if (entry === null)
    return { isThere: false, said: direction.nothing, word: "", result: { changes: [], saved: null } };
  const word = isDry ? direction.planned : direction.done;
  const said = `${word}: ${describe(entry)}`;
  const changes = entry.changes.map(direction.changeFor);
  if (isDry) return { isThere: true, said, word, result: { changes: await preview(tracker, changes), saved: null } };
  if (changes.length > LARGE_UNDO) await keepAll(context, tracker);
  const result = await tracker.change(changes, () => {
    if (!markUndone(tracker.database, entry, direction.isUndone)) throw overtaken();
  });
  return { isThere: true, said, word, result };
}

/** The changes as they would be answered. */
async function preview(tracker: Tracker, changes: readonly Change[]): Promise<SavedChange[]> {
  const parts = [...new Set(changes.map(partOf))];
  const ticks = await tracker.readYears(parts.filter((part) => part !== "marks"));
  const marks = parts.includes("marks") ? await tracker.readMarks() : NO_MARKS;
  return changes.map((change) => {
    const part = partOf(change);
    const cells = part === "marks" ? marks : (ticks[part] ?? NO_TICKS);
    return withStateBefore(change, stateIn(cells, change));
  });
}

async function keepAll(context: Context, tracker: Tracker): Promise<void> {
  const current = await readData(context, tracker);
  note(context, `Saved a backup to ${keepCopy(context, tracker.person.uid, current)}.`);
}

/** 'tick of 2026-11-20 14:05, 3 changes': it need not be the last command, which may have changed nothing. */
function describe({ command, time, changes }: HistoryEntry): string {
  const count = counted(changes.length, "change");
  return command === null || time === null ? count : `${command} of ${timeText(time)}, ${count}`;
}

function overtaken(): DailyleetError {
  return new DailyleetError("busy", "Another command just undid or redid this; check and try again.");
}
