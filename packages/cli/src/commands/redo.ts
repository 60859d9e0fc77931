import type { Context } from "../context.ts";
import { dryRunOption, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { runStep } from "./undo.ts";

export function registerRedo(program: Program, context: Context): void {
  program
    .command("redo")
    .summary("redo what was undone")
    .description("Redo what the last undo took back, as long as nothing else was changed since.")
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(["dailyleet redo", "as it was before the undo"], ["dailyleet redo --dry-run", "look first"]),
    )
    .action((_options, command) => runStep(context, { ...optionsOf(command), verb: "redo" }));
}
