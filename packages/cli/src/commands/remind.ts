import { type Config, DailyleetError, dateOfTime, formatDate, sourcesOf, stripControls } from "@dailyleet/core";
import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { STREAM, writeTo } from "../files/files.ts";
import { loadConfig } from "../files/settings.ts";
import { todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, printNote } from "../terminal/output.ts";
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
    examples: {
      "dailyleet remind --ics practice.ics": "at eight in the evening",
      "dailyleet remind --ics practice.ics --at 07:30": "another time; replaces the first",
    },
  })
    .requiredOption("--ics <file>", "file to write; - for stdout")
    .addOption(new Option("--at <time>", "time of day, in your time zone").default("20:00").argParser(readTime))
    .addOption(OPTION.json)
    .action((_options, command) => runRemind(context, optionsOf(command)));
}

async function runRemind(context: Context, options: RemindOptions): Promise<void> {
  const { ics, at, json } = options;
  if (json && ics === STREAM) {
    const sentence = "--ics - and --json can't both print to stdout; give --ics a file or leave out --json.";
    throw new DailyleetError("usage", sentence);
  }
  const config = loadConfig(context);
  const person = await withTracker(context, config, options, async ({ person }) => person);
  // Loaded on demand: every other verb would start later.
  const { createHash } = await import("node:crypto");
  // In local mode the uid must be known before there is a database.
  const local = createHash("sha256")
    .update(`${placesOf(context).databaseFile}/${person.name}`)
    .digest("hex");
  const uid = config.firebase ? person.uid : local.slice(0, 28);
  writeTo(context, ics, calendarText(context, config, uid, at), "public");
  if (ics === STREAM) return;
  if (json) printJson(context, { version: 1, file: ics, at });
  else printNote(context, `Saved a daily alarm at ${at} to ${ics}; open it with your calendar app.`);
}

function readTime(text: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new InvalidArgumentError("Give hours and minutes such as 20:00.");
}

/**
 * A calendar with one daily event and its alarm. Source: RFC 5545. The time is a floating one (section 3.3.5): it rings at
 * that hour wherever the person is.
 */
function calendarText(context: Context, config: Config, uid: string, at: string): string {
  const now = context.now();
  const stamp = `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  const from = dateOfTime(at, todayOf(context, config), config.dayEndsAt);
  const sources = sourcesOf(config).map(({ name, url }) => `${oneLine(name)}: ${url}`);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//dailyleet//remind//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    // The same at every run: the calendar then replaces the reminder instead of adding a second one.
    `UID:${escapeText(`${uid}@dailyleet`)}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    // Some calendars keep the older of two events with one number.
    `SEQUENCE:${Math.floor(now / 60_000)}`,
    `DTSTART:${formatDate(from).replaceAll("-", "")}T${at.replace(":", "")}00`,
    "DURATION:PT30M",
    "RRULE:FREQ=DAILY",
    "TRANSP:TRANSPARENT",
    "SUMMARY:Daily coding practice",
    `DESCRIPTION:${escapeText(sources.join("\n"))}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:PT0S",
    "DESCRIPTION:Daily coding practice",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** Section 3.3.11. Control characters are not allowed; a carriage return would begin a line of the calendar. */
function escapeText(text: string): string {
  return stripControls(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** Section 3.1: lines of at most 75 octets. A character outside of ASCII has at most four and is never cut. */
function fold(line: string): string {
  const width = /^[ -~]*$/.test(line) ? /.{74}(?=.)/g : /.{18}(?=.)/gsu;
  return line.replace(width, "$&\r\n ");
}
