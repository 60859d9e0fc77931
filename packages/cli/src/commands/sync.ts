import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson, printNote, writeText } from "../terminal/output.ts";
import { syncCloud } from "../tracker/cloudTracker.ts";

export function registerSync(program: Program, context: Context): void {
  addVerb(program, "sync", {
    summary: "send unsent changes",
    description: "Send changes that are only on this computer, and try refused ones again.",
    examples: { "dailyleet sync": "after working offline" },
  })
    .addOption(OPTION.json)
    .action((_options, command) => runSync(context, optionsOf(command)));
}

async function runSync(context: Context, options: CommonOptions): Promise<void> {
  const config = loadConfig(context, options);
  const isLocal = config.firebase === undefined;
  if (isLocal) printNote(context, "Nothing to send: in local mode every change is saved at once.");
  const { sent, waiting, refused, error } = isLocal
    ? { sent: 0, waiting: 0, refused: 0, error: null }
    : await syncCloud(context, config);
  if (options.json) printJson(context, { version: 1, sent, waiting, refused });
  else writeText(context.stdout, `${sent} sent, ${waiting} waiting, ${refused} refused\n`);
  if (error) throw error;
}
