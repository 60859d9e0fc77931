import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { type CommonOptions, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson } from "../terminal/print.ts";
import { withTracker } from "../tracker/openTracker.ts";

export function registerWhoami(program: Program, context: Context): void {
  program
    .command("whoami")
    .summary("show the active profile or account")
    .description("Show the active profile or account.")
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet whoami", "You, or your e-mail address"]))
    .action((_options, command) => runWhoami(context, optionsOf(command)));
}

async function runWhoami(context: Context, options: CommonOptions): Promise<void> {
  const config = loadConfig(context);
  const person = await withTracker(context, config, options, async ({ person }) => person);
  const mode = config.firebase ? "cloud" : "local";
  if (options.json) printJson(context, { version: 1, mode, ...person });
  else context.stdout.write(`${oneLine(person.name)}\n`);
}
