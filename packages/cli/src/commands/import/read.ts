import {
  type CivilDate,
  counted,
  DailyleetError,
  type DateOrder,
  fold,
  type ImportFile,
  type ImportGuide,
  type ImportPlan,
  MARK_WORDS,
  type MarkPlan,
  type NumberMeaning,
  parseImport,
  parseSource,
  type Remedies,
  type Source,
  type SourceNumber,
  sourceName,
  stripControls,
} from "@dailyleet/core";
import { oneLine } from "../../terminal/output.ts";
import type { ChangeResult } from "../../tracker/tracker.ts";
import { dateOf, type Naming } from "../changes.ts";
import { isZip, listZip, readZipEntry, type ZipEntry, ZipFault } from "./zip.ts";

/** More than a person writes in a hundred years: for a file, and for a table that is packed in one. */
export const MAX_IMPORT_BYTES = 50_000_000;

/** What the person says about a file of another program. */
export interface ImportHints {
  /** 'NAME=SOURCE' each. */
  readonly map: readonly string[] | undefined;
  readonly dates: DateOrder | undefined;
  readonly numbers: NumberMeaning | undefined;
}

const REMEDIES: Remedies = {
  map: "say which source each habit is, as in --map 'NAME=1'",
  dates: "use --dates dmy (day first) or --dates mdy (month first)",
  numbers: "use --numbers counts (each number says how many) or --numbers loop (a Loop Habit Tracker export)",
};

/** Reads a file of ticks, or a zip file with one. Throws `usage` for a hint that cannot be used, and `bad-import`. */
export function readImport(bytes: Buffer, name: string, sources: readonly Source[], hints: ImportHints): ImportFile {
  const { map = [], dates, numbers } = hints;
  if (bytes.length > MAX_IMPORT_BYTES) {
    throw new DailyleetError("bad-import", `${name}: larger than 50 MB. Nothing imported; choose another file.`);
  }
  const guide: ImportGuide = {
    sources,
    map: readMappings(map, sources),
    ...(dates && { dates }),
    ...(numbers && { numbers }),
  };
  const file = parseImport(tableIn(bytes, name), name, guide, REMEDIES);
  const needsNames = map.length > 0 ? "--map" : numbers === "loop" ? "--numbers loop" : null;
  if (needsNames && file.unknown === null) {
    throw new DailyleetError("usage", `${name}: sources are numbers here, not names; leave out ${needsNames}.`);
  }
  return file;
}

type Mapping = readonly [name: string, source: SourceNumber];

/** Throws `usage`, also where one habit is to be two sources. */
export function readMappings(texts: readonly string[], sources: readonly Source[]): Mapping[] {
  const known = new Map<string, SourceNumber>();
  return texts.map((text) => {
    const [name, source] = readMapping(text, sources);
    const other = known.get(fold(name)) ?? source;
    if (other !== source) {
      const sentence = `'${name}' is mapped to source ${other} and to source ${source}; leave out one of the two.`;
      throw new DailyleetError("usage", sentence);
    }
    known.set(fold(name), source);
    return [name, source];
  });
}

function readMapping(text: string, sources: readonly Source[]): Mapping {
  const at = text.lastIndexOf("=");
  if (at > 0) return [text.slice(0, at), parseSource(text.slice(at + 1), sources)];
  throw new DailyleetError(
    "usage",
    `'${text}' does not say which source it stands for; use NAME=SOURCE, such as 'LeetCode=1'.`,
  );
}

const TABLE = "Checkmarks.csv";

/** The file itself, or the table that is packed in it. */
function tableIn(bytes: Buffer, name: string): Buffer {
  if (!isZip(bytes)) return bytes;
  try {
    const entries = listZip(bytes);
    if (isWorkbook(entries)) {
      const sentence = `${name}: this is an Excel workbook. Nothing imported; save it as CSV and import that file.`;
      throw new DailyleetError("bad-import", sentence);
    }
    return readZipEntry(bytes, chooseTable(entries), MAX_IMPORT_BYTES);
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    const way = "Nothing imported; unzip it and import the table itself";
    throw new DailyleetError("bad-import", `${name}: ${error.message}. ${way}.`, { cause: error });
  }
}

/** An .xlsx file is a zip file, too. */
function isWorkbook(entries: readonly ZipEntry[]): boolean {
  return (
    entries.some(({ name }) => name === "[Content_Types].xml") && entries.some(({ name }) => name.startsWith("xl/"))
  );
}

/** Loop's table of all habits: each habit has one of the same name too, in a folder of its own. */
function chooseTable(entries: readonly ZipEntry[]): ZipEntry {
  const tables = entries.filter(({ name }) => name === TABLE || name.endsWith(`/${TABLE}`));
  const depth = ({ name }: ZipEntry) => name.split("/").length;
  const [first, second] = tables.sort((a, b) => depth(a) - depth(b));
  if (first === undefined) throw new ZipFault(`no ${TABLE} in it`);
  if (second && depth(first) === depth(second)) throw new ZipFault(`more than one ${TABLE} in it`);
  return first;
}

export interface ImportView {
  readonly plan: ImportPlan;
  /** Where the ticks are added. */
  readonly place: "here" | "in the cloud";
  /** Names in the file that stand for no source. */
  readonly unknown: readonly string[];
  /** What these names are of. */
  readonly kind: "habit" | "site";
  /** Null when nothing was written. */
  readonly saved: ChangeResult["saved"] | null;
}

/** What an import adds, or would add: a line for each tick and mark, what was skipped, then the counts. */
export function renderImport(
  { plan, unknown, kind, saved, place }: ImportView,
  { sources, questions, today }: Naming,
): string {
  const { changes, practice } = plan;
  const lines = changes.map(
    (change) => `${dateOf(change)} ${stripControls(sourceName(sources, change.source))}: Done\n`,
  );
  const skipped = unknown.map((name) => `Skipped ${kind} "${oneLine(name)}" (use --map '${oneLine(name)}=1')\n`);
  const add = saved === null ? "Would add" : "Added";
  const rest = (counts: Rest) => restText(counts, place, today);
  const added = changes.length === 0 ? "No new ticks" : `${add} ${counted(changes.length, "tick")}`;
  const ticks = plan.there > 0 || practice.there === 0 ? `${added} (${rest(plan)})\n` : "";
  const marks = practice.there > 0 ? `${markCounts(practice, add)} (${rest(practice)})\n` : "";
  return [...lines, ...markLines(practice, questions), ...skipped, ticks, marks].join("");
}

function markLines({ changes }: MarkPlan, names: Naming["questions"]): string[] {
  return changes.map(({ question, date, mark, was }) => {
    const before = was === 0 ? "" : ` (was ${MARK_WORDS[was]})`;
    return `${date} ${oneLine(names.get(question) ?? question)}: ${MARK_WORDS[mark]}${before}\n`;
  });
}

/** 'Added 1 mark, lowered 1' */
function markCounts({ changes }: MarkPlan, add: "Would add" | "Added"): string {
  const lowered = changes.filter(({ was }) => was > 0).length;
  const added = changes.length - lowered;
  const lower = add === "Added" ? "lowered" : "lower";
  if (lowered === 0) return added === 0 ? "No new marks" : `${add} ${counted(added, "mark")}`;
  return `${add} ${counted(added, "mark")}, ${lower} ${lowered}`;
}

type Rest = Pick<MarkPlan, "there" | "ahead"> & { readonly changes: readonly unknown[] };

/** '2 already here; 1 skipped: 2027 has not begun' */
function restText({ there, changes, ahead }: Rest, place: ImportView["place"], today: CivilDate): string {
  const already = `${there - changes.length - ahead} already ${place}`;
  return ahead === 0 ? already : `${already}; ${ahead} skipped: ${today.year + 1} has not begun`;
}

/** 'here 212, there 198, together 231' */
export function countsText({ here, there, together }: Pick<MarkPlan, "here" | "there" | "together">): string {
  return `here ${here}, there ${there}, together ${together}`;
}

export function importJson({ plan, unknown, saved }: ImportView, sources: readonly Source[]): object {
  const { here, there, together, ahead } = plan;
  const changes = plan.changes.map((change) => ({
    date: dateOf(change),
    day: change.day,
    source: change.source,
    name: sourceName(sources, change.source),
  }));
  return { version: 1, here, there, together, ahead, unknown, changes, practice: practiceJson(plan.practice), saved };
}

function practiceJson({ here, there, together, ahead, changes }: MarkPlan): object {
  const marks = changes.map(({ question, date, mark, was }) => {
    return { question, date, mark: MARK_WORDS[mark], was: MARK_WORDS[was] };
  });
  return { here, there, together, ahead, changes: marks };
}

/** A plan that adds this computer's ticks and marks to the cloud, as seen from this computer. */
export function seenFromHere(plan: ImportPlan): ImportPlan {
  return { ...swapped(plan), practice: swapped(plan.practice) };
}

function swapped<Plan extends ImportPlan | MarkPlan>(plan: Plan): Plan {
  return { ...plan, here: plan.there, there: plan.here };
}
