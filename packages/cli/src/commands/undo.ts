import { sourcesOf } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { datedChangesJson, renderChanges } from "../render/changes.ts";
import { lookOf } from "../terminal/look.ts";
import {
  type CommonOptions,
  dryRunOption,
  examples,
  jsonOption,
  optionsOf,
  type Program,
} from "../terminal/options.ts";
import { note, oneLine, printJson } from "../terminal/print.ts";
import { type StepVerb, take } from "../tracker/historySteps.ts";
import { namingFor } from "../tracker/naming.ts";
import { withTracker } from "../tracker/openTracker.ts";

export interface StepOptions extends CommonOptions {
  readonly verb: StepVerb;
  readonly dryRun: true | undefined;
}

export function registerUndo(program: Program, context: Context): void {
  program
    .command("undo")
    .summary("undo the last change")
    .description(
      "Undo the last tick, untick, mark or import made in a terminal; repeat to go further back. Undo changes made in the page there.",
    )
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet undo", "undo the last change"], ["dailyleet undo --dry-run", "preview"]))
    .action((_options, command) => runStep(context, { ...optionsOf(command), verb: "undo" }));
}

export async function runStep(context: Context, options: StepOptions): Promise<void> {
  const config = loadConfig(context);
  const sources = sourcesOf(config);
  const { isThere, said, result } = await withTracker(context, config, options, (tracker) =>
    take(context, tracker, options.verb, options.dryRun === true),
  );
  if (!isThere) note(context, said);
  if (options.json) printJson(context, datedChangesJson(result, sources));
  else if (isThere) {
    const naming = await namingFor(context, config, result.changes);
    const lines = renderChanges(result.changes, naming, await lookOf(context, options));
    context.stdout.write(`${oneLine(said)}\n${lines}`);
  }
}
