import { type CivilDate, formatDate, type Source, stripControls } from "@dailyleet/core";
import { type OffsetAt, zoneLines } from "./zone.ts";

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
