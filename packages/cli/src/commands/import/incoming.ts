import { statSync } from "node:fs";
import {
  type Config,
  countDoneCells,
  counted,
  countMarks,
  DailyleetError,
  type PersonData,
  parseImport,
  profileIn,
  questionKey,
  solvedMarks,
  sourcesOf,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { nameOf, readFrom, STREAM } from "../../files/files.ts";
import { todayOf } from "../../terminal/dates.ts";
import type { GlobalOptions } from "../../terminal/options.ts";
import { note, oneLine } from "../../terminal/output.ts";
import type { Person } from "../../tracker/tracker.ts";
import { readGitRepository } from "./gitRepository.ts";
import { type ImportHints, type ImportView, MAX_IMPORT_BYTES, readImport, readMappings } from "./read.ts";

// Needed by this verb only, so they are in its chunk.
export { planImport, plannedChanges } from "@dailyleet/core";
export { importJson, renderImport, seenFromHere } from "./read.ts";

export interface IncomingOptions extends GlobalOptions, ImportHints {
  /** '-' for stdin, as when it is absent; or the directory of a git repository. */
  readonly file: string | undefined;
  /** Of a repository, marks too. */
  readonly marks: true | undefined;
}

/** What a file or a repository has. */
export interface Incoming extends Pick<ImportView, "unknown" | "kind"> {
  /** What of it is for this person, who has `current`. */
  dataFor(person: Person, current: PersonData): PersonData;
}

/** Throws `usage` for a hint that cannot be used, `storage`, `bad-import` and `not-an-export`. */
export async function readIncoming(context: Context, config: Config, options: IncomingOptions): Promise<Incoming> {
  const { file = STREAM, marks } = options;
  if (isDirectory(file)) return readRepository(context, config, file, options);
  if (marks) throw new DailyleetError("usage", "--marks is for a git repository; leave it out for a file.");
  // One byte more tells that a file is too large.
  const bytes = readFrom(context, file, MAX_IMPORT_BYTES + 1);
  const found = readImport(bytes, nameOf(file), sourcesOf(config), options);
  const dataFor = (person: Person) => {
    const own = profileIn(found, person);
    if (own !== null) return own;
    const names = (found.profiles ?? []).map(({ name }) => oneLine(name));
    if (options.profile === undefined) {
      note(
        context,
        `${nameOf(file)} has no profile ${person.name}; using ${names[0]}, the first of ${names.join(", ")}.`,
      );
      return found;
    }
    const way = "Nothing imported; make one of these with 'dailyleet profiles add' and name it with --profile";
    throw new DailyleetError(
      "usage",
      `${nameOf(file)} has no profile ${person.name}, only ${names.join(", ")}. ${way}.`,
    );
  };
  return { unknown: found.unknown ?? [], kind: "habit", dataFor };
}

/** How much a backup holds. */
export interface BackupContents {
  readonly profiles: number;
  readonly ticks: number;
  readonly marks: number;
}

/** Null for a file that can't be read. */
export function contentsOf(context: Context, config: Config, file: string): BackupContents | null {
  try {
    const bytes = readFrom(context, file, MAX_IMPORT_BYTES + 1);
    const found = parseImport(bytes, file, { sources: sourcesOf(config) });
    const people = found.profiles ?? [found];
    const sum = (count: (data: PersonData) => number) => people.reduce((total, data) => total + count(data), 0);
    const ticks = sum((data) => countDoneCells(data.ticks));
    return { profiles: people.length, ticks, marks: sum((data) => countMarks(data.marks)) };
  } catch (error) {
    if (error instanceof DailyleetError) return null;
    throw error;
  }
}

/** What can't be looked at is named by who reads it. */
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
    throw new DailyleetError("usage", "--dates and --numbers are for tables; leave them out for a git repository.");
  }
  const sources = sourcesOf(config);
  const mappings = readMappings(map, sources);
  const questions = marks ? await questionKeys(context, config) : [];
  const history = await readGitRepository(context, directory, { sources, map: mappings, questions });
  const { ticks, unknown, unknownCommits } = history;
  if (unknownCommits > 0) {
    const commits = `${counted(unknownCommits, "commit")} ${unknownCommits === 1 ? "is" : "are"}`;
    note(context, `${commits} of no form that dailyleet knows; --map FOLDER=SOURCE counts those in a folder.`);
  }
  const dataFor = (_: Person, current: PersonData) => {
    return { ticks, marks: solvedMarks(history, current.marks, todayOf(context, config)) };
  };
  return { unknown, kind: "site", dataFor };
}

async function questionKeys(context: Context, config: Config): Promise<string[]> {
  const { loadSheet } = await import("../questions/sheet.ts");
  return (await loadSheet(context, config)).questions.map(questionKey);
}
