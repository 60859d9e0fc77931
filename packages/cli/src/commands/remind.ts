import { sourcesOf, stripControls } from "@dailyleet/core";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { todayOf } from "../dates.ts";
import { examples, type GlobalOptions } from "../options.ts";
import { note } from "../print.ts";
import { loadConfig } from "../settings.ts";
import { writeNamed } from "../storage/files.ts";
import { withTracker } from "../tracker.ts";

export interface RemindOptions extends GlobalOptions {
  /** '-' for stdout. */
  readonly ics: string;
  /** 'HH:MM' */
  readonly at: string;
}

export function registerRemind(program: Command, context: Context): void {
  program
    .command("remind")
    .summary("a daily alarm for your calendar")
    .description("Write a calendar file with a daily alarm; open it once with your calendar.")
    .requiredOption("--ics <file>", "where to; - for stdout")
    .addOption(new Option("--at <time>", "when, in your zone").default("20:00").argParser(readTime))
    .addHelpText(
      "after",
      examples(
        ["dailyleet remind --ics practice.ics", "at eight in the evening"],
        ["dailyleet remind --ics practice.ics --at 07:30", "another time; replaces the one before"],
      ),
    )
    .action((_options, command: Command) => runRemind(context, command.optsWithGlobals()));
}

export async function runRemind(context: Context, options: RemindOptions): Promise<void> {
  const config = loadConfig(context);
  const { uid } = await withTracker(context, config, options, async ({ person }) => person);
  const { calendarText } = await import("../parts/reminder.ts");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const text = calendarText({
    id: `${uid}@dailyleet`,
    now: context.now(),
    from: todayOf(context),
    at: options.at,
    zone,
    offsetAt: (epochMs) => -new Date(epochMs).getTimezoneOffset(),
    sources: sourcesOf(config).map(({ name, url }) => ({ name: stripControls(name), url })),
  });
  if (options.ics === "-") context.stdout.write(text);
  else {
    writeNamed(options.ics, text);
    note(context, `A daily alarm at ${options.at} (${zone}) is written to ${options.ics}; open it with your calendar.`);
  }
}

function readTime(text: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new InvalidArgumentError("Give hours and minutes such as 20:00.");
}
