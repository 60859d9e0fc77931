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
  sourcesOf,
  stateIn,
  withStateBefore,
  yearsOfChanges,
} from "@dailyleet/core";
import { type HistoryEntry, lastDone, lastUndone, markUndone } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { saveBackup } from "../files/backups.ts";
import { loadConfig } from "../files/directories.ts";
import { styleOf } from "../terminal/capabilities.ts";
import { timeText } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { note, oneLine, printJson, writeText } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { ChangeResult, Tracker } from "../tracker/tracker.ts";
import { datedChangesJson, namingFor, renderChanges } from "./changes.ts";

export function registerUndo(program: Program, context: Context): void {
  addVerb(program, "undo", {
    summary: "undo the last change",
    description:
      "Undo the last tick, untick, mark or import made in a terminal; repeat to go further back. Undo changes made in the page there.",
    examples: { "dailyleet undo": "undo the last change", "dailyleet undo --dry-run": "preview" },
  })
    .addOption(OPTION.dryRun)
    .addOption(OPTION.json)
    .action((_options, command) => runStep(context, { ...optionsOf(command), verb: "undo" }));
}

export function registerRedo(program: Program, context: Context): void {
  addVerb(program, "redo", {
    summary: "redo what was undone",
    description: "Redo what the last undo reversed, unless something else has changed since.",
    examples: { "dailyleet redo": "reverse the undo", "dailyleet redo --dry-run": "preview" },
  })
    .addOption(OPTION.dryRun)
    .addOption(OPTION.json)
    .action((_options, command) => runStep(context, { ...optionsOf(command), verb: "redo" }));
}

type StepOptions = CommonOptions & { readonly dryRun: true | undefined; readonly verb: StepVerb };

async function runStep(context: Context, options: StepOptions): Promise<void> {
  const config = loadConfig(context);
  const { said, word, result } = await withTracker(context, config, options, (tracker) =>
    takeStep(context, tracker, options.verb, options.dryRun === true),
  );
  if (word === "") note(context, said);
  if (options.json) printJson(context, datedChangesJson(result, sourcesOf(config)));
  else if (word !== "") {
    const naming = await namingFor(context, config, result.changes);
    const lines = renderChanges(result.changes, naming, styleOf(context, options));
    writeText(context.stdout, `${oneLine(said)}\n${lines}`);
  }
}

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

/** Undoes or redoes a command, or previews it. Throws as `Tracker.change`, and `busy`. */
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
  const result = await tracker.change(changes, () => {
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
