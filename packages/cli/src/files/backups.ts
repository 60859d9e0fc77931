import { existsSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import {
  type BackupReason,
  backupDocument,
  type Config,
  civilDateAt,
  codeOf,
  counted,
  expiredBackups,
  formatDate,
  isRecord,
  LARGE_CHANGE,
  type OwnedData,
  type Owner,
  orElse,
  type PersonData,
  parseJson,
  reasonAfter,
  type SiteConfig,
  shortDate,
} from "@dailyleet/core";
import { type Database, listProfiles, readPersonData, requireWhole } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { todayOf } from "../terminal/dates.ts";
import { jsonText } from "../terminal/output.ts";
import { contentsOf, countMissing, fullestOf, isReplaced } from "./backupContents.ts";
import { placesOf, usualDatabase } from "./directories.ts";
import { cannot, readSettingsText, removePrivate, removeRemains, statOf, writePrivate } from "./files.ts";
import { loadSite } from "./settings.ts";

/** Writes a person's data to a new file, named after uid and time. Returns its path. */
export function writeBackup(context: Context, { uid, name }: Owner, data: PersonData, reason: BackupReason): string {
  const time = context.now();
  const file = timedFile(placesOf(context).backupsDirectory, uid, time);
  writePrivate(file, jsonText(backupDocument([{ uid, name, ...data }], { time, reason })), context.processId);
  return file;
}

/** `who` is a uid, or a computer with or without an account. */
function timedFile(directory: string, who: string, time: number): string {
  const start = `${who}-${new Date(time).toISOString().replaceAll(/[:.]/g, "-")}`;
  let file = join(directory, `${start}.json`);
  for (let number = 2; existsSync(file); number++) file = join(directory, `${start}-${number}.json`);
  return file;
}

/** The directory of the daily backups; null if they are off. Throws `storage` without a home directory. */
export function dailyDirectory(context: Context, { backups = true }: SiteConfig): string | null {
  if (typeof backups === "string") return backups.replace(/^~(?=[\\/])/, () => context.home());
  return backups ? placesOf(context).backupsDirectory : null;
}

/** The person to back up in cloud mode. */
interface SignedIn {
  readonly uid: string;
  read(): Promise<OwnedData>;
}

/** The change that was just saved. */
export interface Written {
  readonly cells: number;
  /** The command, as `undo` names it. */
  readonly command: string;
}

/**
 * Writes a backup of `signedIn`, or of all profiles, after the first write of a day and after each large one. After the
 * first write, also removes expired backups. Never throws, because the change itself is saved. Resolves to notes for
 * the person; they name a failure once a day.
 */
export async function writeDailyBackup(
  context: Context,
  config: Config,
  database: Database,
  { cells, command }: Written,
  signedIn?: SignedIn,
): Promise<readonly string[]> {
  const today = todayOf(context, config);
  const date = formatDate(today);
  try {
    const directory = dailyDirectory(context, config);
    if (directory === null) return [];
    const who = computerOf(context, database) + (signedIn ? `-${signedIn.uid}` : "");
    const end = `-${who}.json`;
    const fileOf = (day: string) => join(directory, PREFIX + day + end);
    const isFirst = !existsSync(fileOf(date)) || holdsNobodysData(fileOf(date));
    const isLarge = cells > LARGE_CHANGE;
    if (!isFirst && !isLarge) return [];
    requireWhole(database);
    const [first, ...others] = signedIn ? [await signedIn.read()] : readProfiles(database, today.year);
    if (first === undefined) return [];
    const time = context.now();
    const document = backupDocument([first, ...others], {
      time,
      reason: isLarge ? reasonAfter(command) : "first of the day",
    });
    const file = isFirst ? fileOf(date) : timedFile(directory, who, time);
    writePrivate(file, jsonText(document), context.processId);
    rememberDirectory(context, directory);
    if (!isFirst) return [];
    const isOwn = (name: string) => DAILY.test(name) && name.endsWith(end);
    removeRemains(directory, (name) => isOwn(name) || readTimedName(name) !== null, context.isRunning);
    const names = readdirSync(directory).filter((name) => isOwn(name) && changeTime(join(directory, name)) !== null);
    const dates = names.map((name) => name.slice(PREFIX.length, -end.length)).sort();
    const expired = expiredBackups(dates, date);
    for (const old of expired) {
      const newer = dates.filter((day) => day > old).reverse();
      if (isReplaced(context, fileOf(old), newer.map(fileOf))) removePrivate(fileOf(old));
    }
    return openDatabaseNotes(context, database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return isFirstFailure(database, date) ? [`Saved, but today's backup failed: ${reason}`] : [];
  }
}

/** In bytes. A backup without ticks and marks is smaller, and only such a file is read at each write. */
const SMALL_BYTES = 2_000;

/** Whether a backup holds no tick and no mark; today's is such after 'profiles add'. */
function holdsNobodysData(file: string): boolean {
  if (Number(statOf(file)?.size) > SMALL_BYTES) return false;
  const document = parseJson(orElse(null, () => readSettingsText(file)) ?? "");
  if (!isRecord(document)) return false;
  const people: unknown[] = [document, ...(Array.isArray(document.profiles) ? document.profiles : [])];
  return people.every((data) => isRecord(data) && isEmpty(data.years) && isEmpty(data.practice));
}

const isEmpty = (value: unknown) => value === undefined || (isRecord(value) && Object.keys(value).length === 0);

/** As `writeDailyBackup`, after many small writes. Counts all new cells since today's last backup as one write. */
export async function writeBackupOfMany(
  context: Context,
  config: Config,
  database: Database,
): Promise<readonly string[]> {
  const today = todayOf(context, config);
  const cells = orElse(0, () => {
    const saved = findBackups(context, config).filter(({ date }) => date === formatDate(today));
    return countMissing(
      context,
      readProfiles(database, today.year),
      saved.map(({ file }) => file),
    );
  });
  return writeDailyBackup(context, config, database, { cells, command: "changes" });
}

/** Opening a database closes its file to others, unless the file system keeps no permissions. */
function openDatabaseNotes({ userId }: Context, { file }: Database): string[] {
  const { mode = 0 } = orElse(null, () => statOf(file)) ?? {};
  if (userId === undefined || (mode & 0o077) === 0) return [];
  return [`Other users may read ${file}, because its file system keeps no permissions; see 'dailyleet doctor'.`];
}

/** The prefix of daily backups, whose directory may hold other files and other computers' backups. */
const PREFIX = "dailyleet-";
/** Groups: the date, and the computer's name. Then come the computer's number and in cloud mode the account. */
const DAILY = /^dailyleet-(\d{4}-\d\d-\d\d)-(.+)-[\da-f]{8}(?:-.+)?\.json$/;

/** This computer's name and a random number, which identify its backups in a shared directory. */
function computerOf(context: Context, database: Database): string {
  const find = () => database.get<{ value: string }>("SELECT value FROM meta WHERE key = 'computer'")?.value;
  const found = find();
  if (found !== undefined) return found;
  const sql = "INSERT OR IGNORE INTO meta (key, value) VALUES ('computer', ? || '-' || lower(hex(randomblob(4))))";
  database.run(sql, hostName(context));
  return find() ?? "";
}

const MAX_HOST_NAME = 30;

/** The computer's name, without characters that a file system may refuse. */
function hostName(context: Context): string {
  const [first = ""] = context.hostName().split(".");
  return first.replaceAll(/[^\w-]+/g, "-").slice(0, MAX_HOST_NAME) || "computer";
}

export function readProfiles(database: Database, year: number): OwnedData[] {
  return listProfiles(database).map(({ uid, name }) => ({ uid, name, ...readPersonData(database, uid, year) }));
}

const TOLD = "backup-failure-told";

/** Also records the failure. */
function isFirstFailure(database: Database, date: string): boolean {
  try {
    if (database.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", TOLD)?.value === date) return false;
  } catch {
    // The database can't be read either: report the failure again.
  }
  database.tryToRun("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", TOLD, date);
  return true;
}

export interface Backup {
  readonly file: string;
  /** The local day, as `YYYY-MM-DD`. */
  readonly date: string;
  /** The computer that saved it. Null for a backup before a large change, which is always this computer's. */
  readonly computer: string | null;
}

/** All computers' backups in the directories, and this computer's before large changes; newest first. */
export function findBackups(context: Context, config: SiteConfig): Backup[] {
  const found = entriesNamedAsBackups(context, config).filter(({ time }) => time !== null);
  found.sort((a, b) => b.date.localeCompare(a.date) || Number(b.time) - Number(a.time));
  return found.map(({ time: _, ...backup }) => backup);
}

/** Entries named as backups that are not readable files: reading a pipe never ends, and a link may lead nowhere. */
export function findOddEntries(context: Context, config: SiteConfig): string[] {
  return entriesNamedAsBackups(context, config).flatMap(({ file, time }) => (time === null ? file : []));
}

/** `time` is the last change in milliseconds since the epoch; null if the entry is not a file or is out of reach. */
function entriesNamedAsBackups(context: Context, config: SiteConfig): (Backup & { readonly time: number | null })[] {
  const { backupsDirectory } = placesOf(context);
  const daily = dailyDirectory(context, config) ?? backupsDirectory;
  return [...new Set([daily, backupsDirectory, ...rememberedDirectories(context)])].flatMap((directory) =>
    namesIn(directory).flatMap((name) => {
      const origin = readDailyName(name) ?? readTimedName(name);
      const file = join(directory, name);
      return origin === null ? [] : [{ file, ...origin, time: changeTime(file) }];
    }),
  );
}

function changeTime(file: string): number | null {
  const stats = orElse(null, () => statOf(file));
  return stats?.isFile() ? stats.mtimeMs : null;
}

export const ODD_ENTRY = "which is not a file that can be read";

/** One path a line. The file stands beside the backups, so that it survives the loss of database and configuration. */
const ELSEWHERE = "directories.txt";

/** Further directories in which this computer has saved daily backups. The configuration names only the current one. */
function rememberedDirectories(context: Context): readonly string[] {
  const file = join(placesOf(context).backupsDirectory, ELSEWHERE);
  return (orElse(null, () => readSettingsText(file)) ?? "").split("\n").filter(isAbsolute);
}

function rememberDirectory(context: Context, directory: string): void {
  const { backupsDirectory } = placesOf(context);
  const known = rememberedDirectories(context);
  if (directory === backupsDirectory || known.includes(directory)) return;
  writePrivate(join(backupsDirectory, ELSEWHERE), `${[...known, directory].join("\n")}\n`, context.processId);
}

/**
 * The people in this computer's newest daily backup; empty without one. Pages and their outboxes refer to people by
 * uid, so a new database must reuse the uids.
 */
export async function formerPeople(context: Context): Promise<readonly OwnedData[]> {
  const backups = orElse([], () => findBackups(context, loadSite(context).site));
  const isOwn = ({ file, computer }: Backup) => computer === hostName(context) && LOCAL.test(file);
  const newest = backups.find(isOwn);
  if (newest === undefined) return [];
  return contentsOf(context, newest.file)?.found.profiles ?? [];
}

/** The end of a daily backup's name in local mode, without an account. */
const LOCAL = /-[\da-f]{8}\.json$/;

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw cannot("read", directory, error);
  }
}

/** `WHO-TIME.json`. WHO is a uid, or the computer's name and number, in cloud mode with the account. TIME is UTC. */
const TIMED = /^(?:(.+)-[\da-f]{8}(?:-\w+)?|.+)-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-\d{3}Z(?:-\d+)?\.json$/;

/** The local day and the computer of a backup before or after a large change; null for another name. */
function readTimedName(name: string) {
  const [, computer = null, hour, minute, second] = TIMED.exec(name) ?? [];
  if (hour === undefined) return null;
  return { date: formatDate(civilDateAt(Date.parse(`${hour}:${minute}:${second}Z`))), computer };
}

function readDailyName(name: string) {
  const [, date, computer = null] = DAILY.exec(name) ?? [];
  return date === undefined ? null : { date, computer };
}

/**
 * Advice where the database is missing: how to restore the fullest backup, such as '1,768 ticks in the backup of
 * November 10; bring them back with: dailyleet restore', or how to use the database that XDG_DATA_HOME hides. Null if
 * the database exists, or if there is neither.
 */
export async function lostData(context: Context): Promise<string | null> {
  const { databaseFile } = placesOf(context);
  if (existsSync(databaseFile)) return null;
  const usual = usualDatabase(context);
  if (usual !== null) return `one in ${dirname(usual)}; ${WAY_TO_USUAL}`;
  const backups = orElse([], () => findBackups(context, loadSite(context).site));
  if (backups.length === 0) return null;
  const fullest = fullestOf(context, backups);
  if (fullest === null) return null;
  const [year = 0, month = 1, day = 1] = fullest.date.split("-").map(Number);
  const date = shortDate({ month, day }) + (year === civilDateAt(context.now()).year ? "" : `, ${year}`);
  const kinds = [counted(fullest.ticks, "tick"), fullest.marks > 0 ? counted(fullest.marks, "mark") : ""];
  const amount = kinds
    .filter((kind) => kind !== "")
    .join(" and ")
    .replace(/\d(?=(\d{3})+\b)/g, "$&,");
  const isOwn = fullest.computer === null || fullest.computer === hostName(context);
  const backup = `the backup of ${date}${isOwn ? "" : ` of ${fullest.computer}`}`;
  return `${amount} in ${backup}; bring them back with: dailyleet restore`;
}

export const WAY_TO_USUAL = "to use it, unset XDG_DATA_HOME, which a snap or Flatpak may have set";
