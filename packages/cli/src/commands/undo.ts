import { changesOf, LARGE_CHANGE } from "@dailyleet/core";
import { datedChangesJson, namingFor, renderChanges } from "../rendering/changes.ts";
import { styleOf } from "../terminal/capabilities.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { type StepVerb, takeStep } from "../tracker/undo.ts";
import { addVerb, type CommandContext } from "../verb.ts";

export function registerUndo(program: Program, context: CommandContext): void {
  addVerb(program, context, "undo", {
    summary: "undo the last change",
    description:
      "Undo the last tick, untick, mark, config, import, fetch or restore made in a terminal; repeat to go further back. The page undoes its own changes with Ctrl+Z.",
    examples: { "dailyleet undo": "undo the last change", "dailyleet undo --dry-run": "preview" },
  })
    .addOption(OPTION.dryRun)
    .addOption(OPTION.json)
    .action((_options, command) => runStep(context, { ...optionsOf(command), verb: "undo" }));
}

export function registerRedo(program: Program, context: CommandContext): void {
  addVerb(program, context, "redo", {
    summary: "redo what was undone",
    description: "Redo what the last undo reversed, unless something else has changed since.",
    examples: { "dailyleet redo": "reverse the undo", "dailyleet redo --dry-run": "preview" },
  })
    .addOption(OPTION.dryRun)
    .addOption(OPTION.json)
    .action((_options, command) => runStep(context, { ...optionsOf(command), verb: "redo" }));
}

type StepOptions = CommonOptions & { readonly dryRun: true | undefined; readonly verb: StepVerb };

async function runStep(context: CommandContext, options: StepOptions): Promise<void> {
  const config = context.config();
  const { said, word, result } = await withTracker(context, config, options, (tracker) =>
    takeStep(context, tracker, options.verb, options.dryRun === true),
  );
  if (word === "") printNote(context, said);
  if (options.json) printJson(context, datedChangesJson(result, config.sources));
  else if (word !== "") {
    const naming = await namingFor(context, config, changesOf(result.changes));
    const isShort = options.dryRun || result.changes.length <= LARGE_CHANGE;
    const lines = isShort ? renderChanges(result.changes, naming, styleOf(context, options)) : "";
    writeText(context.stdout, `${oneLine(said)}\n${lines}`);
  }
}
