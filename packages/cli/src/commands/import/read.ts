import { statSync } from "node:fs";
import {
  type Config,
  counted,
  type DailyleetError,
  type DateOrder,
  decodeText,
  fold,
  type ImportFault,
  type ImportFile,
  importError,
  importFault,
  type NumberMeaning,
  own,
  type PersonData,
  parseCsv,
  parseImport,
  parseSource,
  questionKey,
  READ_AS_WINDOWS,
  type Remedies,
  type Source,
  type SourceNumber,
  solvedMarks,
  usageError,
  withoutAccounts,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { MAX_IMPORT_BYTES } from "../../files/backupContents.ts";
import { readFrom, STREAM, streamName } from "../../files/files.ts";
import { todayOf } from "../../terminal/dates.ts";
import type { GlobalOptions } from "../../terminal/options.ts";
import { isSaidYes, oneLine, printNote } from "../../terminal/output.ts";
import { loadSheet } from "../../tracker/list.ts";
import type { Tracker } from "../../tracker/tracker.ts";
import { dataMeantFor, ignoredText, knownProfiles, STRANGER_QUESTION, strangerError } from "../../tracker/whose.ts";
import { readGitRepository } from "./gitRepository.ts";
import { isZip, listZip, type ZipEntry, ZipFault } from "./zip.ts";

export interface IncomingOptions extends GlobalOptions {
  /** A file, or the directory of a git repository. Undefined or '-' for stdin. */
  readonly file: string | undefined;
  /** For a repository: also mark the questions that have a solution. */
  readonly marks: true | undefined;
  /** Texts of the form 'NAME=SOURCE'. */
  readonly map: readonly string[] | undefined;
  readonly dates: DateOrder | undefined;
  readonly numbers: NumberMeaning | undefined;
  /** The account or profile to import from an export or a backup. */
  readonly from: string | undefined;
  /** Also take over the accounts on sites in an export or a backup. */
  readonly accounts: true | undefined;
  readonly dryRun: true | undefined;
  readonly json: true | undefined;
}

export interface Incoming {
  /** Names of habits or sites that match no source. */
  readonly unknown: readonly string[];
  readonly kind: "habit" | "site";
  /**
   * The data for the tracker's person, who has `current`. Resolves to null if the data is another person's and is
   * declined. Rejects with `usage` if it is another person's and nobody can be asked.
   */
  dataFor(tracker: Tracker, current: PersonData): PersonData | Promise<PersonData | null>;
}

/** A repository's address: a URL or `git@host:path`. */
const REMOTE = /^(?:[a-z][a-z+]+:\/\/|git@[^/]+:)/i;

/** Throws `usage` for options that don't go together, `storage`, `bad-import` and `not-an-export`. */
export async function readIncoming(context: Context, config: Config, options: IncomingOptions): Promise<Incoming> {
  const { file = STREAM, marks } = options;
  if (REMOTE.test(file)) {
    const way = `clone it first ('git clone ${oneLine(file)}') and import its directory`;
    throw usageError(`${oneLine(file)} is an address. Nothing imported; ${way}.`);
  }
  if (isDirectory(file)) return readRepository(context, config, file, options);
  if (marks) throw usageError("--marks is for a git repository; leave it out for a file.");
  const [name, { sources }] = [streamName(file), config];
  // Read one byte more than allowed, to detect a file that is too large.
  const found = await readImport(context, readFrom(context, file, MAX_IMPORT_BYTES + 1), name, sources, options);
  if (found.isWindows) printNote(context, `${name}: ${READ_AS_WINDOWS}.`);
  for (const key of found.ignored ?? []) printNote(context, ignoredText(name, key));
  const given = { found, name, from: options.from };
  const dataFor = async ({ person, database }: Tracker) => {
    const { data: meant, stranger } = dataMeantFor(person, knownProfiles(config, database), given);
    const data = options.accounts ? meant : withoutAccounts(meant);
    if (stranger === null) return data;
    if (options.dryRun) printNote(context, `${stranger}; adding it needs --from.`);
    if (options.dryRun) return data;
    const reply = options.json ? null : await context.ask(`${stranger}. ${STRANGER_QUESTION}`);
    if (reply === null) throw strangerError(found, stranger);
    return isSaidYes(reply) ? data : null;
  };
  return { unknown: found.unknown ?? [], kind: "habit", dataFor };
}

/** False for an unreadable path; reading it reports the error later. */
function isDirectory(file: string): boolean {
  try {
    return file !== STREAM && statSync(file).isDirectory();
  } catch {
    return false;
  }
}

async function readRepository(
  context: Context,
  config: Config,
  directory: string,
  { map = [], dates, numbers, marks }: IncomingOptions,
): Promise<Incoming> {
  if (dates || numbers) {
    throw usageError("--dates and --numbers are for tables; leave them out for a git repository.");
  }
  const { sources } = config;
  const mappings = readMappings(map, sources);
  const questions = marks ? (await loadSheet(context, config)).questions.map(questionKey) : [];
  const history = await readGitRepository(context, directory, {
    sources,
    map: mappings,
    questions,
    dayEndsAt: config.dayEndsAt,
  });
  const { ticks, unknown, unknownCommits } = history;
  if (unknownCommits > 0) {
    printNote(
      context,
      `${counted(unknownCommits, "commit")} not recognized; --map FOLDER=SOURCE counts those in a folder.`,
    );
  }
  const dataFor = (_: Tracker, current: PersonData) => {
    return { ticks, marks: solvedMarks(history, current.marks, todayOf(context, config)) };
  };
  return { unknown, kind: "site", dataFor };
}

const REMEDIES: Remedies = {
  map: "say which source each habit is, as in --map 'NAME=1'",
  dates: "use --dates dmy (day first) or --dates mdy (month first)",
  numbers: "use --numbers counts (each number says how many) or --numbers loop (a Loop Habit Tracker export)",
};

/** Questions about an ambiguous table, and the answers to them. */
const QUESTIONS = {
  dates: { text: "Does the day or the month come first? [d/m] ", answers: { d: "dmy", m: "mdy" } },
  numbers: { text: "Are they counts, or Loop Habit Tracker's signs? [c/l] ", answers: { c: "counts", l: "loop" } },
} as const;

async function readImport(
  context: Context,
  bytes: Buffer,
  name: string,
  sources: readonly Source[],
  options: IncomingOptions,
): Promise<ImportFile> {
  const { map = [], dates, numbers } = options;
  if (bytes.length > MAX_IMPORT_BYTES) {
    throw importError(`${name}: larger than 50 MB. Nothing imported; choose another file.`);
  }
  const hints = { map: readMappings(map, sources), ...(dates && { dates }), ...(numbers && { numbers }) };
  const { table, habits } = await tableIn(bytes, name);
  let file: ImportFile;
  try {
    file = parseImport(table, name, { sources, habits, ...hints }, REMEDIES);
  } catch (error) {
    const answer = options.json ? null : await askAbout(context, name, importFault(error));
    if (answer === null) throw error;
    return readImport(context, bytes, name, sources, { ...options, ...answer });
  }
  const needsNames = map.length > 0 ? "--map" : numbers === "loop" ? "--numbers loop" : null;
  if (needsNames && file.unknown === null) {
    throw usageError(`${name}: sources are numbers here, not names; leave out ${needsNames}.`);
  }
  return file;
}

/** Asks how to read an ambiguous table. Null if nobody answers, or if the fault is another. */
async function askAbout(context: Context, name: string, fault: ImportFault | null) {
  const remedy = fault?.place.remedy;
  if (!fault || remedy === undefined || remedy === "map") return null;
  const { text, answers } = QUESTIONS[remedy];
  const reply = await context.ask(`${name}: ${oneLine(fault.message)}. ${text}`);
  const chosen = own<DateOrder | NumberMeaning>(answers, fold(reply || "").slice(0, 1));
  return chosen === undefined ? null : { [remedy]: chosen };
}

/** Pairs of a name and its source. Throws `usage`, for example if one name is mapped to two sources. */
function readMappings(texts: readonly string[], sources: readonly Source[]) {
  const known = new Map<string, SourceNumber>();
  return texts.map((text): readonly [name: string, source: SourceNumber] => {
    const at = text.lastIndexOf("=");
    if (at <= 0) {
      const advice = "use NAME=SOURCE, such as 'LeetCode=1'";
      throw usageError(`'${text}' does not say which source it stands for; ${advice}.`);
    }
    const name = text.slice(0, at);
    const source = parseSource(text.slice(at + 1), sources);
    const other = known.get(fold(name)) ?? source;
    if (other !== source) {
      const sentence = `'${name}' is mapped to source ${other} and to source ${source}; leave out one of the two.`;
      throw usageError(sentence);
    }
    known.set(fold(name), source);
    return [name, source];
  });
}

const TABLE = "Checkmarks.csv";
const HABITS = "Habits.csv";

interface FoundTable {
  readonly table: Buffer;
  readonly habits: readonly string[];
}

/** The file itself, or for a zip file the table in it with the names of its habits. */
async function tableIn(bytes: Buffer, name: string): Promise<FoundTable> {
  if (bytes.length > 4 && bytes.readUInt32BE(0) === OLD_EXCEL) throw workbook(name);
  if (!isZip(bytes)) return { table: bytes, habits: [] };
  const isNamedWorkbook = /\.(xls[xmb]?|ods|numbers)$/i.test(name);
  try {
    const entries = await listZip(bytes);
    // Workbooks are zip files, too: look for their parts.
    const names = entries.map((entry) => entry.name);
    if (isNamedWorkbook || names.some((each) => WORKBOOK_PARTS.test(each))) throw workbook(name);
    const { directory, table, own } = chooseTables(entries);
    const beside = entries.find((entry) => entry.name === directory + HABITS);
    const habits = beside ? await habitsIn(beside) : new Map();
    const content = await (table ? table.read(MAX_IMPORT_BYTES) : joinOwnTables(own, habits));
    return { table: content, habits: [...habits.values()] };
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    if (isNamedWorkbook) throw workbook(name);
    const way = "Nothing imported; unzip it and import the table itself";
    throw importError(`${name}: ${error.message}. ${way}.`, error);
  }
}

/** The first four bytes of an .xls file. */
const OLD_EXCEL = 0xd0cf11e0;
/** Entries that identify a workbook of Excel, LibreOffice or Numbers. */
const WORKBOOK_PARTS = /^(?:xl\/|content\.xml$|Index\/|Index\.zip$)/;

function workbook(name: string): DailyleetError {
  const way = "Nothing imported; save it as CSV and import that file";
  return importError(`${name}: this is a workbook. ${way}.`);
}

/** Names by position, from `Habits.csv`. Unlike Checkmarks.csv it quotes the names. */
async function habitsIn(entry: ZipEntry): Promise<ReadonlyMap<number, string>> {
  const rows = parseCsv(decodeText(await entry.read(MAX_IMPORT_BYTES)).text);
  if ("fault" in rows) return new Map();
  const [heading, ...habits] = rows.map(({ fields }) => fields);
  const column = heading?.indexOf("Name") ?? -1;
  return new Map(habits.flatMap((fields, index) => (fields[column] ? [[index + 1, fields[column]]] : [])));
}

/** A habit's own table, such as '001 LeetCode/Checkmarks.csv': its position, then its name with most signs left out. */
const OWN_TABLE = /^((?:.*\/)?)(\d{3,})(?: ([^/]*))?\/Checkmarks\.csv$/;

interface FoundTables {
  /** The directory of the export in the zip file: empty, or ending with a slash. */
  readonly directory: string;
  /** Loop's table of all habits. */
  readonly table: ZipEntry | undefined;
  readonly own: readonly ZipEntry[];
}

function chooseTables(entries: readonly ZipEntry[]): FoundTables {
  const tables = entries.filter(({ name }) => name === TABLE || name.endsWith(`/${TABLE}`));
  const own = tables.filter(({ name }) => OWN_TABLE.test(name));
  const whole = tables.filter((table) => !own.includes(table));
  const directoryOf = ({ name }: ZipEntry) => OWN_TABLE.exec(name)?.[1] ?? name.slice(0, -TABLE.length);
  const [directory, second] = new Set((whole.length > 0 ? whole : own).map(directoryOf));
  if (directory === undefined) throw new ZipFault(`no ${TABLE} in it`);
  if (second !== undefined) throw new ZipFault(`more than one ${TABLE} in it`);
  return { directory, table: whole[0], own };
}

/** 200 habits over 100 years. */
const MAX_CELLS = 7_300_000;

/**
 * Joins the tables of single habits into one table. Each row has a date and a value; newer versions add a heading and
 * notes.
 */
async function joinOwnTables(tables: readonly ZipEntry[], habits: ReadonlyMap<number, string>): Promise<Buffer> {
  const names: string[] = [];
  const days = new Map<string, string[]>();
  let left = MAX_IMPORT_BYTES;
  for (const [column, entry] of tables.entries()) {
    const [, , position, folder] = OWN_TABLE.exec(entry.name) ?? [];
    names.push(habits.get(Number(position)) ?? folder ?? "");
    const content = await entry.read(left);
    left -= content.length;
    const rows = parseCsv(decodeText(content).text);
    if ("fault" in rows) throw new ZipFault(`${entry.name}:${rows.line}: ${rows.fault}`);
    for (const { fields } of rows) {
      const [date = "", value = ""] = fields;
      if (date === "" || date === "Date") continue;
      const values = days.get(date) ?? [];
      values[column] = value;
      days.set(date, values);
    }
  }
  if (names.length * days.size > MAX_CELLS) throw new ZipFault("the tables in it are too large");
  const rows = [
    ["Date", ...names],
    ...[...days].map(([date, values]) => [date, ...names.map((_, column) => values[column] ?? "")]),
  ];
  return Buffer.from(rows.map((row) => `${row.map(quote).join(",")},\n`).join(""));
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
