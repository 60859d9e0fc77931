import { isRecord, parseJson } from "../basics.ts";
import { isDayNumber, isTickYear } from "../calendar/calendar.ts";
import { openPath, parseDataPath } from "../firestore/paths.ts";
import { isMark, isMarkable, isMarkDate, type Mark, type Marks, type QuestionMarks } from "../practice/marks.ts";
import {
  isSettingCell,
  isSettingText,
  MAX_SETTING_LENGTH,
  type PersonSettings,
  type SettingParts,
} from "../settings/settings.ts";
import { isSourceNumber, type SourceNumber } from "../ticks/sources.ts";
import { type TickCell, type TicksByYear, tickCell } from "../ticks/ticks.ts";
import { readOrigin } from "./backup.ts";
import type { OwnedData, PersonData } from "./exportDocument.ts";
import { clip, ImportFault, type ImportFile, show, ticksOf } from "./reading.ts";

export const NOT_JSON = "not valid JSON; it may be damaged or cut off";

const FOREIGN = "this JSON is not an export of dailyleet, which has 'version' and 'years'";

/** Reads the JSON of `export`, or a backup. */
export function readJson(text: string): ImportFile {
  const twice = duplicateKey(text);
  const document = parseJson(text);
  if (document === undefined) throw new ImportFault(NOT_JSON);
  if (twice) throw new ImportFault(`the key ${twice.map((key) => `'${clip(key)}'`).join(" → ")} appears twice`);
  // Other programs number the versions of their files, too.
  if (!isRecord(document) || document.years === undefined) throw new ImportFault(FOREIGN, { isForeign: true });
  const { version, profiles, years, practice, settings, time, reason, ...others } = document;
  if (version !== 1) {
    throw new ImportFault(`'version' is ${show(version)}, but must be 1 (a newer dailyleet may read it)`);
  }
  const first = { ...readData({ years, practice, settings }), unknown: null };
  return {
    ...first,
    ...(profiles !== undefined && { profiles: readProfiles(profiles, first) }),
    origin: readOrigin({ time, reason }),
    ignored: Object.keys(others),
  };
}

function readData({ years, practice = {}, settings = {} }: Record<string, unknown>): PersonData {
  return { ticks: parseYears(years), marks: parsePractice(practice), settings: parseSettings(settings) };
}

/** The profiles of a backup; the first has the data of the document itself. */
function readProfiles(profiles: unknown, first: PersonData): OwnedData[] {
  if (!Array.isArray(profiles))
    throw new ImportFault(`'profiles' is ${show(profiles)}, but must be a list of profiles`);
  const uids = new Set<string>();
  return profiles.map((profile, index) => {
    const { uid, name, ...own }: Record<string, unknown> = isRecord(profile) ? profile : {};
    if (typeof uid !== "string" || parseDataPath(openPath(uid))?.uid !== uid || typeof name !== "string") {
      throw new ImportFault(`profile ${index + 1} has no 'uid' or no 'name'`);
    }
    if (uids.has(uid)) throw new ImportFault(`two profiles have the uid '${clip(uid)}'`);
    uids.add(uid);
    if (index === 0) return { uid, name, ticks: first.ticks, marks: first.marks, settings: first.settings ?? {} };
    try {
      return { uid, name, ...readData(own) };
    } catch (error) {
      throw error instanceof ImportFault ? new ImportFault(`in the profile '${clip(name)}' ${error.message}`) : error;
    }
  });
}

function parseYears(years: unknown): TicksByYear {
  const cells: TickCell[] = [];
  for (const [year, days] of entriesOf(years, "'years'", "years")) {
    if (!isPlainNumber(year, isTickYear)) throw new ImportFault(`'${clip(year)}' is not a year from 1970 to 9999`);
    for (const [day, sources] of entriesOf(days, `the year ${year}`, "days")) {
      if (!isPlainNumber(day, isDayNumber)) {
        throw new ImportFault(`'${clip(day)}' in ${year} is not a day number from 1 to 365`);
      }
      for (const [source, done] of entriesOf(sources, `${year}, day ${day}`, "sources")) {
        if (isTick(source, done, `${year}, day ${day}`)) {
          cells.push(tickCell(Number(year), Number(day), Number(source) as SourceNumber));
        }
      }
    }
  }
  return ticksOf(cells);
}

function isTick(source: string, done: unknown, place: string): boolean {
  if (!isPlainNumber(source, isSourceNumber)) {
    throw new ImportFault(`'${clip(source)}' in ${place} is not a source from 1 to 5`);
  }
  if (typeof done === "boolean") return done;
  throw new ImportFault(`source ${source} in ${place} is ${show(done)}, but must be true or false`);
}

/** The entries of an object of `named`. */
function entriesOf(value: unknown, place: string, named: string): [string, unknown][] {
  if (isRecord(value)) return Object.entries(value);
  throw new ImportFault(`${place} is ${show(value)}, but must be an object of ${named}`);
}

/** Whether a key is an allowed number in its usual form. */
function isPlainNumber(text: string, isAllowed: (value: number) => boolean): boolean {
  return String(Number(text)) === text && isAllowed(Number(text));
}

/** Drops marks of 0. */
function parsePractice(practice: unknown): Marks {
  const marks: Record<string, QuestionMarks> = Object.create(null);
  for (const [question, dates] of entriesOf(practice, "'practice'", "questions")) {
    const place = `'${clip(question)}'`;
    if (!isMarkable(question)) throw new ImportFault(`${place} in 'practice' cannot be the key of a question`);
    const own: Record<string, Mark> = {};
    for (const [date, mark] of entriesOf(dates, `${place} in 'practice'`, "dates")) {
      if (!isMarkDate(date)) throw new ImportFault(`'${clip(date)}' of ${place} is not a date such as 2026-03-05`);
      if (!isMark(mark)) {
        throw new ImportFault(`the mark of ${place} on ${date} is ${show(mark)}, but must be a number from 1 to 4`);
      }
      if (mark !== 0) own[date] = mark;
    }
    marks[question] = own;
  }
  return marks;
}

/** Drops empty texts. */
function parseSettings(settings: unknown): PersonSettings {
  const read: Record<string, SettingParts> = {};
  for (const [key, parts] of entriesOf(settings, "'settings'", "settings")) {
    const place = `'${clip(key)}' in 'settings'`;
    const texts: Record<string, string> = {};
    for (const [part, text] of entriesOf(parts, place, "parts")) {
      if (!isSettingCell(key, part)) throw new ImportFault(`${place} has no part '${clip(part)}'`);
      if (!isSettingText(text)) {
        const allowed = `a text of one line, of at most ${MAX_SETTING_LENGTH} characters`;
        throw new ImportFault(`the part '${part}' of ${place} is ${show(text)}, but must be ${allowed}`);
      }
      if (text !== "") texts[part] = text;
    }
    if (Object.keys(texts).length > 0) read[key] = texts;
  }
  return read;
}

/** No export is deeper, and each level costs memory. */
const MAX_DEPTH = 100;

/**
 * The first duplicate key in this JSON, after the keys that lead to it; null if there is none. Any result for invalid JSON.
 * A fault if the JSON is too deep to parse.
 */
function duplicateKey(json: string): readonly string[] | null {
  const open: { readonly keys: Set<string>; last: string }[] = [];
  let twice: string[] | null = null;
  // Two letters replace each escape, so that every quotation mark begins or ends a string.
  for (const { 0: token, index } of json.replace(/\\./gs, "__").matchAll(/[{}[\]]|"[^"]*"(?:\s*:)?/g)) {
    if (token === "{" || token === "[") {
      if (open.push({ keys: new Set(), last: "" }) > MAX_DEPTH) {
        throw new ImportFault("the JSON is nested deeper than anything in an export");
      }
    } else if (token === "}" || token === "]") open.pop();
    const object = open.at(-1);
    if (!token.endsWith(":") || !object) continue;
    object.last = String(parseJson(json.slice(index, index + token.lastIndexOf('"') + 1)));
    if (object.keys.has(object.last)) twice ??= open.map(({ last }) => last);
    object.keys.add(object.last);
  }
  return twice;
}
