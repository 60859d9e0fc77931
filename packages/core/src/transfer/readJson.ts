import { isRecord, parseJson } from "../basics.ts";
import { isDayNumber, isTickYear } from "../calendar/calendar.ts";
import { openPath, parseDataPath } from "../firestore/paths.ts";
import { isMark, isMarkable, isMarkDate, NO_MARKS } from "../practice/marks.ts";
import {
  dictionary,
  must,
  objectWith,
  optional,
  type Read,
  text,
  textThat,
  truth,
  tryRead,
  Unreadable,
} from "../readers.ts";
import { isSettingCell, isSettingText, MAX_SETTING_LENGTH, NO_SETTINGS, SETTING_PARTS } from "../settings/settings.ts";
import { isSourceNumber, type SourceNumber } from "../ticks/sources.ts";
import { tickCell } from "../ticks/ticks.ts";
import { readOrigin } from "./backup.ts";
import type { OwnedData, PersonData } from "./exportDocument.ts";
import { excerpt, ImportFault, type ImportFile, show, ticksOf } from "./reading.ts";

export const NOT_JSON = "not valid JSON; it may be damaged or cut off";

const FOREIGN = "this JSON is not an export of dailyleet, which has 'version' and 'years'";

/** Reads the JSON of `export`, or a backup. */
export function readJson(text: string): ImportFile {
  const twice = duplicateKey(text);
  const document = parseJson(text);
  if (document === undefined) throw new ImportFault(NOT_JSON);
  if (twice) throw new ImportFault(`the key ${twice.map((key) => `'${excerpt(key)}'`).join(" → ")} appears twice`);
  // Only `years` tells an export: other programs' files have a `version`, too.
  if (!isRecord(document) || document.years === undefined) throw new ImportFault(FOREIGN, { isForeign: true });
  readOrFail(version, document);
  const { version: _, years: __, practice, settings, profiles, time, reason, ...others } = document;
  const first = { ...readData(document), unknown: null };
  return {
    ...first,
    ...(profiles !== undefined && { profiles: readProfiles(profiles, first) }),
    origin: readOrigin({ time, reason }),
    ignored: Object.keys(others),
  };
}

const version = objectWith({ version: must((value) => value === 1, "1 (a newer dailyleet may read it)") });

const years = dictionary({ of: "years", key: "a year from 1970 to 9999", isKey: isNumber(isTickYear) }, () =>
  dictionary({ of: "days", key: "a day number from 1 to 365", isKey: isNumber(isDayNumber) }, () =>
    dictionary({ of: "sources", key: "a source from 1 to 5", isKey: isNumber(isSourceNumber) }, () => truth),
  ),
);

/** Accepts a key that is an allowed number in its usual form: '7', not '07'. */
function isNumber(isAllowed: (value: number) => boolean): (key: string) => boolean {
  return (key) => String(Number(key)) === key && isAllowed(Number(key));
}

const marks = dictionary({ of: "questions", key: "the key of a question", isKey: isMarkable }, () =>
  dictionary({ of: "dates", key: "a date such as 2026-03-05", isKey: isMarkDate }, () =>
    must(isMark, "a number from 1 to 4"),
  ),
);

const settingText = must(isSettingText, `a text of one line, of at most ${MAX_SETTING_LENGTH} characters`);
const settings = dictionary(
  { of: "settings", key: "a setting", isKey: (row) => Object.hasOwn(SETTING_PARTS, row) },
  (row) =>
    dictionary({ of: "parts", key: "a part of it", isKey: (part) => isSettingCell(row, part) }, () => settingText),
);

const data = objectWith({ years, practice: optional(marks), settings: optional(settings) });

function readData(document: unknown): PersonData {
  const { years, practice = NO_MARKS, settings = NO_SETTINGS } = readOrFail(data, document);
  const cells = Object.entries(years).flatMap(([year, days]) =>
    Object.entries(days).flatMap(([day, sources]) =>
      Object.entries(sources).flatMap(([source, done]) =>
        done ? tickCell(Number(year), Number(day), Number(source) as SourceNumber) : [],
      ),
    ),
  );
  return { ticks: ticksOf(cells), marks: practice, settings };
}

function readOrFail<T>(read: Read<T>, value: unknown): T {
  const reading = tryRead(read, value);
  if (!(reading instanceof Unreadable)) return reading;
  const { path, found, wanted, isKey } = reading;
  const keys = path.map((key) => excerpt(String(key)));
  if (isKey) throw new ImportFault(`'${keys.at(-1)}' in ${placeOf(keys.slice(0, -1))} is not ${wanted}`);
  throw new ImportFault(`${placeOf(keys)} is ${show(found)}, but must be ${wanted}`);
}

/** Describes a value's place in a document, as a part of a sentence. */
function placeOf([table, row, column, source]: readonly string[]): string {
  if (row === undefined) return `'${table}'`;
  if (source !== undefined) return `source ${source} in ${row}, day ${column}`;
  if (table === "years") return column === undefined ? `the year ${row}` : `${row}, day ${column}`;
  if (column === undefined) return `'${row}' in '${table}'`;
  return table === "practice" ? `the mark of '${row}' on ${column}` : `the part '${column}' of '${row}' in '${table}'`;
}

const owner = objectWith({
  uid: textThat((uid) => parseDataPath(openPath(uid))?.uid === uid, "the uid of a profile"),
  name: text,
});

/** The profiles of a backup; the first has the data of the document itself. */
function readProfiles(profiles: unknown, first: PersonData): OwnedData[] {
  if (!Array.isArray(profiles)) {
    throw new ImportFault(`'profiles' is ${show(profiles)}, but must be a list of profiles`);
  }
  const uids = new Set<string>();
  return profiles.map((profile, index) => {
    const reading = tryRead(owner, profile);
    if (reading instanceof Unreadable) throw new ImportFault(`profile ${index + 1} has no 'uid' or no 'name'`);
    const { uid, name } = reading;
    if (uids.has(uid)) throw new ImportFault(`two profiles have the uid '${excerpt(uid)}'`);
    uids.add(uid);
    if (index === 0) return { uid, name, ticks: first.ticks, marks: first.marks, settings: first.settings ?? {} };
    try {
      return { uid, name, ...readData(profile) };
    } catch (error) {
      throw error instanceof ImportFault
        ? new ImportFault(`in the profile '${excerpt(name)}' ${error.message}`)
        : error;
    }
  });
}

/** The deepest JSON to read: no export is deeper, and each level costs memory. */
const MAX_DEPTH = 100;

/**
 * The first duplicate key in this JSON, after the keys that lead to it; null if there is none. For invalid JSON the
 * result means nothing. Throws `ImportFault` if the JSON is nested too deeply to parse.
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
