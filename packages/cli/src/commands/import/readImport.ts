import {
  DailyleetError,
  type DateOrder,
  fold,
  type ImportFile,
  type ImportGuide,
  type NumberMeaning,
  parseImport,
  parseSource,
  type Remedies,
  type Source,
  type SourceNumber,
} from "@dailyleet/core";
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
function readMappings(texts: readonly string[], sources: readonly Source[]): Mapping[] {
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
    `'${text}' does not say which source a habit is; use NAME=SOURCE, such as 'LeetCode=1'.`,
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
