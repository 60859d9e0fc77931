import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, writeText } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";

export function registerWhoami(program: Program, context: Context): void {
  addVerb(program, "whoami", {
    summary: "show the active profile or account",
    description: "Show the active profile or account.",
    examples: { "dailyleet whoami": "You, or your e-mail address" },
  })
    .addOption(OPTION.json)
    .action((_options, command) => runWhoami(context, optionsOf(command)));
}

async function runWhoami(context: Context, options: CommonOptions): Promise<void> {
  const config = loadConfig(context, options);
  const person = await withTracker(context, config, options, async ({ person }) => person);
  const mode = config.firebase ? "cloud" : "local";
  if (options.json) printJson(context, { version: 1, mode, ...person });
  else writeText(context.stdout, `${oneLine(person.name)}\n`);
}
