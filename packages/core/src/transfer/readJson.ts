import { isRecord } from "../basics.ts";
import { isDayNumber, isTickYear } from "../calendar/calendar.ts";
import { isMark, isMarkable, isMarkDate, type Mark, type Marks, type QuestionMarks } from "../practice/marks.ts";
import { isSourceNumber, type SourceNumber } from "../ticks/sources.ts";
import type { TickCell } from "../ticks/ticks.ts";
import { clip, type FoundData, type FoundProfile, isFault, type ParsedImport, show } from "./reading.ts";

/** Reads what `export` wrote as JSON, or a backup of several profiles. */
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
  const { version, profiles, ...data } = isRecord(document) ? document : {};
  if (version !== 1) {
    const fault = `'version' is ${show(version)}, but must be 1 (a newer dailyleet may read it)`;
    return { fault, isForeign: version === undefined };
  }
  const first = readData(data);
  if (isFault(first)) return first;
  if (profiles === undefined) return { ...first, unknown: null };
  const all = readProfiles(profiles, first);
  return isFault(all) ? all : { ...first, unknown: null, profiles: all };
}

function readData({ years, practice = {} }: Record<string, unknown>): FoundData | string {
  if (!isRecord(years)) return `'years' is ${show(years)}, but must be an object of years`;
  const cells: TickCell[] = [];
  for (const [year, days] of Object.entries(years)) {
    if (!isPlainNumber(year, isTickYear)) return `'${clip(year)}' is not a year from 1970 to 9999`;
    const fault = readJsonYear(Number(year), days, cells);
    if (fault !== null) return fault;
  }
  const marks = readPractice(practice);
  return isFault(marks) ? marks : { cells, marks };
}

/** The profiles of a backup; the first has the data of the document itself. */
function readProfiles(profiles: unknown, first: FoundData): FoundProfile[] | string {
  if (!Array.isArray(profiles)) return `'profiles' is ${show(profiles)}, but must be a list of profiles`;
  const found: FoundProfile[] = [];
  for (const [index, profile] of profiles.entries()) {
    const { uid, name, ...own }: Record<string, unknown> = isRecord(profile) ? profile : {};
    if (typeof uid !== "string" || typeof name !== "string") return `profile ${index + 1} has no 'uid' or no 'name'`;
    const data = index === 0 ? first : readData(own);
    if (isFault(data)) return `in the profile '${clip(name)}' ${data}`;
    found.push({ uid, name, ...data });
  }
  return found;
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

/** Whether a key is an allowed number in its usual form. */
function isPlainNumber(text: string, isAllowed: (value: number) => boolean): boolean {
  return String(Number(text)) === text && isAllowed(Number(text));
}

/** Returns what is wrong as a text. Drops marks of 0. */
export function readPractice(practice: unknown): Marks | string {
  if (!isRecord(practice)) return `'practice' is ${show(practice)}, but must be an object of questions`;
  const marks: Record<string, QuestionMarks> = Object.create(null);
  for (const [question, dates] of Object.entries(practice)) {
    if (!isMarkable(question)) return `'${clip(question)}' in 'practice' cannot be the key of a question`;
    if (!isRecord(dates)) return `'${clip(question)}' in 'practice' is ${show(dates)}, but must be an object of dates`;
    const read = readDates(question, dates);
    if (typeof read === "string") return read;
    marks[question] = read;
  }
  return marks;
}

function readDates(question: string, dates: Readonly<Record<string, unknown>>): QuestionMarks | string {
  const marks: Record<string, Mark> = {};
  for (const [date, mark] of Object.entries(dates)) {
    const place = `'${clip(question)}'`;
    if (!isMarkDate(date)) return `'${clip(date)}' of ${place} is not a date such as 2026-03-05`;
    if (!isMark(mark)) return `the mark of ${place} on ${date} is ${show(mark)}, but must be a number from 1 to 4`;
    if (mark !== 0) marks[date] = mark;
  }
  return marks;
}

/** No export is deeper, and each level costs memory. */
const MAX_DEPTH = 100;

function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const { text } of tokensOf(json)) {
    if (text === "{" || text === "[") depth++;
    else if (text === "}" || text === "]") depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The first key that an object of this valid JSON has twice, after the keys that lead to it; null without one. */
function duplicateKey(json: string): readonly string[] | null {
  const open: { keys: Set<string>; last: string }[] = [];
  for (const { text, isKey } of tokensOf(json)) {
    if (text === "{" || text === "[") open.push({ keys: new Set(), last: "" });
    else if (text === "}" || text === "]") open.pop();
    const object = open.at(-1);
    if (!isKey || object === undefined) continue;
    object.last = JSON.parse(text);
    if (object.keys.has(object.last)) return open.map(({ last }) => last);
    object.keys.add(object.last);
  }
  return null;
}

/** A bracket, or a string. */
interface Token {
  readonly text: string;
  /** A string with a colon after it. */
  readonly isKey: boolean;
}

function* tokensOf(json: string): Generator<Token> {
  const next = /["{}[\]]/g;
  const colon = /\s*:/y;
  for (let match = next.exec(json); match !== null; match = next.exec(json)) {
    const [bracket] = match;
    if (bracket !== '"') {
      yield { text: bracket, isKey: false };
      continue;
    }
    next.lastIndex = endOfString(json, match.index);
    colon.lastIndex = next.lastIndex;
    const isKey = colon.test(json);
    yield { text: isKey ? json.slice(match.index, next.lastIndex) : bracket, isKey };
  }
}

/** The end of the string at `start`. Without a pattern, whose memory would grow with each escape. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return json.length;
}
