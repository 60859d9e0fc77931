import type { Config } from "@dailyleet/core";
import type { SyncResult } from "../cloud/sync.ts";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { type CommonOptions, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { note, printJson } from "../terminal/print.ts";

export function registerSync(program: Program, context: Context): void {
  program
    .command("sync")
    .summary("send unsent changes")
    .description("Send changes that are only on this computer, and try refused ones again.")
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet sync", "after working offline"]))
    .action((_options, command) => runSync(context, optionsOf(command)));
}

async function runSync(context: Context, options: CommonOptions): Promise<void> {
  const config = loadConfig(context);
  const { sent, waiting, refused, error } = config.firebase ? await syncAll(context, config) : nothing(context);
  if (options.json) printJson(context, { version: 1, sent, waiting, refused });
  else context.stdout.write(`${sent} sent, ${waiting} waiting, ${refused} refused\n`);
  if (error) throw error;
}

async function syncAll(context: Context, config: Config): Promise<SyncResult> {
  const { syncCloud } = await import("../parts/cloud.ts");
  return syncCloud(context, config);
}

function nothing(context: Context): SyncResult {
  note(context, "Nothing to send: in local mode every change is saved at once.");
  return { sent: 0, waiting: 0, refused: 0, error: null };
}
