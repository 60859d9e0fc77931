import type { Context } from "../context.ts";
import { dryRunOption, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { runStep } from "./undo.ts";

export function registerRedo(program: Program, context: Context): void {
  program
    .command("redo")
    .summary("redo what was undone")
    .description("Redo what the last undo reversed, unless something else has changed since.")
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet redo", "reverse the undo"], ["dailyleet redo --dry-run", "preview"]))
    .action((_options, command) => runStep(context, { ...optionsOf(command), verb: "redo" }));
}
