import { type CivilDate, formatDate, type Source, stripControls } from "@dailyleet/core";

export interface Reminder {
  /** The same for one person for good, so that a calendar replaces the reminder and makes no second one. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The first day. */
  readonly from: CivilDate;
  /** 'HH:MM' */
  readonly at: string;
  /** The name of the person's zone, such as 'Asia/Kolkata'. */
  readonly zone: string;
  readonly offsetAt: OffsetAt;
  readonly sources: readonly Source[];
}

const MAX_OCTETS = 75;

/**
 * A calendar with one daily event and its alarm. Source: RFC 5545. The time is bound to the zone, with the zone's
 * rules beside it, because calendars in the web take a time without a zone for UTC.
 */
export function calendarText({ id, now, from, at, zone, offsetAt, sources }: Reminder): string {
  const stamp = `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  const list = sources.map(({ name, url }) => `${name}: ${url}`).join("\n");
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//dailyleet//remind//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-TIMEZONE:${zone}`,
    ...zoneLines(zone, offsetAt, from.year),
    "BEGIN:VEVENT",
    `UID:${escapeText(id)}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    // Some calendars keep the older of two events with one number.
    `SEQUENCE:${Math.floor(now / 60_000)}`,
    `DTSTART;TZID=${zone}:${formatDate(from).replaceAll("-", "")}T${at.replace(":", "")}00`,
    "DURATION:PT30M",
    "RRULE:FREQ=DAILY",
    "TRANSP:TRANSPARENT",
    "SUMMARY:Daily coding practice",
    `DESCRIPTION:${escapeText(list)}`,
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

/** Section 3.1: lines of at most 75 octets, never cut inside a character. */
function fold(line: string): string {
  const parts: string[] = [];
  let octets = Number.POSITIVE_INFINITY;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      parts.push("");
      // The space that marks a continued line counts.
      octets = parts.length > 1 ? 1 : 0;
    }
    parts.push((parts.pop() ?? "") + character);
    octets += size;
  }
  return parts.join("\r\n ");
}

/** How a zone's clocks go: minutes east of Greenwich at a moment in milliseconds since the epoch. */
export type OffsetAt = (epochMs: number) => number;

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
export function zoneLines(name: string, offsetAt: OffsetAt, year: number): string[] {
  const start = Date.UTC(year - 1, 0, 1);
  const transitions = transitionsOf(offsetAt, start, Date.UTC(year - 1 + YEARS, 0, 1));
  const first = offsetAt(start);
  const begin = observance({ onset: new Date(start), from: first, to: first }, []);
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${name}`,
    ...(yearlyObservances(transitions) ?? [...begin, ...transitions.flatMap((each) => observance(each, []))]),
    "END:VTIMEZONE",
  ];
}

function transitionsOf(offsetAt: OffsetAt, start: number, end: number): Transition[] {
  const found: Transition[] = [];
  for (let at = start; at < end; at += MS_PER_DAY) {
    const [from, to] = [offsetAt(at), offsetAt(at + MS_PER_DAY)];
    if (from !== to) found.push({ onset: new Date(momentOf(offsetAt, at) + from * MS_PER_MINUTE), from, to });
  }
  return found;
}

/** The minute in the day after `at` from which the later offset holds. */
function momentOf(offsetAt: OffsetAt, at: number): number {
  let [before, after] = [at, at + MS_PER_DAY];
  while (after - before > MS_PER_MINUTE) {
    const middle = before + Math.floor((after - before) / MS_PER_MINUTE / 2) * MS_PER_MINUTE;
    if (offsetAt(middle) === offsetAt(at)) before = middle;
    else after = middle;
  }
  return after;
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
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ];
}

/** '+0530' */
function offsetText(minutes: number): string {
  const pair = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${pair.map((part) => String(part).padStart(2, "0")).join("")}`;
}
