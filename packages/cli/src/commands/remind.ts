import { createHash } from "node:crypto";
import { type Config, DailyleetError, dateOfTime, formatDate, sourcesOf, stripControls } from "@dailyleet/core";
import { type Context, zoneFault } from "../context.ts";
import { loadConfig, placesOf } from "../files/directories.ts";
import { STREAM, writeTo } from "../files/files.ts";
import { offsetAt, offsetText, todayOf } from "../terminal/dates.ts";
import type { CommonOptions } from "../terminal/options.ts";
import { note, oneLine, printJson } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";

interface RemindOptions extends CommonOptions {
  /** '-' for stdout. */
  readonly ics: string;
  /** 'HH:MM' */
  readonly at: string;
}

export async function runRemind(context: Context, options: RemindOptions): Promise<void> {
  const { ics, at, json } = options;
  if (json && ics === STREAM) {
    const sentence = "--ics - and --json can't both print to stdout; give --ics a file or leave out --json.";
    throw new DailyleetError("usage", sentence);
  }
  // An alarm in a zone that no calendar knows would ring at the wrong hour.
  const zone = context.zone();
  if (zone === null) {
    const advice = "set TZ to a name such as Europe/Berlin and repeat";
    throw new DailyleetError("bad-config", `${zoneFault(context.env)}; ${advice}.`);
  }
  const config = loadConfig(context);
  const person = await withTracker(context, config, options, async ({ person }) => person);
  // In local mode known before there is a database.
  const local = createHash("sha256")
    .update(`${placesOf(context).databaseFile}/${person.name}`)
    .digest("hex");
  const uid = config.firebase ? person.uid : local.slice(0, 28);
  writeTo(context, ics, calendarText(context, config, uid, at, zone), "public");
  if (ics === STREAM) return;
  if (json) printJson(context, { version: 1, file: ics, at, zone });
  else note(context, `Saved a daily alarm at ${at} (${zone}) to ${ics}; open it with your calendar app.`);
}

/**
 * A calendar with one daily event and its alarm. Source: RFC 5545. The time is bound to the zone, with the zone's
 * rules beside it, because calendars in the web take a time without a zone for UTC.
 */
function calendarText(context: Context, config: Config, uid: string, at: string, zone: string): string {
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
    `X-WR-TIMEZONE:${zone}`,
    ...zoneLines(zone, from.year),
    "BEGIN:VEVENT",
    // One for each person for good: a calendar then replaces the reminder and makes no second one.
    `UID:${escapeText(`${uid}@dailyleet`)}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    // Some calendars keep the older of two events with one number.
    `SEQUENCE:${Math.floor(now / 60_000)}`,
    `DTSTART;TZID=${zone}:${formatDate(from).replaceAll("-", "")}T${at.replace(":", "")}00`,
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

/** Section 3.3.11, which takes no control characters; a carriage return would begin a line of the calendar. */
function escapeText(text: string): string {
  return stripControls(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** Section 3.1: lines of at most 75 octets, never cut inside a character, which has at most four outside of ASCII. */
function fold(line: string): string {
  const width = /^[ -~]*$/.test(line) ? /.{74}(?=.)/g : /.{18}(?=.)/gsu;
  return line.replace(width, "$&\r\n ");
}

interface Transition {
  /** Onset on the clock that is still shown then, as if it were UTC. */
  readonly onset: Date;
  readonly from: number;
  readonly to: number;
}

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
const YEARS = 6;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/**
 * The lines of a VTIMEZONE (RFC 5545 section 3.6.5) that is right from the year before `year` on: for good where the
 * clocks change on the same weekdays each year, as in Europe and America, and for four years where they do not.
 */
function zoneLines(name: string, year: number): string[] {
  const start = Date.UTC(year - 1, 0, 1);
  const transitions = transitionsOf(start, Date.UTC(year - 1 + YEARS, 0, 1));
  const first = offsetAt(start);
  const begin = observance({ onset: new Date(start), from: first, to: first }, []);
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${name}`,
    ...(yearlyObservances(transitions) ?? [...begin, ...transitions.flatMap((each) => observance(each, []))]),
    "END:VTIMEZONE",
  ];
}

function transitionsOf(start: number, end: number): Transition[] {
  const found: Transition[] = [];
  for (let at = start; at < end; at += MS_PER_DAY) {
    const [from, to] = [offsetAt(at), offsetAt(at + MS_PER_DAY)];
    if (from !== to) found.push({ onset: new Date(momentOf(at) + from * MS_PER_MINUTE), from, to });
  }
  return found;
}

/** The minute in the day after `at` from which the later offset holds. */
function momentOf(at: number): number {
  let moment = at;
  while (offsetAt(moment) === offsetAt(at)) moment += MS_PER_MINUTE;
  return moment;
}

/** Two rules, where the clocks go forward and back once a year by the same two rules; otherwise null. */
function yearlyObservances(transitions: readonly Transition[]): string[] | null {
  if (transitions.length !== 2 * YEARS) return null;
  const rules = [0, 1].map((half) => commonRule(transitions.filter((_, index) => index % 2 === half)));
  const lines = rules.map((rule, half) => (rule && transitions[half] ? observance(transitions[half], [rule]) : null));
  return lines[0] && lines[1] ? [...lines[0], ...lines[1]] : null;
}

/** The rule that all of these follow. */
function commonRule(transitions: readonly Transition[]): string | null {
  const clocks = new Set(transitions.map(({ onset, from, to }) => `${onset.toISOString().slice(11)} ${from} ${to}`));
  if (clocks.size !== 1) return null;
  const [first, ...others] = transitions.map(rulesOf);
  return first?.find((rule) => others.every((rules) => rules.includes(rule))) ?? null;
}

/** The last such weekday of the month where it is that, and the first, second … one. */
function rulesOf({ onset }: Transition): string[] {
  const day = onset.getUTCDate();
  const month = onset.getUTCMonth() + 1;
  const length = new Date(Date.UTC(onset.getUTCFullYear(), month, 0)).getUTCDate();
  const ordinals = [...(day + 7 > length ? [-1] : []), Math.ceil(day / 7)];
  return ordinals.map((ordinal) => `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${ordinal}${WEEKDAYS[onset.getUTCDay()]}`);
}

function observance({ onset, from, to }: Transition, rules: readonly string[]): string[] {
  const kind = to > from ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${kind}`,
    `DTSTART:${onset.toISOString().slice(0, 19).replace(/[-:]/g, "")}`,
    ...rules,
    `TZOFFSETFROM:${offsetText(from).replace(":", "")}`,
    `TZOFFSETTO:${offsetText(to).replace(":", "")}`,
    `END:${kind}`,
  ];
}
