import { DailyleetError, dateOfTime, sourcesOf } from "@dailyleet/core";
import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import { STREAM, writeTo } from "../files/files.ts";
import { todayOf } from "../terminal/dates.ts";
import { zoneFault } from "../terminal/environment.ts";
import { addVerb, type CommonOptions, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { note, oneLine, printJson } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";

interface RemindOptions extends CommonOptions {
  /** '-' for stdout. */
  readonly ics: string;
  /** 'HH:MM' */
  readonly at: string;
}

export function registerRemind(program: Program, context: Context): void {
  addVerb(program, "remind", {
    summary: "add a daily alarm to your calendar",
    description: "Save a calendar file with a daily alarm; open it once with your calendar app.",
    examples: [
      ["dailyleet remind --ics practice.ics", "at eight in the evening"],
      ["dailyleet remind --ics practice.ics --at 07:30", "another time; replaces the first"],
    ],
  })
    .requiredOption("--ics <file>", "file to write; - for stdout")
    .addOption(new Option("--at <time>", "time of day, in your time zone").default("20:00").argParser(readTime))
    .addOption(JSON_OPTION)
    .action((_options, command) => runRemind(context, optionsOf(command)));
}

async function runRemind(context: Context, options: RemindOptions): Promise<void> {
  const { ics, at, json } = options;
  if (json && ics === STREAM) {
    throw new DailyleetError(
      "usage",
      "--ics - and --json can't both print to stdout; give --ics a file or leave out --json.",
    );
  }
  const zone = zoneOf(context);
  const config = loadConfig(context);
  const { uid } = await withTracker(context, config, options, async ({ person }) => person);
  const { calendarText } = await import("./remind/calendar.ts");
  const text = calendarText({
    id: `${uid}@dailyleet`,
    now: context.now(),
    from: dateOfTime(at, todayOf(context, config), config.dayEndsAt),
    at,
    zone,
    offsetAt: (epochMs) => -new Date(epochMs).getTimezoneOffset(),
    sources: sourcesOf(config).map(({ name, url }) => ({ name: oneLine(name), url })),
  });
  writeTo(context, ics, text, "public");
  if (ics === STREAM) return;
  if (json) printJson(context, { version: 1, file: ics, at, zone });
  else note(context, `Saved a daily alarm at ${at} (${zone}) to ${ics}; open it with your calendar app.`);
}

/** An alarm in a zone that no calendar knows would ring at the wrong hour. */
function zoneOf(context: Context): string {
  const zone = context.zone();
  if (zone !== null) return zone;
  throw new DailyleetError(
    "bad-config",
    `${zoneFault(context.env)}; set TZ to a name such as Europe/Berlin and repeat.`,
  );
}

function readTime(text: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new InvalidArgumentError("Give hours and minutes such as 20:00.");
}
