import { isRecord } from "../firestore/value.ts";

/**
 * The text that a cell shows in the sheet; empty for a cell that is null, missing or nothing a sheet holds.
 * `type` is the column's: only where it is not `string` can `Date(2026,5,1)` be a date.
 */
export function cellText(cell: unknown, type: string): string {
  if (!isRecord(cell)) return "";
  const { f: formatted, v: value } = cell;
  if (typeof formatted === "string" && formatted !== "") return formatted.trim();
  if (typeof value === "string") return type === "string" ? value.trim() : (dateText(value) ?? value.trim());
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return Array.isArray(value) ? timeText(value) : "";
}

const DATE = /^Date\((\d{1,4}),(\d{1,2}),(\d{1,2})(?:,(\d{1,2}),(\d{1,2}),(\d{1,2})(?:,\d{1,3})?)?\)$/;

/** `Date(2026,5,1)`, whose month counts from 0, as 2026-06-01. A time of day comes as one on 30 December 1899. */
function dateText(value: string): string | null {
  const match = DATE.exec(value);
  if (!match) return null;
  const [year, month, day, hour, ...rest] = match.slice(1).map((part) => (part === undefined ? null : Number(part)));
  const date = `${pad(year, 4)}-${pad((month ?? 0) + 1)}-${pad(day)}`;
  if (hour == null) return date;
  const time = timeText([hour, ...rest]);
  return date === "1899-12-30" ? time : `${date} ${time}`;
}

/** [hours, minutes, seconds, milliseconds] as 08:30:00. */
function timeText(parts: readonly unknown[]): string {
  return parts.length >= 3 && parts.every(Number.isInteger)
    ? parts
        .slice(0, 3)
        .map((part) => pad(part))
        .join(":")
    : "";
}

function pad(part: unknown, length = 2): string {
  return String(part ?? 0).padStart(length, "0");
}
