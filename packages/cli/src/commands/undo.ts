import type { Context } from "../context.ts";
import { dryRunOption, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { goBack } from "../tracker/historySteps.ts";

export function registerUndo(program: Program, context: Context): void {
  program
    .command("undo")
    .summary("take back the last change")
    .description("Take back what the last tick, untick, mark or import changed; again for the one before.")
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(["dailyleet undo", "as it was before the last change"], ["dailyleet undo --dry-run", "look first"]),
    )
    .action((_options, command) => goBack(context, optionsOf(command)));
}
