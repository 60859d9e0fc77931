import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type BackedUpProfile,
  backupDocument,
  type Config,
  civilDateAt,
  codeOf,
  DailyleetError,
  expiredBackups,
  exportDocument,
  formatDate,
  type PersonData,
} from "@dailyleet/core";
import { type Database, listProfiles, readPersonData } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { todayOf } from "../terminal/dates.ts";
import { jsonText, note } from "../terminal/output.ts";
import { loadConfig, placesOf } from "./directories.ts";
import { cannot, removePrivate, writePrivate } from "./files.ts";

/** Saves all ticks and marks of a person in a new file, named after the time, and returns its path. */
export function saveBackup(context: Context, uid: string, data: PersonData): string {
  const directory = placesOf(context).backupsDirectory;
  const name = `${uid}-${new Date(context.now()).toISOString().replaceAll(/[:.]/g, "-")}`;
  let file = join(directory, `${name}.json`);
  for (let number = 2; existsSync(file); number++) file = join(directory, `${name}-${number}.json`);
  writePrivate(file, jsonText(exportDocument(data)));
  return file;
}

/** The directory of the daily backups; null where they are switched off. Throws `storage` for a home that is not there. */
export function dailyDirectory(context: Context, { backups = true }: Config): string | null {
  if (typeof backups === "string") return backups.replace(/^~(?=[\\/])/, () => context.home());
  return backups ? placesOf(context).backupsDirectory : null;
}

/** In cloud mode, the person whose data is backed up. */
interface SignedIn {
  readonly uid: string;
  read(): Promise<BackedUpProfile>;
}

/**
 * Saves today's backup unless it exists, and removes expired ones: of `signedIn`, or of all profiles of this computer.
 * Never fails, because the change itself is saved already; reports a failure once a day.
 */
export async function keepDaily(
  context: Context,
  config: Config,
  database: Database,
  signedIn?: SignedIn,
): Promise<void> {
  const today = todayOf(context, config);
  const date = formatDate(today);
  try {
    const directory = dailyDirectory(context, config);
    if (directory === null) return;
    const end = signedIn ? `-${signedIn.uid}.json` : ".json";
    const file = join(directory, PREFIX + date + end);
    if (existsSync(file)) return;
    const [first, ...others] = signedIn ? [await signedIn.read()] : readProfiles(database, today.year);
    if (first === undefined) return;
    writePrivate(file, jsonText(backupDocument([first, ...others])));
    const dates = readdirSync(directory).flatMap((name) => {
      const [, day = "", found] = DAILY.exec(name) ?? [];
      return found === end ? [day] : [];
    });
    for (const old of expiredBackups(dates, date)) removePrivate(join(directory, PREFIX + old + end));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isFirstFailure(database, date)) note(context, `Saved, but today's backup failed: ${reason}`);
  }
}

/** Daily backups begin so; the directory may also hold files of the person's own. */
const PREFIX = "dailyleet-";
const DAILY = /^dailyleet-(\d{4}-\d\d-\d\d)((?:-.+)?\.json)$/;

function readProfiles(database: Database, year: number): BackedUpProfile[] {
  return listProfiles(database).map(({ uid, name }) => ({ uid, name, ...readPersonData(database, uid, year) }));
}

const TOLD = "backup-failure-told";

/** Whether no failure was reported on this day; records that one is. */
function isFirstFailure(database: Database, date: string): boolean {
  try {
    if (database.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", TOLD)?.value === date) return false;
  } catch {
    // If the database cannot be read either, report again.
  }
  database.tryToRun("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", TOLD, date);
  return true;
}

/** All backups with their local day as `YYYY-MM-DD`, the newest first: daily ones, and those saved before a large change. */
export function findBackups(context: Context, config: Config) {
  const { backupsDirectory } = placesOf(context);
  const daily = dailyDirectory(context, config) ?? backupsDirectory;
  const found = [...new Set([daily, backupsDirectory])].flatMap((directory) =>
    namesIn(directory).flatMap((name) => {
      const date = dateIn(name);
      const file = join(directory, name);
      const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      return date === null || time === undefined ? [] : [{ file, date, time }];
    }),
  );
  found.sort((a, b) => b.date.localeCompare(a.date) || b.time - a.time);
  return found.map(({ file, date }) => ({ file, date }));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw cannot("read", directory, error);
  }
}

const TIMED = /-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-\d{3}Z(?:-\d+)?\.json$/;

/** The local day of a backup, read from its name; null for another file. */
function dateIn(name: string): string | null {
  const [, hour, minute, second] = TIMED.exec(name) ?? [];
  if (hour === undefined) return DAILY.exec(name)?.[1] ?? null;
  return formatDate(civilDateAt(Date.parse(`${hour}:${minute}:${second}Z`)));
}

/** Adds the way to restore the newest backup to the error of a damaged database; returns other errors unchanged. */
export function namingNewestBackup(context: Context, error: DailyleetError): DailyleetError {
  if (error.code !== "not-a-database") return error;
  let newest: string | undefined;
  try {
    newest = findBackups(context, loadConfig(context))[0]?.file;
  } catch {
    // The damaged database is the fault to report, not the directory or the configuration.
  }
  if (newest === undefined) return error;
  const way = `The newest backup is ${newest}: move the damaged file away, then 'dailyleet import' adds the backup.`;
  return new DailyleetError(error.code, `${error.message} ${way}`, { cause: error });
}
