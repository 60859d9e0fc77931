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
  sourcesOf,
  stateIn,
  withStateBefore,
} from "@dailyleet/core";
import { type Database, type HistoryEntry, lastDone, lastUndone, markUndone } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { keepCopy } from "../files/copies.ts";
import { loadConfig } from "../files/settings.ts";
import { type DatedChanges, datedChangesJson, renderChanges } from "../render/changes.ts";
import { timeText } from "../terminal/dates.ts";
import { lookOf } from "../terminal/look.ts";
import type { CommonOptions } from "../terminal/options.ts";
import { note, printJson } from "../terminal/print.ts";
import { withTracker } from "./openTracker.ts";
import { readData, type Tracker } from "./tracker.ts";

export interface StepOptions extends CommonOptions {
  readonly dryRun: true | undefined;
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
  done: "Taken back",
  planned: "Would be taken back",
  nothing: "There is nothing left to undo.",
};

const FORWARD: Direction = {
  find: lastUndone,
  isUndone: false,
  changeFor: plain,
  done: "Made again",
  planned: "Would be made again",
  nothing: "There is nothing to redo.",
};

export const goBack = (context: Context, options: StepOptions) => step(context, options, BACK);
export const goForward = (context: Context, options: StepOptions) => step(context, options, FORWARD);

async function step(context: Context, options: StepOptions, direction: Direction): Promise<void> {
  const config = loadConfig(context);
  const sources = sourcesOf(config);
  const { entry, result } = await withTracker(context, config, options, (tracker) =>
    take(context, tracker, options, direction),
  );
  if (entry === null) note(context, direction.nothing);
  if (options.json) printJson(context, datedChangesJson(result, sources));
  else if (entry !== null) {
    const said = options.dryRun ? direction.planned : direction.done;
    const changes = renderChanges(result.changes, sources, await lookOf(context, options));
    context.stdout.write(`${said}: ${describe(entry)}\n${changes}`);
  }
}

/** One step back or forward, and a sentence about it. Throws as `Tracker.change`, and `busy`. */
export async function takeStep(context: Context, tracker: Tracker, verb: "undo" | "redo"): Promise<string> {
  const direction = verb === "undo" ? BACK : FORWARD;
  const { entry } = await take(context, tracker, { dryRun: undefined }, direction);
  return entry === null ? direction.nothing : `${direction.done}: ${describe(entry)}.`;
}

async function take(context: Context, tracker: Tracker, { dryRun }: Pick<StepOptions, "dryRun">, direction: Direction) {
  const { database, person } = tracker;
  const entry = direction.find(database, person.uid);
  const nothing: DatedChanges = { changes: [], saved: null };
  if (entry === null) return { entry, result: nothing };
  const changes = entry.changes.map(direction.changeFor);
  if (dryRun) return { entry, result: { changes: await preview(tracker, changes), saved: null } };
  if (changes.length > LARGE_UNDO) await keepAll(context, tracker);
  const result: DatedChanges = await tracker.change(changes, () => {
    if (!markUndone(database, entry, direction.isUndone)) throw overtaken();
  });
  return { entry, result };
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
  note(context, `What was here before is kept in ${keepCopy(context, tracker.person.uid, current)}.`);
}

/** 'tick of 2026-11-20 14:05, 3 changes': it need not be the last command, which may have changed nothing. */
function describe({ command, time, changes }: HistoryEntry): string {
  const count = counted(changes.length, "change");
  return command === null || time === null ? count : `${command} of ${timeText(time)}, ${count}`;
}

function overtaken(): DailyleetError {
  return new DailyleetError("busy", "Another command has undone or redone the same meanwhile; look and try again.");
}
