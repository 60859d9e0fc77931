import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { addVerb, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";

export function registerRemind(program: Program, context: Context): void {
  addVerb(program, "remind", {
    summary: "add a daily alarm to your calendar",
    description: "Save a calendar file with a daily alarm; open it once with your calendar app.",
    examples: {
      "dailyleet remind --ics practice.ics": "at eight in the evening",
      "dailyleet remind --ics practice.ics --at 07:30": "another time; replaces the first",
    },
  })
    .requiredOption("--ics <file>", "file to write; - for stdout")
    .addOption(new Option("--at <time>", "time of day, in your time zone").default("20:00").argParser(readTime))
    .addOption(JSON_OPTION)
    .action(async (_options, command) => (await import("./remind/calendar.ts")).runRemind(context, optionsOf(command)));
}

function readTime(text: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new InvalidArgumentError("Give hours and minutes such as 20:00.");
}
