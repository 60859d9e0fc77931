import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
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
import { cannot, makePrivateDirectory, removePrivate, writePrivate } from "./files.ts";

/** Saves all ticks and marks of somebody as they are, in a new file with the time in its name, which it answers. */
export function saveBackup(context: Context, uid: string, data: PersonData): string {
  const directory = placesOf(context).backupsDirectory;
  makePrivateDirectory(directory);
  const time = new Date(context.now()).toISOString().replaceAll(/[:.]/g, "-");
  const file = firstFree((end) => join(directory, `${uid}-${time}${end}.json`));
  writePrivate(file, jsonText(exportDocument(data)));
  return file;
}

function firstFree(name: (end: string) => string): string {
  for (let number = 1; ; number++) {
    const file = name(number === 1 ? "" : `-${number}`);
    if (!existsSync(file)) return file;
  }
}

/** Where the daily backups are; null where they are switched off. Throws `storage` where there is no home directory. */
export function dailyDirectory(context: Context, { backups = true }: Config): string | null {
  if (typeof backups === "string") return backups.replace(/^~(?=[\\/])/, () => context.home());
  return backups ? placesOf(context).backupsDirectory : null;
}

/** What a daily backup is made of. */
export interface DailyBackup {
  /** Whose it is in cloud mode; absent where it holds all profiles. */
  readonly uid?: string;
  readonly database: Database;
  /** At least one. */
  read(): Promise<readonly BackedUpProfile[]>;
}

/**
 * Keeps the backup of today unless it is there, which costs one look at the disk, and removes those that are too many.
 * Never fails: what is backed up is safe already. That it could not be kept is said once a day.
 */
export async function keepDaily(context: Context, config: Config, backup: DailyBackup): Promise<void> {
  const date = formatDate(todayOf(context, config));
  try {
    const directory = dailyDirectory(context, config);
    if (directory === null) return;
    const fileOf = (day: string) => join(directory, PREFIX + day + endOf(backup));
    if (existsSync(fileOf(date))) return;
    const [first, ...others] = await backup.read();
    if (first === undefined) return;
    makePrivateDirectory(directory);
    writePrivate(fileOf(date), jsonText(backupDocument([first, ...others])));
    for (const old of expiredBackups(datesOf(directory, endOf(backup)), date)) removePrivate(fileOf(old));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isNews(backup.database, date)) note(context, `Saved, but today's backup failed: ${reason}`);
  }
}

/** Tells the daily backups from other files of the directory, which may be the person's own: old ones are removed. */
const PREFIX = "dailyleet-";

function endOf({ uid }: DailyBackup): string {
  return uid === undefined ? ".json" : `-${uid}.json`;
}

/** Of the daily backups whose names end like this. */
function datesOf(directory: string, end: string): string[] {
  const names = readdirSync(directory).filter((name) => name.startsWith(PREFIX) && name.endsWith(end));
  const dates = names.map((name) => name.slice(PREFIX.length, -end.length));
  return dates.filter((date) => /^\d{4}-\d\d-\d\d$/.test(date));
}

const TOLD = "backup-failure-told";

function isNews(database: Database, date: string): boolean {
  try {
    if (database.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", TOLD)?.value === date) return false;
  } catch {
    // Then it is rather said twice.
  }
  database.tryToRun("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", TOLD, date);
  return true;
}

/** The daily backup of all profiles of this computer. */
export function keepLocalDaily(context: Context, config: Config, database: Database): Promise<void> {
  const { year } = todayOf(context, config);
  const read = async () =>
    listProfiles(database).map(({ uid, name }) => ({ uid, name, ...readPersonData(database, uid, year) }));
  return keepDaily(context, config, { database, read });
}

export interface BackupFile {
  readonly file: string;
  /** The day on which it was made, `YYYY-MM-DD`. */
  readonly date: string;
}

/** Every backup that is there, the newest first: daily ones, those before a large change, and as older versions made them. */
export function findBackups(context: Context, config: Config): BackupFile[] {
  const { backupsDirectory, databaseFile } = placesOf(context);
  const own = dailyDirectory(context, config) ?? backupsDirectory;
  const directories = new Set([own, backupsDirectory, join(dirname(databaseFile), FORMER)]);
  const found = [...directories].flatMap((directory) =>
    namesIn(directory).flatMap((name) => {
      const date = dateIn(name);
      const file = join(directory, name);
      const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      return date === null || time === undefined ? [] : [{ file, date, time }];
    }),
  );
  found.sort((a, b) => (a.date === b.date ? b.time - a.time : a.date < b.date ? 1 : -1));
  return found.map(({ file, date }) => ({ file, date }));
}

/** The directory in which versions before this one kept them. */
const FORMER = "copies";

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw cannot("read", directory, error);
  }
}

const DAILY = /^dailyleet-(\d{4}-\d\d-\d\d)(?:-.+)?\.json$/;
const TIMED = /-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-\d{3}Z(?:-\d+)?\.json$/;

/** The day of a backup by its name, for which a time is one of this zone; null for another file. */
function dateIn(name: string): string | null {
  const [, hour, minute, second] = TIMED.exec(name) ?? [];
  if (hour === undefined) return DAILY.exec(name)?.[1] ?? null;
  return formatDate(civilDateAt(Date.parse(`${hour}:${minute}:${second}Z`)));
}

/** The error of a damaged database, which then also says how to get back what was backed up last. */
export function namingNewestBackup(context: Context, error: DailyleetError): DailyleetError {
  const newest = error.code === "not-a-database" ? newestBackup(context) : null;
  if (newest === null) return error;
  const way = `The newest backup is ${newest}: move the damaged file away, then 'dailyleet import' adds the backup.`;
  return new DailyleetError(error.code, `${error.message} ${way}`, { cause: error });
}

/** As far as it can be found; what else is wrong is said elsewhere. */
function newestBackup(context: Context): string | null {
  try {
    return findBackups(context, loadConfig(context))[0]?.file ?? null;
  } catch {
    return null;
  }
}
