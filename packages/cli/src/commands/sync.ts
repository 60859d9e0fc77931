import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson, printNote, writeText } from "../terminal/output.ts";
import { syncCloud } from "../tracker/cloudTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

export function registerSync(program: Program, context: CommandContext): void {
  addVerb(program, context, "sync", {
    summary: "send unsent changes",
    description: "Send changes that are only on this computer, and try refused ones again.",
    examples: { "dailyleet sync": "after working offline" },
  })
    .addOption(OPTION.json)
    .action((_options, command) => runSync(context, optionsOf(command)));
}

async function runSync(context: CommandContext, options: CommonOptions): Promise<void> {
  const config = context.config();
  const isLocal = config.firebase === undefined;
  if (isLocal) printNote(context, "Nothing to send: in local mode every change is saved at once.");
  const { sent, waiting, refused, error } = isLocal
    ? { sent: 0, waiting: 0, refused: 0, error: null }
    : await syncCloud(context, config);
  if (options.json) printJson(context, { version: 1, sent, waiting, refused });
  else writeText(context.stdout, `${sent} sent, ${waiting} waiting, ${refused} refused\n`);
  if (error) throw error;
}
