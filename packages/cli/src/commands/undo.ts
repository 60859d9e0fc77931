import { sourcesOf } from "@dailyleet/core";
import { forgetChanges, lastChanges } from "@dailyleet/local";
import type { Command } from "commander";
import type { Context } from "../context.ts";
import { examples, type GlobalOptions, type JsonOption, jsonOption } from "../options.ts";
import { note, printJson } from "../print.ts";
import { datedChangesJson, dateOf, renderChanges } from "../render/changes.ts";
import { lookOf } from "../render/look.ts";
import { loadConfig } from "../settings.ts";
import { type ChangeResult, type Tracker, withTracker } from "../tracker.ts";

export function registerUndo(program: Command, context: Context): void {
  program
    .command("undo")
    .summary("take back the last change")
    .description("Take back what the last tick, untick or import changed; again for the one before.")
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet undo", "as it was before the last change"]))
    .action((_options, command: Command) => runUndo(context, command.optsWithGlobals()));
}

export async function runUndo(context: Context, options: GlobalOptions & JsonOption): Promise<void> {
  const config = loadConfig(context);
  const sources = sourcesOf(config);
  const result = await withTracker(context, config, options, takeBack);
  if (result.changes.length === 0) note(context, "There is nothing left to undo.");
  if (options.json) printJson(context, datedChangesJson(result, sources));
  else context.stdout.write(renderChanges(result.changes, dateOf, sources, await lookOf(context, options)));
}

async function takeBack(tracker: Tracker): Promise<ChangeResult> {
  const entry = lastChanges(tracker.database, tracker.person.uid);
  const before = (entry?.changes ?? []).map(({ year, day, source, was }) => ({ year, day, source, done: was }));
  return tracker.change(before, () => {
    if (entry) forgetChanges(tracker.database, entry);
  });
}
