import {
  type Change,
  counted,
  DailyleetError,
  inverseOf,
  LARGE_CHANGE,
  type MadeChange,
  NO_MARKS,
  NO_SETTINGS,
  NO_TICKS,
  stateIn,
  yearsOfChanges,
} from "@dailyleet/core";
import { doneSince, type HistoryEntry, lastDone, lastUndone, markUndone } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { localTimeText } from "../terminal/dates.ts";
import { oneLine, printNote } from "../terminal/output.ts";
import { makeChanges } from "./makeChanges.ts";
import type { ChangeResult, Tracker } from "./tracker.ts";

export type StepVerb = "undo" | "redo";

interface Step {
  /** Such as 'Undone: tick of 2026-11-20 14:05, 3 changes', or 'Nothing to redo.' */
  readonly said: string;
  /** Such as 'Undone'; empty if there was nothing to undo. */
  readonly word: string;
  readonly result: ChangeResult;
}

const DIRECTIONS = {
  undo: {
    find: lastDone,
    isUndone: true,
    changeFor: inverseOf,
    done: "Undone",
    nothing: "Nothing to undo in the terminal; the page undoes its own changes with Ctrl+Z.",
  },
  redo: {
    find: lastUndone,
    isUndone: false,
    changeFor: ({ change }: MadeChange) => change,
    done: "Redone",
    nothing: "Nothing to redo.",
  },
} as const;

/** Undoes or redoes a command; with `isDry` only previews it. Throws as `Tracker.save`, and `busy`. */
export async function takeStep(context: Context, tracker: Tracker, verb: StepVerb, isDry: boolean): Promise<Step> {
  const { find, isUndone, changeFor, done, nothing } = DIRECTIONS[verb];
  const entry = find(tracker.database, tracker.person.uid);
  if (verb === "undo") tellOthers(context, tracker, entry?.time ?? 0);
  if (entry === null) return { said: nothing, word: "", result: { changes: [], saved: null } };
  const word = isDry ? `Would ${verb}` : done;
  const said = `${word}: ${describe(entry)}`;
  const changes = entry.changes.map(changeFor);
  if (isDry) return { said, word, result: { changes: await preview(tracker, changes), saved: null } };
  const isLarge = changes.length > LARGE_CHANGE;
  const backup = isLarge ? ({ data: await tracker.data(), reason: `before ${verb}` } as const) : undefined;
  const remember = () => {
    if (markUndone(tracker.database, entry, isUndone)) return;
    throw new DailyleetError("busy", "Another command just undid or redid this; check and try again.");
  };
  const result = await makeChanges(context, tracker, { command: verb, changes, backup, remember });
  return { said, word, result };
}

/** Names the other profiles that the same restore changed, because `undo` takes back only this profile's part. */
function tellOthers(context: Context, { database, person }: Tracker, since: number): void {
  const names = doneSince(database, person.uid, { command: "restore", time: since }).map(oneLine);
  if (names.length === 0) return;
  printNote(context, `A restore also added to ${names.join(", ")}; 'dailyleet undo' with --profile takes that back.`);
}

/** The changes with the states before them. Writes nothing. */
async function preview(tracker: Tracker, changes: readonly Change[]): Promise<MadeChange[]> {
  const ticks = await tracker.ticks([...new Set(yearsOfChanges(changes))]);
  const marks = changes.some(({ table }) => table === "marks") ? await tracker.marks() : NO_MARKS;
  const settings = changes.some(({ table }) => table === "settings") ? await tracker.settings() : NO_SETTINGS;
  const named = { marks, settings };
  return changes.map((change) => {
    const { table } = change;
    return { change, was: stateIn(typeof table === "string" ? named[table] : (ticks[table] ?? NO_TICKS), change) };
  });
}

/** Such as 'tick of 2026-11-20 14:05, 3 changes'. */
function describe({ command, time, changes }: HistoryEntry): string {
  return `${command} of ${localTimeText(time)}, ${counted(changes.length, "change")}`;
}
