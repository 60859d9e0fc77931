import { isDayNumber, isTickYear } from "../calendar/calendar.ts";
import { isRecord } from "../firestore/value.ts";
import { isSourceNumber, type SourceNumber } from "../ticks/sources.ts";
import type { TickCell } from "../ticks/ticks.ts";
import { duplicateKey, isTooDeep } from "./duplicateKeys.ts";
import { clip, isFault, type ParsedImport, show } from "./reading.ts";
import { readPractice } from "./readPractice.ts";

/** Reads what `export` wrote as JSON. */
export function readJson(text: string): ParsedImport {
  if (isTooDeep(text)) return "the JSON is nested deeper than anything in an export";
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return "the JSON is broken or cut off";
  }
  const twice = duplicateKey(text);
  if (twice !== null) return `the key ${twice.map((key) => `'${clip(key)}'`).join(" → ")} appears twice`;
  const { version, years, practice = {} } = isRecord(document) ? document : {};
  if (version !== 1) {
    const fault = `'version' is ${show(version)}, but must be 1 (a newer dailyleet may read it)`;
    return { fault, isForeign: version === undefined };
  }
  if (!isRecord(years)) return `'years' is ${show(years)}, but must be an object of years`;
  const cells: TickCell[] = [];
  for (const [year, days] of Object.entries(years)) {
    if (!isPlainNumber(year, isTickYear)) return `'${clip(year)}' is not a year from 1970 to 9999`;
    const fault = readJsonYear(Number(year), days, cells);
    if (fault !== null) return fault;
  }
  const marks = readPractice(practice);
  return isFault(marks) ? marks : { cells, marks, unknown: null };
}

function readJsonYear(year: number, days: unknown, cells: TickCell[]): string | null {
  if (!isRecord(days)) return `the year ${year} is ${show(days)}, but must be an object of days`;
  for (const [day, sources] of Object.entries(days)) {
    const place = `${year}, day ${clip(day)}`;
    if (!isPlainNumber(day, isDayNumber)) return `'${clip(day)}' in ${year} is not a day number from 1 to 365`;
    if (!isRecord(sources)) return `${place} is ${show(sources)}, but must be an object of sources`;
    for (const [source, done] of Object.entries(sources)) {
      if (!isPlainNumber(source, isSourceNumber)) return `'${clip(source)}' in ${place} is not a source from 1 to 5`;
      if (typeof done !== "boolean") return `source ${source} in ${place} is ${show(done)}, but must be true or false`;
      if (done) cells.push({ year, day: Number(day), source: Number(source) as SourceNumber });
    }
  }
  return null;
}

/** Whether a key is such a number, written as programs write it. */
export function isPlainNumber(text: string, isAllowed: (value: number) => boolean): boolean {
  return String(Number(text)) === text && isAllowed(Number(text));
}
