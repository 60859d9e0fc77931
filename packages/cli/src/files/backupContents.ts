import {
  countDoneCells,
  countMarks,
  DailyleetError,
  DEFAULT_SOURCES,
  entriesOf,
  type ImportFile,
  type OwnedData,
  orElse,
  type PersonData,
  parseImport,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { readFrom, streamName } from "./files.ts";

/** The limit for a file, and for a table in a zip file. A hundred years of ticks take less. */
export const MAX_IMPORT_BYTES = 50_000_000;

/** Reads a backup or an export. Throws `storage`, `bad-import` and `not-an-export`. */
export function readBackup(context: Context, file: string): ImportFile {
  const bytes = readFrom(context, file, MAX_IMPORT_BYTES + 1);
  const name = streamName(file);
  if (/^\s*\{/.test(bytes.toString("utf8", 0, 100))) return parseImport(bytes, name, { sources: DEFAULT_SOURCES });
  const way = "'dailyleet import' reads tables and logs";
  throw new DailyleetError("not-an-export", `${name} is neither a backup nor an export; ${way}.`);
}

export interface BackupContents {
  readonly found: ImportFile;
  readonly profiles: number;
  /** The names of the profiles; empty if the file names none. */
  readonly owners: readonly string[];
  readonly ticks: number;
  readonly marks: number;
}

/** Null for an unreadable file. */
export function contentsOf(context: Context, file: string): BackupContents | null {
  return orElse(null, () => {
    const found = readBackup(context, file);
    const people = found.profiles ?? [found];
    const sum = (count: (data: PersonData) => number) => people.reduce((total, data) => total + count(data), 0);
    const ticks = sum((data) => countDoneCells(data.ticks));
    const marks = sum((data) => countMarks(data.marks));
    return { found, profiles: people.length, owners: (found.profiles ?? []).map(({ name }) => name), ticks, marks };
  });
}

/** The backup with the most ticks and marks, the newest of equals. Null if all are empty. */
export function fullestOf<Backup extends { readonly file: string }>(context: Context, backups: readonly Backup[]) {
  const held = backups.flatMap((backup) => {
    const contents = contentsOf(context, backup.file);
    return contents ? { ...backup, ticks: contents.ticks, marks: contents.marks } : [];
  });
  const amount = ({ ticks, marks }: { readonly ticks: number; readonly marks: number }) => ticks + marks;
  const most = Math.max(...held.map(amount));
  return held.find((each) => amount(each) === most && most > 0) ?? null;
}

/** Whether the `newer` backups, newest first, hold every tick and mark of `file`. False for an unreadable file. */
export function isReplaced(context: Context, file: string, newer: readonly string[]): boolean {
  const profiles = profilesIn(context, file);
  return profiles !== null && countMissing(context, profiles, newer) === 0;
}

/** Counts the profiles' ticks and marks that no file holds. */
export function countMissing(context: Context, profiles: readonly OwnedData[], files: readonly string[]): number {
  const missing = new Set(entriesOf(profiles));
  for (const file of files) {
    if (missing.size === 0) break;
    for (const entry of entriesOf(profilesIn(context, file) ?? [])) missing.delete(entry);
  }
  return missing.size;
}

/** Null for an unreadable file, and for one without profiles. */
function profilesIn(context: Context, file: string): readonly OwnedData[] | null {
  return orElse(null, () => readBackup(context, file).profiles ?? null);
}
